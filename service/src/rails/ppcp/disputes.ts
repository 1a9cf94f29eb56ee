import type {
  ActOnDisputeOutcome,
  DisputeAct,
  DisputesFacet,
  ListDisputesOutcome,
  ListedDispute,
  ProviderRefusal,
  ReadDisputeOutcome,
  Seller,
} from '../rail.ts';
import type { Client } from './client/client.ts';
import { plainIdAt, linkTo, objectsAt } from '../http/json.ts';
import type { JsonObject } from '../http/json.ts';
import { isDenied } from './client/problem.ts';
import { dateAt, toDispute } from './read/translate-dispute.ts';
import { toWireAction } from './write/dispute.ts';

const BASE = '/v1/customer/disputes';
const PAGE_SIZE = 50;
const REACH_DAYS = 180;
// A call takes twenty seconds at most, and what was sent at its end is given ten to arrive.
const QUIET_SECONDS = 30;
const PAGE_TOKEN = /^[A-Za-z0-9+/=_-]{1,255}$/;
const NOT_NOW: ReadonlySet<string> = new Set([
  'ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE',
  'DISPUTE_ALREADY_RESOLVED',
]);

/** Disputes, in the seller's name: the provider shows a seller its own. */
export function createDisputes(client: Client): DisputesFacet {
  return {
    quiet_seconds: QUIET_SECONDS,
    reach_days: REACH_DAYS,
    read: (wanted) => read(client, wanted),
    list: (wanted) => list(client, wanted),
    act: (wanted) => act(client, wanted),
  };
}

async function read(
  client: Client,
  wanted: { provider_dispute_id: string; seller: Seller },
): Promise<ReadDisputeOutcome> {
  const answer = await client.call({
    operation: 'disputes.read',
    effect: 'read',
    method: 'GET',
    path: pathOf(wanted.provider_dispute_id),
    on_behalf_of: wanted.seller.provider_account,
  });
  switch (answer.kind) {
    case 'success': {
      const dispute = toDispute(answer.body);
      const isAsked = dispute?.provider_dispute_id === wanted.provider_dispute_id;
      return isAsked ? { kind: 'found', dispute } : { kind: 'unknown', problem: 'not the dispute asked for' };
    }
    case 'refused':
      if (isDenied(answer)) return { kind: 'denied', refusal: answer.refusal };
      return answer.status === 404 ? { kind: 'missing' } : unclear(answer.refusal);
    case 'unknown':
    case 'unreachable':
      return answer;
  }
}

async function list(
  client: Client,
  { seller, since, page }: { seller: Seller; since: Date | null; page: string | null },
): Promise<ListDisputesOutcome> {
  const query = new URLSearchParams({ page_size: String(PAGE_SIZE) });
  if (since) query.set('update_time_after', since.toISOString());
  if (page !== null) query.set('next_page_token', page);
  const answer = await client.call({
    operation: 'disputes.list',
    effect: 'read',
    method: 'GET',
    path: `${BASE}?${query.toString()}`,
    on_behalf_of: seller.provider_account,
  });
  switch (answer.kind) {
    case 'success':
      return { kind: 'found', disputes: rowsOf(answer.body), next_page: nextPage(answer.body) };
    case 'refused':
      if (isDenied(answer)) return { kind: 'denied', refusal: answer.refusal };
      return page !== null && answer.cause === 'request' ? { kind: 'no_page' } : unclear(answer.refusal);
    case 'unknown':
    case 'unreachable':
      return answer;
  }
}

async function act(
  client: Client,
  { provider_dispute_id, seller, action }: DisputeAct,
): Promise<ActOnDisputeOutcome> {
  const wire = toWireAction(action);
  if (wire.kind === 'refused') return wire;
  const answered = await client.call({
    operation: 'disputes.act',
    effect: 'write',
    method: 'POST',
    path: `${pathOf(provider_dispute_id)}/${action.action}`,
    on_behalf_of: seller.provider_account,
    ...wire.content,
  });
  switch (answered.kind) {
    case 'success':
      return { kind: 'done' };
    case 'refused': {
      const { refusal } = answered;
      if (NOT_NOW.has(refusal.issue)) return { kind: 'unavailable', refusal };
      return { kind: isDenied(answered) ? 'denied' : 'refused', refusal };
    }
    case 'unknown':
    case 'unreachable':
      return answered;
  }
}

function pathOf(id: string): string {
  return `${BASE}/${encodeURIComponent(id)}`;
}

function unclear({ issue }: ProviderRefusal) {
  return { kind: 'unknown', problem: `refused: ${issue}` } as const;
}

function rowsOf(body: JsonObject): ListedDispute[] {
  return objectsAt(body, 'items').flatMap((row) => {
    const provider_dispute_id = plainIdAt(row, 'dispute_id');
    return provider_dispute_id ? [{ provider_dispute_id, updated_at: dateAt(row, 'update_time') }] : [];
  });
}

function nextPage(body: JsonObject): string | null {
  const href = linkTo(body, 'next');
  const token = href === null ? null : (URL.parse(href)?.searchParams.get('next_page_token') ?? null);
  return token !== null && PAGE_TOKEN.test(token) ? token : null;
}

import { sql } from 'kysely';
import type { Dispute } from '../../shapes/dispute-shapes.ts';
import type { Account, Link } from '../../shapes/shapes.ts';
import { timestamp } from '../../shapes/world.ts';
import type { Answer, Call } from '../operation.ts';
import { momentIn } from '../../checks/moment.ts';
import { refuse } from '../../checks/problem.ts';
import { stateOf } from '../../checks/dispute-rules.ts';
import { disputeRow } from '../../views/dispute-view.ts';

const PAGE_DEFAULT = 10;
const PAGE_MAX = 50;
const REACH_MS = 180 * 24 * 3_600_000;
const FOUND_MAX = 10_000;
const TOKEN = /^[A-Za-z0-9+/=]{1,255}$/;
const STATES = new Set(
  (
    'OPEN_INQUIRIES REQUIRED_ACTION REQUIRED_OTHER_PARTY_ACTION UNDER_PAYPAL_REVIEW APPEALABLE ' + 'RESOLVED'
  ).split(' '),
);

/** The seller's disputes, newest first, as far back as the provider's search reaches. */
export async function listDisputes(call: Call, seller: Account): Promise<Answer> {
  const { world, query } = call;
  const size = sizeOf(query['page_size']);
  const states = statesOf(query['dispute_state']);
  const from = startOf(call);
  const after = momentOf(query, 'update_time_after') ?? '';
  const before = momentOf(query, 'update_time_before') ?? '9999';
  const transaction = query['disputed_transaction_id'] ?? null;
  const last = positionOf(query['next_page_token']);
  const { rows } = await sql<{ seq: string; body: Dispute }>`
    select seq::text as seq, body from records
    where kind = 'dispute' and body ->> 'payee_id' = ${seller.account_id}
      and body ->> 'create_time' >= ${from}
      and body ->> 'update_time' >= ${after} and body ->> 'update_time' <= ${before}
      and (${transaction}::text is null or body ->> 'capture_id' = ${transaction})
      and (${last}::bigint is null or seq < ${last})
    order by records.seq desc
    limit ${FOUND_MAX}`.execute(world.db);
  const found = rows.filter(({ body }) => states === null || states.has(stateOf(body)));
  const page = found.slice(0, size);
  const items = [];
  for (const { body } of page) items.push(await disputeRow(world.db, world, body));
  const next = found.length > size ? (page.at(-1)?.seq ?? null) : null;
  return { status: 200, body: { items, links: linksOf(call, next) } };
}

function startOf(call: Call): string {
  const { query, world } = call;
  const reach = timestamp(new Date(world.clock.now().getTime() - REACH_MS));
  const start = momentOf(query, 'start_time');
  if (start === null) return reach;
  if (query['disputed_transaction_id'] !== undefined) invalid('start_time');
  if (start < reach) invalid('start_time');
  return start;
}

function linksOf(call: Call, next: string | null): Link[] {
  const base = `${call.world.address.url}/v1/customer/disputes`;
  const at = (token: string | null): string => {
    const query = new URLSearchParams(call.query);
    query.delete('next_page_token');
    if (token !== null) query.set('next_page_token', Buffer.from(token).toString('base64'));
    return query.size === 0 ? base : `${base}?${query.toString()}`;
  };
  const current = call.query['next_page_token'];
  const self = current === undefined ? null : Buffer.from(current, 'base64').toString();
  return [
    { href: at(null), rel: 'first', method: 'GET' },
    { href: at(self), rel: 'self', method: 'GET' },
    ...(next === null ? [] : [{ href: at(next), rel: 'next', method: 'GET' }]),
  ];
}

function sizeOf(text: string | undefined): number {
  if (text === undefined) return PAGE_DEFAULT;
  const size = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return size >= 1 && size <= PAGE_MAX ? size : invalid('page_size');
}

function statesOf(text: string | undefined): ReadonlySet<string> | null {
  if (text === undefined) return null;
  const names = text.split(',');
  return names.every((name) => STATES.has(name)) ? new Set(names) : invalid('dispute_state');
}

function momentOf(query: Record<string, string>, name: string): string | null {
  const text = query[name];
  if (text === undefined) return null;
  return momentIn(text) ?? invalid(name);
}

function positionOf(token: string | undefined): string | null {
  if (token === undefined) return null;
  const text = TOKEN.test(token) ? Buffer.from(token, 'base64').toString() : '';
  return /^\d{1,18}$/.test(text) ? text : invalid('next_page_token');
}

function invalid(field: string): never {
  return refuse('INVALID_PARAMETER_VALUE', { field, location: 'query' }, { status: 400 });
}

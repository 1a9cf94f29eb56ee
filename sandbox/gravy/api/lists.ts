import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { parseJson } from '../../machine/http/json.ts';
import type { Tx } from '../../machine/store/sql.ts';
import type { Answer } from '../shapes/answer.ts';
import type { Capture, Posting, Refund, Transaction } from '../shapes/kinds.ts';
import { GravyProblem } from '../shapes/problem.ts';
import type { GravyWorld } from '../shapes/world.ts';
import { summaryView } from '../views/transaction-view.ts';
import { provide, type Call } from './operation.ts';

const LIMIT_DEFAULT = 20;
const LIMIT_MAX = 100;
const PARTS_MAX = 100;

/** What a transaction has several of. */
export interface OfTransaction {
  gravy_refund: Refund;
  gravy_capture: Capture;
  gravy_settlement: Posting;
  gravy_refund_settlement: Posting;
  gravy_chargeback: Posting;
}

/** What a transaction has of a kind, newest first. */
export async function allOf<K extends keyof OfTransaction>(
  tx: Tx,
  kind: K,
  transactionId: string,
): Promise<OfTransaction[K][]> {
  const { rows } = await sql<{ body: OfTransaction[K] }>`
    select body from records
    where kind = ${kind} and body ->> 'transaction_id' = ${transactionId}
    order by seq desc limit ${PARTS_MAX}`.execute(tx);
  return rows.map(({ body }) => body);
}

/** Serves the list of an account's transactions. */
export function serveLists(app: FastifyInstance, world: GravyWorld): void {
  provide(app, world, {
    method: 'GET',
    path: '/transactions',
    fault: 'gravy.list',
    scope: 'transactions.read',
    handle: list,
  });
}

// What a query may ask for; null stands for whatever is not asked.
interface Filter {
  id: string | null;
  external_identifier: string | null;
  checkout_session_id: string | null;
  status: string | null;
  currency: string | null;
  amount_eq: string | null;
  created_at_gte: string | null;
  created_at_lte: string | null;
  updated_at_gte: string | null;
  updated_at_lte: string | null;
}

const MOMENTS = ['created_at_gte', 'created_at_lte', 'updated_at_gte', 'updated_at_lte'] as const;

const TEXTS: readonly (keyof Filter)[] = [
  'id',
  'external_identifier',
  'checkout_session_id',
  'status',
  'currency',
  'amount_eq',
  ...MOMENTS,
];

/** Behind which transaction a page goes on. */
interface Cursor {
  updated_at: string | null;
  seq: string | null;
}

// Those that moved last stand first, so that one that moves while the pages are read stands before the pages that are left.
async function list(tx: Tx, call: Call): Promise<Answer> {
  const filter = filterOf(call.query);
  const metadata = metadataOf(call.query['metadata']);
  const limit = limitOf(call.query['limit']);
  const before = cursorOf(call.query['cursor']);
  const { rows } = await sql<{ seq: string; body: Transaction }>`
    select seq::text as seq, body from records
    where kind = 'gravy_transaction' and body ->> 'account_id' = ${call.account.account_id}
      and (${before.seq}::bigint is null
        or (body ->> 'updated_at', seq) < (${before.updated_at}::text, ${before.seq}::bigint))
      and (${filter.id}::text is null or id = ${filter.id})
      and (${filter.external_identifier}::text is null
        or body ->> 'external_identifier' = ${filter.external_identifier})
      and (${filter.checkout_session_id}::text is null
        or body ->> 'checkout_session_id' = ${filter.checkout_session_id})
      and (${filter.status}::text is null or body ->> 'status' = ${filter.status})
      and (${filter.currency}::text is null or body ->> 'currency' = ${filter.currency})
      and (${filter.amount_eq}::text is null or body ->> 'amount' = ${filter.amount_eq})
      and (${filter.created_at_gte}::text is null or body ->> 'created_at' >= ${filter.created_at_gte})
      and (${filter.created_at_lte}::text is null or body ->> 'created_at' <= ${filter.created_at_lte})
      and (${filter.updated_at_gte}::text is null or body ->> 'updated_at' >= ${filter.updated_at_gte})
      and (${filter.updated_at_lte}::text is null or body ->> 'updated_at' <= ${filter.updated_at_lte})
      and (${metadata}::text is null or body -> 'metadata' @> ${metadata}::jsonb)
    order by body ->> 'updated_at' desc, seq desc limit ${limit + 1}`.execute(tx);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    status: 200,
    body: {
      items: shown.map(({ body }) => summaryView(body)),
      limit,
      next_cursor: last === undefined ? null : textOfCursor({ ...last, updated_at: last.body.updated_at }),
      previous_cursor: null,
    },
  };
}

function filterOf(query: Record<string, unknown>): Filter {
  const known = new Set<string>([...TEXTS, 'metadata', 'limit', 'cursor']);
  const unknown = Object.keys(query).find((name) => !known.has(name));
  if (unknown !== undefined) refuseQuery(unknown, 'is not served by the sandbox');
  const filter = Object.fromEntries(TEXTS.map((name) => [name, query[name] ?? null]));
  for (const [name, value] of Object.entries(filter)) {
    if (value !== null && typeof value !== 'string') refuseQuery(name, 'is given twice');
  }
  return momentsOf(filter as unknown as Filter);
}

function momentsOf(filter: Filter): Filter {
  const momentOf = (name: (typeof MOMENTS)[number]): string | null => {
    const text = filter[name];
    if (text === null) return null;
    const at = Date.parse(text);
    return Number.isNaN(at)
      ? refuseQuery(name, 'must be a moment')
      : new Date(at).toISOString().replace('Z', '000+00:00');
  };
  return { ...filter, ...Object.fromEntries(MOMENTS.map((name) => [name, momentOf(name)])) };
}

function metadataOf(text: unknown): string | null {
  if (text === undefined) return null;
  const value = typeof text === 'string' ? parseJson(text) : undefined;
  const isTexts =
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((one) => typeof one === 'string');
  return isTexts ? JSON.stringify(value) : refuseQuery('metadata', 'must be a JSON object of texts');
}

function limitOf(text: string | undefined): number {
  const limit = text === undefined ? LIMIT_DEFAULT : /^\d{1,3}$/.test(text) ? Number(text) : NaN;
  return limit >= 1 && limit <= LIMIT_MAX ? limit : refuseQuery('limit', `must be from 1 to ${LIMIT_MAX}`);
}

function textOfCursor({ updated_at, seq }: Cursor): string {
  return Buffer.from(`${updated_at} ${seq}`).toString('base64url');
}

function cursorOf(text: string | undefined): Cursor {
  if (text === undefined) return { updated_at: null, seq: null };
  const [updated_at = '', seq = ''] = Buffer.from(text, 'base64url').toString().split(' ');
  const isOne = !Number.isNaN(Date.parse(updated_at)) && /^\d{1,18}$/.test(seq);
  return isOne ? { updated_at, seq } : refuseQuery('cursor', 'is not a cursor of this list');
}

function refuseQuery(name: string, message: string): never {
  const details = [{ location: 'query', pointer: `/${name}`, message, type: 'value_error' }] as const;
  throw new GravyProblem(400, { message: 'Request failed validation', details });
}

import type {
  ProviderEntry,
  SearchedSpan,
  SearchFacet,
  SearchOutcome,
  Seller,
  Unknown,
  Unreachable,
  WantedEntry,
} from '../rail.ts';
import { type JsonObject, objectsAt, textAt } from '../http/json.ts';
import { momentAt } from '../http/moments.ts';
import type { Minor } from '../../lib/money.ts';
import { readFee } from './fees.ts';
import type { Client } from './client.ts';
import { readTransaction } from './payments.ts';
import { type GravyTransaction, isId, itemsOf, toTransaction } from './translate.ts';
import { toCaptureEntry, toChargebackEntry, toRefundEntry } from './translate-entry.ts';
import { markOf, type Walk, walkFrom, walkOf, walkOn } from './walk.ts';

// How soon a list shows what moved is not documented.
const LAG_SECONDS = 3_600;
const REACH_DAYS = 3 * 365;
// Each takes a few calls of its own, and all of a page is done before it is kept.
const PAGE_SIZE = 20;

/** What the provider has of an account's transactions: it lists these alone, and what was captured and given back is read with each
 *  of them, and what a bank took back, once a report of the card's processor has it. */
export function createSearch(client: Client): SearchFacet {
  return {
    lag_seconds: LAG_SECONDS,
    reach_days: REACH_DAYS,
    // They are shown, and none can be asked for by its id.
    shows_reversals: false,
    page: (of) => readPage(client, of),
    one: (of) => (of.kind === 'capture' ? oneCapture(client, of) : oneRefund(client, of)),
  };
}

type Nothing = Unreachable | Unknown;

async function readPage(
  client: Client,
  { mark, seller, from, to }: SearchedSpan & { mark: string | null },
): Promise<SearchOutcome> {
  const span = { seller, from, to };
  const walk = mark === null ? walkFrom(from.toISOString(), false) : walkOf(mark);
  if (walk === null) return unknown('a mark that cannot be read');
  const listed = await list(client, span, walk);
  if (listed.kind !== 'listed') return listed;
  const { next_cursor } = listed;
  if (next_cursor !== null && next_cursor === walk.cursor) return unknown('a page that leads to itself');
  const newest = walk.newest ?? listed.newest;
  const isOver = walk.isAgain && newest !== null && Date.parse(newest) <= Date.parse(walk.since);
  if (isOver) return found([], null);
  const entries: ProviderEntry[] = [];
  for (const transaction of listed.transactions) {
    const read = await entriesOf(client, span, transaction);
    if (read.kind !== 'read') return read;
    entries.push(...read.entries);
  }
  return found(entries, walkOn({ ...walk, newest }, next_cursor));
}

function found(entries: ProviderEntry[], walk: Walk | null): SearchOutcome {
  const shown = { kind: 'found', entries, is_last: walk === null, refreshed_at: null } as const;
  return walk === null ? shown : { ...shown, mark: markOf(walk) };
}

type Listed =
  | {
      kind: 'listed';
      transactions: GravyTransaction[];
      newest: string | null;
      next_cursor: string | null;
    }
  | Nothing;

// Whatever was captured or given back of a transaction moved it, then or later.
async function list(client: Client, { seller, to }: SearchedSpan, walk: Walk): Promise<Listed> {
  const query = new URLSearchParams({
    limit: String(PAGE_SIZE),
    created_at_lte: to.toISOString(),
    updated_at_gte: walk.since,
    ...(walk.cursor !== null && { cursor: walk.cursor }),
  });
  const body = await read(client, seller, 'transactions.list', `/transactions?${query.toString()}`);
  if (body.kind !== 'success') return body;
  const items = objectsAt(body.body, 'items');
  const transactions = items.map(toTransaction).filter((one) => one !== null);
  const isWhole = Array.isArray(body.body['items']) && transactions.length === items.length;
  const areOwn = transactions.every(
    ({ merchant_account_id: id }) => id === seller.shown['merchant_account_id'],
  );
  if (!isWhole || !areOwn) return unknown('a page that cannot be read');
  const newest = items[0] ? momentAt(items[0], 'updated_at') : null;
  if (items.length > 0 && newest === null) return unknown('a page that cannot be read');
  return { kind: 'listed', transactions, newest, next_cursor: textAt(body.body, 'next_cursor') };
}

type Read = { kind: 'read'; entries: ProviderEntry[] } | Nothing;

async function entriesOf(client: Client, span: SearchedSpan, shown: GravyTransaction): Promise<Read> {
  if (shown.captured === 0 && shown.refunded === 0) return { kind: 'read', entries: [] };
  const { seller } = span;
  const captures = await itemsAt(client, seller, `/transactions/${shown.id}/captures`, 'captures.list');
  if (captures.kind !== 'items') return captures;
  const done = captures.items.filter((item) => textAt(item, 'status') === 'succeeded');
  const taken = await takenIn(client, span, shown, done);
  if (taken.kind !== 'read') return taken;
  const capture_id = done[0] ? textAt(done[0], 'id') : null;
  const entries = [...taken.entries];
  for (const { list, toEntry } of wentBack(shown)) {
    const listed = await itemsAt(client, seller, `/transactions/${shown.id}/${list}`, `${list}.list`);
    if (listed.kind !== 'items') return listed;
    const returned = within(
      span,
      listed.items.map((item) => toEntry(item, capture_id)),
    );
    if (returned === null) return unknown(`one of the ${list} cannot be read`);
    entries.push(...returned.filter(isDone));
  }
  return { kind: 'read', entries };
}

// What there is to be read of what was given back, and of what a bank took back.
function wentBack({ refunded, body }: GravyTransaction) {
  return [
    ...(refunded === 0 ? [] : [{ list: 'refunds', toEntry: toRefundEntry }]),
    ...(body['disputed'] === true ? [{ list: 'chargebacks', toEntry: toChargebackEntry }] : []),
  ];
}

// Whose payment it is, and what was kept of it, is read of those alone that count.
async function takenIn(
  client: Client,
  span: SearchedSpan,
  shown: GravyTransaction,
  captures: readonly JsonObject[],
): Promise<Read> {
  const listed = captures.map((item) => toCaptureEntry(item, { transaction_id: null, provider_fee: null }));
  const entries = within(span, listed);
  if (entries === null) return unknown('a capture that cannot be read');
  if (entries.length === 0) return { kind: 'read', entries };
  const read = await readTransaction(client, span.seller, shown.id);
  if (read.kind === 'missing') return unknown('a transaction that is listed and not there');
  if (read.kind !== 'found') return read;
  const { transaction_id } = read.transaction;
  const fee = await feeOf(client, span.seller, read.transaction);
  if (fee.kind !== 'fee') return fee;
  // What is kept is told of a transaction, and not of a part of it.
  const provider_fee = captures.length === 1 ? fee.provider_fee : null;
  return { kind: 'read', entries: entries.map((entry) => ({ ...entry, transaction_id, provider_fee })) };
}

async function feeOf(
  client: Client,
  seller: Seller,
  { id, body, currency }: GravyTransaction,
): Promise<{ kind: 'fee'; provider_fee: Minor | null } | Nothing> {
  if (body['settled'] !== true) return { kind: 'fee', provider_fee: null };
  return readFee(client, { seller, provider_order_id: id, currency });
}

async function oneCapture(
  client: Client,
  { seller, provider_order_id: id, provider_id }: SearchedSpan & WantedEntry,
): Promise<SearchOutcome> {
  if (id === null || !isId(id)) return found([], null);
  const read = await readTransaction(client, seller, id);
  if (read.kind === 'missing') return found([], null);
  if (read.kind !== 'found') return read;
  const captures = await itemsAt(client, seller, `/transactions/${id}/captures`, 'captures.list');
  if (captures.kind !== 'items') return captures;
  const item = captures.items.find((one) => textAt(one, 'id') === provider_id);
  if (item === undefined) return found([], null);
  const { transaction_id } = read.transaction;
  const entry = toCaptureEntry(item, { transaction_id, provider_fee: null });
  return entry === null ? unknown('a capture that cannot be read') : found([entry], null);
}

async function oneRefund(
  client: Client,
  { seller, provider_id }: SearchedSpan & WantedEntry,
): Promise<SearchOutcome> {
  if (!isId(provider_id)) return found([], null);
  const body = await read(client, seller, 'refunds.read', `/refunds/${provider_id}`, 'may be missing');
  if (body.kind === 'missing') return found([], null);
  if (body.kind !== 'success') return body;
  const entry = toRefundEntry(body.body, null);
  return entry === null ? unknown('a refund that cannot be read') : found([entry], null);
}

async function itemsAt(
  client: Client,
  seller: Seller,
  path: string,
  operation: string,
): Promise<{ kind: 'items'; items: JsonObject[] } | Nothing> {
  const body = await read(client, seller, operation, path);
  if (body.kind !== 'success') return body;
  const items = itemsOf(body.body);
  return items === null ? unknown('a list that cannot be read') : { kind: 'items', items };
}

type Body = { kind: 'success'; body: JsonObject } | Nothing;

async function read(client: Client, seller: Seller, operation: string, path: string): Promise<Body>;
async function read(
  client: Client,
  seller: Seller,
  operation: string,
  path: string,
  missing: 'may be missing',
): Promise<Body | { kind: 'missing' }>;
async function read(
  client: Client,
  seller: Seller,
  operation: string,
  path: string,
  missing?: 'may be missing',
): Promise<Body | { kind: 'missing' }> {
  const answer = await client.call({ seller, operation, effect: 'read', method: 'GET', path });
  if (answer.kind !== 'refused') return answer;
  if (answer.status === 404 && missing !== undefined) return { kind: 'missing' };
  return unknown(`refused: ${answer.refusal.issue}`);
}

// Null when one of them cannot be read: nothing may look as if it had not moved.
function within(
  { from, to }: SearchedSpan,
  entries: readonly (ProviderEntry | null)[],
): ProviderEntry[] | null {
  const read = entries.filter((entry) => entry !== null);
  if (read.length < entries.length) return null;
  return read.filter(({ began_at }) => began_at >= from && began_at <= to);
}

function isDone({ status }: ProviderEntry): boolean {
  return status === 'completed';
}

function unknown(problem: string): Unknown {
  return { kind: 'unknown', problem };
}

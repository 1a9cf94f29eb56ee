import { sql } from 'kysely';
import { countUpToBound } from '../../db/count.ts';
import { type Claim, dueRows, type DueTable, holdRows } from '../../db/due.ts';
import { heldUntilDecided } from '../../db/in-doubt.ts';
import type { Db, Tx } from '../../db/tx.ts';
import { wayOf } from '../../lib/lifecycle.ts';
import { TEXT_TO_PAY_MOVES, type TextToPayState, type TextToPayTrigger } from './lifecycle.ts';
import { REQUEST_COLUMNS, type RequestRow } from './request-row.ts';

const POLLED = { key: 'id', at: 'poll_at' };

/** Index: text_to_pay_polled. */
export const INVOICES_DUE: DueTable = { table: 'text_to_pay_requests', at: POLLED.at };

const RETURNED = sql.join(REQUEST_COLUMNS.map((column) => sql.ref(column)));

export type NewRequestRow = Omit<
  RequestRow,
  | ('state' | 'step' | 'refusal' | 'provider_invoice_id' | 'invoice_status' | 'message_status' | 'pay_url')
  | ('message_id' | 'transaction_id' | 'last_polled_at' | 'resolved_at' | 'updated_at')
> & { idempotency_key: string | null; next_check_at: Date };

/** Inserts a request under its key, to be waited for by `untilDecided`; null when the key was used before, after waiting for whoever is
 *  using it. Index: text_key_is_used_once. */
export async function insertRequest(tx: Tx, request: NewRequestRow): Promise<RequestRow | null> {
  const row = await tx
    .insertInto('text_to_pay_requests')
    .values({ ...request, state: 'sending', step: 'invoice', updated_at: request.created_at })
    .onConflict((conflict) => conflict.constraint('text_key_is_used_once').doNothing())
    .returning([...REQUEST_COLUMNS, heldUntilDecided('id').as('held')])
    .executeTakeFirst();
  if (!row) return null;
  const { held: _held, ...inserted } = row;
  return inserted;
}

/** The request that a merchant made under this key. Index: text_key_is_used_once. */
export async function requestOfKey(
  db: Db,
  of: { merchant_id: string; idempotency_key: string },
): Promise<RequestRow | undefined> {
  return db
    .selectFrom('text_to_pay_requests')
    .select(REQUEST_COLUMNS)
    .where('merchant_id', '=', of.merchant_id)
    .where('idempotency_key', '=', of.idempotency_key)
    .executeTakeFirst();
}

export async function readRequest(db: Db, id: string): Promise<RequestRow | undefined> {
  return ofId(db, id).executeTakeFirst();
}

export async function lockRequest(tx: Tx, id: string): Promise<RequestRow | undefined> {
  return ofId(tx, id).forUpdate().executeTakeFirst();
}

function ofId(db: Db, id: string) {
  return db.selectFrom('text_to_pay_requests').select(REQUEST_COLUMNS).where('id', '=', id);
}

/** A request that a merchant can see. */
export async function findRequest(
  db: Db,
  of: { merchant_id: string; request_id: string },
): Promise<RequestRow | undefined> {
  const row = await readRequest(db, of.request_id);
  return row?.merchant_id === of.merchant_id && row.state !== 'refused' ? row : undefined;
}

/** The request whose invoice the provider tells of. Index: text_to_pay_by_invoice. */
export async function findByInvoice(
  db: Db,
  of: { provider: string; provider_invoice_id: string },
): Promise<RequestRow | undefined> {
  return db
    .selectFrom('text_to_pay_requests')
    .select(REQUEST_COLUMNS)
    .where('provider', '=', of.provider)
    .where('provider_invoice_id', '=', of.provider_invoice_id)
    .executeTakeFirst();
}

type RequestChange = Partial<
  Pick<
    RequestRow,
    | ('provider_invoice_id' | 'invoice_status' | 'message_status' | 'pay_url' | 'message_id')
    | ('transaction_id' | 'step' | 'refusal' | 'last_polled_at' | 'resolved_at')
  > & {
    idempotency_key: null;
    next_check_at: Date | null;
    poll_at: Date | null;
    last_problem: string;
  }
> & { updated_at: Date };

export async function updateRequest(tx: Tx, id: string, change: RequestChange): Promise<RequestRow> {
  return tx
    .updateTable('text_to_pay_requests')
    .set(change)
    .where('id', '=', id)
    .returning(REQUEST_COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Moves a request by its table of moves. Null when it is in no state that the trigger leaves. */
export async function moveRequest(
  tx: Tx,
  id: string,
  by: RequestChange & { trigger: TextToPayTrigger },
): Promise<RequestRow | null> {
  const { trigger, ...change } = by;
  const { from, to } = wayOf(TEXT_TO_PAY_MOVES, trigger);
  const row = await tx
    .updateTable('text_to_pay_requests')
    .set({ ...change, state: to })
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning(REQUEST_COLUMNS)
    .executeTakeFirst();
  return row ?? null;
}

/** Takes requests whose invoice is to be looked at. Index: text_to_pay_polled. */
export async function claimPolls(db: Db, claim: Claim): Promise<RequestRow[]> {
  const result = await sql<RequestRow>`
    update text_to_pay_requests
    set poll_at = ${claim.held_until}
    where id = any(array(${dueRows('text_to_pay_requests', POLLED, claim)}))
    returning ${RETURNED}`.execute(db);
  return result.rows;
}

/** Holds rows that are still held as they were until another time; a time that has come gives them back. */
export async function holdPolls(
  db: Db,
  held: readonly { id: string; held_until: Date }[],
  until: Date,
): Promise<void> {
  const rows = held.map(({ id, held_until }) => ({ key: id, held_until }));
  await holdRows(db, { table: 'text_to_pay_requests', columns: POLLED, held: rows, until });
}

/** Says when the invoice is looked at next, and what was seen of it, where it is to be looked at at all: what had been read before the
 *  request came to its end is older than that end. */
export async function schedulePoll(
  db: Db,
  id: string,
  next: { poll_at: Date | null; seen?: { at: Date; invoice_status: string } },
): Promise<void> {
  const { seen } = next;
  await sql`
    update text_to_pay_requests
    set poll_at = case when poll_at is null then null else ${next.poll_at}::timestamptz end,
      last_polled_at = case when poll_at is null then last_polled_at
        else coalesce(${seen?.at ?? null}::timestamptz, last_polled_at) end,
      invoice_status = case when poll_at is null then invoice_status
        else coalesce(${seen?.invoice_status ?? null}::text, invoice_status) end
    where id = ${id}`.execute(db);
}

const PUBLISHED: Readonly<Record<string, readonly TextToPayState[]>> = { sending: ['sending', 'unknown'] };

/** A page of a merchant's requests, newest first, and how many there are in all. Index: text_to_pay_by_merchant. */
export async function listRequests(
  db: Db,
  filter: { merchant_id: string; status?: string },
  page: { limit: number; offset: number },
): Promise<{ rows: RequestRow[]; total: number }> {
  const { merchant_id, status } = filter;
  const states = status === undefined ? null : (PUBLISHED[status] ?? [status]);
  const matching = sql`from text_to_pay_requests where merchant_id = ${merchant_id}::uuid
    and state <> 'refused' and ${states === null ? sql`true` : sql`state = any(${states}::text[])`}`;
  const [listed, total] = await Promise.all([
    sql<RequestRow>`
      select ${RETURNED} ${matching} order by id desc limit ${page.limit} offset ${page.offset}`.execute(db),
    countUpToBound(db, matching),
  ]);
  return { rows: listed.rows, total };
}

import { sql } from 'kysely';
import type { Db, Tx } from '../../db/tx.ts';
import { DISPUTE_COLUMNS, type DisputeRow } from './dispute-row.ts';

// What JSON holds, and words that no constraint lists, are known here alone.
const disputes = (db: Db) => db.selectFrom('disputes').select(DISPUTE_COLUMNS).$castTo<DisputeRow>();

/** A merchant's disputes, those that were opened last first. Index: disputes_by_merchant. */
export async function listDisputes(
  db: Db,
  of: { merchant_id: string; limit: number; offset: number },
): Promise<DisputeRow[]> {
  return disputes(db)
    .where('merchant_id', '=', of.merchant_id)
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(of.limit)
    .offset(of.offset)
    .execute();
}

/** One dispute of a merchant. Index: the primary key. */
export async function findDispute(
  db: Db,
  of: { merchant_id: string; dispute_id: string },
): Promise<DisputeRow | undefined> {
  return disputes(db)
    .where('id', '=', of.dispute_id)
    .where('merchant_id', '=', of.merchant_id)
    .executeTakeFirst();
}

export async function readDispute(db: Db, id: string): Promise<DisputeRow | undefined> {
  return disputes(db).where('id', '=', id).executeTakeFirst();
}

export interface AtProvider {
  provider: string;
  provider_dispute_id: string;
}

/** A dispute by the provider's id. Index: dispute_is_known_once. */
export async function findByProvider(db: Db, of: AtProvider): Promise<DisputeRow | undefined> {
  return disputes(db)
    .where('provider', '=', of.provider)
    .where('provider_dispute_id', '=', of.provider_dispute_id)
    .executeTakeFirst();
}

/** Which of a provider's disputes stand here as they were at these times. Index: dispute_is_known_once. */
export async function knownAsOf(
  db: Db,
  provider: string,
  listed: readonly { provider_dispute_id: string; updated_at: Date | null }[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('disputes')
    .select(['provider_dispute_id', 'provider_updated_at'])
    .where('provider', '=', provider)
    .where('provider_dispute_id', 'in', ['', ...listed.map((one) => one.provider_dispute_id)])
    .execute();
  const times = new Map(rows.map((row) => [row.provider_dispute_id, row.provider_updated_at.getTime()]));
  const known = listed.filter(
    (one) => one.updated_at !== null && times.get(one.provider_dispute_id) === one.updated_at.getTime(),
  );
  return new Set(known.map((one) => one.provider_dispute_id));
}

export async function lockDispute(tx: Tx, id: string): Promise<DisputeRow> {
  return disputes(tx).where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

interface OfPayment {
  id: string;
  transaction_id: string;
}

/** What the other disputes of a payment hold of it, in minor units. Index: disputes_by_transaction. */
export async function heldBeside(tx: Tx, { id, transaction_id }: OfPayment): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    select coalesce(sum(held_cents), 0)::bigint as held
    from disputes
    where transaction_id = ${transaction_id} and id <> ${id} and released_at is null`.execute(tx);
  return rows[0]!.held;
}

/** Locks the other disputes of a payment that are open, those that were opened first in front. Index:
 *  disputes_by_transaction. */
export async function lockOpenBeside(tx: Tx, { id, transaction_id }: OfPayment): Promise<DisputeRow[]> {
  return disputes(tx)
    .where('transaction_id', '=', transaction_id)
    .where('id', '<>', id)
    .where('is_resolved', '=', false)
    .where('released_at', 'is', null)
    .orderBy('opened_at')
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Counts a read that is begun now, and tells which one it is; undefined when there is no such dispute here yet. Index:
 *  dispute_is_known_once. */
export async function beginRead(db: Db, of: AtProvider): Promise<{ id: string; read: number } | undefined> {
  const result = await sql<{ id: string; read: number }>`
    update disputes
    set reads_begun = reads_begun + 1
    where provider = ${of.provider} and provider_dispute_id = ${of.provider_dispute_id}
    returning id, reads_begun as read`.execute(db);
  return result.rows[0];
}

/** The channel of a merchant. */
export async function channelOf(db: Db, merchantId: string): Promise<string | null> {
  const row = await db
    .selectFrom('merchants')
    .select('channel_id')
    .where('id', '=', merchantId)
    .executeTakeFirst();
  return row?.channel_id ?? null;
}

type Json = 'answered' | 'provider_payload';
type Changes = Partial<Omit<DisputeRow, 'id' | Json>> & Partial<Record<Json, string>>;

/** Null when there is one already. */
export async function insertDispute(
  tx: Tx,
  dispute: Omit<DisputeRow, Json | 'reads_begun' | 'read_recorded' | 'held_cents' | 'released_at'> &
    Record<Json, string>,
): Promise<DisputeRow | null> {
  const row = await tx
    .insertInto('disputes')
    .values(dispute)
    .onConflict((conflict) => conflict.constraint('dispute_is_known_once').doNothing())
    .returning(DISPUTE_COLUMNS)
    .$castTo<DisputeRow>()
    .executeTakeFirst();
  return row ?? null;
}

/** Changes a dispute that the caller has locked. Columns that hold JSON are given as text. */
export async function updateDispute(tx: Tx, id: string, set: Changes): Promise<DisputeRow> {
  const row = await tx
    .updateTable('disputes')
    .set(set)
    .where('id', '=', id)
    .returning(DISPUTE_COLUMNS)
    .$castTo<DisputeRow>()
    .executeTakeFirstOrThrow();
  return row;
}

/** Disputes whose payment is to be looked for. Index: disputes_to_match. */
export async function disputesToMatch(db: Db, of: { now: Date; limit: number }): Promise<{ id: string }[]> {
  return db
    .selectFrom('disputes')
    .select('id')
    .where('match_at', '<=', of.now)
    .orderBy('match_at')
    .orderBy('id')
    .limit(of.limit)
    .execute();
}

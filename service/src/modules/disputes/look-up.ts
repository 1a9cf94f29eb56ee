import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/tx.ts';
import { DISPUTE_COLUMNS, type DisputeRow } from './dispute-row.ts';

/** A dispute that somebody named, and the payment that it was found to be of. */
type Named = Pick<DisputeRow, 'id' | 'merchant_id' | 'transaction_id' | 'checkout_session_id'>;

/** Index: the primary key. */
export async function disputesById(db: Db, id: string): Promise<Named[]> {
  return named(db, sql`id = ${id}::uuid`);
}

/** Those that a provider calls so. Index: disputes_at_provider. */
export async function disputesAtProvider(db: Db, of: { id: string; limit: number }): Promise<Named[]> {
  return named(db, sql`provider_dispute_id = ${of.id} limit ${of.limit}`);
}

async function named(db: Db, condition: RawBuilder<unknown>): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select id, merchant_id, transaction_id, checkout_session_id from disputes where ${condition}`.execute(db);
  return rows;
}

interface OfPayment {
  /** Those that are of no payment which is known here. */
  dispute_ids: readonly string[];
  transaction_ids: readonly string[];
  limit: number;
}

/** The disputes of some transactions, and some by their ids, the newest first. Indexes: disputes_by_transaction, the primary key. */
export async function disputesOf(db: Db, of: OfPayment): Promise<DisputeRow[]> {
  const theirs = sql`
    select id from disputes where transaction_id = any(${of.transaction_ids}::uuid[]) limit ${of.limit}`;
  return db
    .selectFrom('disputes')
    .select(DISPUTE_COLUMNS)
    .$castTo<DisputeRow>()
    .where(sql<boolean>`id = any(array(${theirs}) || ${of.dispute_ids}::uuid[])`)
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

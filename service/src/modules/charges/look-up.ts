import { sql } from 'kysely';
import type { Db } from '../../db/tx.ts';

/** What was charged by a saved instrument, of some transactions. Index: the primary key. */
export async function chargesOf(db: Db, transaction_ids: readonly string[]) {
  const rows = await db
    .selectFrom('vault_charges')
    .select(['transaction_id', 'vault_token_id', 'idempotency_key', 'state', 'refusal', 'created_at'])
    .where(sql<boolean>`transaction_id = any(${transaction_ids}::uuid[])`)
    .orderBy('transaction_id')
    .execute();
  return rows.map(({ created_at, ...charge }) => ({ ...charge, created_at: created_at.toISOString() }));
}

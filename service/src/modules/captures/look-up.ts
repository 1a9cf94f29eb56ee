import { sql } from 'kysely';
import type { Db, RowOf } from '../../db/tx.ts';

/** An attempt that somebody named, and what it belongs to. */
interface Named {
  id: string;
  merchant_id: string;
  transaction_id: string;
  checkout_session_id: string | null;
}

const SHOWN = [
  'id',
  'transaction_id',
  'state',
  'failure_code',
  'checks',
  'next_check_at',
  'last_problem',
  'created_at',
  'updated_at',
] as const;

/** Indexes: the primary keys. */
export async function attemptsById(db: Db, id: string): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select a.id, t.merchant_id, a.transaction_id, t.checkout_session_id
    from capture_attempts a
    cross join lateral (
      select merchant_id, checkout_session_id from transactions where id = a.transaction_id limit 1
    ) t
    where a.id = ${id}::uuid`.execute(db);
  return rows;
}

/** The last calls that may have taken the money of some transactions, newest first. Index: capture_attempts_by_transaction. */
export async function attemptsOf(
  db: Db,
  { transaction_ids, limit }: { transaction_ids: readonly string[]; limit: number },
) {
  const rows: RowOf<'capture_attempts', (typeof SHOWN)[number]>[] = await db
    .selectFrom('capture_attempts')
    .select(SHOWN)
    .where(sql<boolean>`transaction_id = any(${transaction_ids}::uuid[])`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ next_check_at, created_at, updated_at, ...attempt }) => ({
    ...attempt,
    next_check_at: next_check_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }));
}

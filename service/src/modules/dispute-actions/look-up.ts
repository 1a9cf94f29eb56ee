import { sql } from 'kysely';
import type { Db } from '../../db/tx.ts';

/** An action that somebody named, and the payment of its dispute. */
interface Named {
  id: string;
  dispute_id: string;
  merchant_id: string;
  transaction_id: string | null;
  checkout_session_id: string | null;
}

/** Indexes: the primary keys. */
export async function actionsById(db: Db, id: string): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select a.id, a.dispute_id, a.merchant_id, d.transaction_id, d.checkout_session_id
    from dispute_actions a
    cross join lateral (
      select transaction_id, checkout_session_id from disputes where id = a.dispute_id limit 1
    ) d
    where a.id = ${id}::uuid`.execute(db);
  return rows;
}

/** The last actions on some disputes, newest first. Index: dispute_actions_by_dispute. */
export async function actionsOf(
  db: Db,
  { dispute_ids, limit }: { dispute_ids: readonly string[]; limit: number },
) {
  const rows = await db
    .selectFrom('dispute_actions')
    .select(['id', 'dispute_id', 'action', 'state', 'refusal', 'actor', 'created_at'])
    .where(sql<boolean>`dispute_id = any(${dispute_ids}::uuid[])`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ created_at, ...action }) => ({ ...action, created_at: created_at.toISOString() }));
}

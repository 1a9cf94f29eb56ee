import { sql } from 'kysely';
import type { Db } from '../../db/tx.ts';
import { DIFFERENCE_COLUMNS, type DifferenceRow } from './queries.ts';
import { differenceView } from './view.ts';

/** What of some transactions waits for a person, since the provider's books say otherwise, newest first. Index:
 *  reconciliation_differences_by_transaction. */
export async function openDifferencesOf(
  db: Db,
  { transaction_ids, limit }: { transaction_ids: readonly string[]; limit: number },
) {
  const { rows } = await sql<DifferenceRow>`
    select ${DIFFERENCE_COLUMNS}
    from reconciliation_differences
    where transaction_id = any(${transaction_ids}::uuid[]) and closed_at is null
    order by found_at desc, id desc
    limit ${limit}`.execute(db);
  return rows.map(differenceView);
}

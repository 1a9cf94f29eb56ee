import { type RawBuilder, sql } from 'kysely';
import type { Db } from './tx.ts';

/** So many are counted of anything; of more it is only known that there are as many. */
export const COUNTED_MAX = 100_000;

/** How many rows a `from …` holds, counted up to a bound, so that asking costs the same however many there are. For what
 *  stands over all tenants (gap G63). */
export async function countUpToBound(db: Db, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ counted: number }>`
    select count(*) as counted from (select 1 ${from} limit ${COUNTED_MAX}) counted`.execute(db);
  return rows[0]!.counted;
}

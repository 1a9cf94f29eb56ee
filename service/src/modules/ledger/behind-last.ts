import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import { later } from '../../lib/time.ts';

/** When another step of what has been posted before happened: at `at`, or right behind the last one where that would be no
 *  later, since a posting is known by its source, kind and time. Index: the primary key. */
export async function behindLast(tx: Tx, { source_id, at }: { source_id: string; at: Date }): Promise<Date> {
  const { rows } = await sql<{ last: Date | null }>`
    select max(occurred_at) as last
    from ledger_postings
    where source_id = ${source_id}`.execute(tx);
  const last = rows[0]?.last ?? null;
  return last !== null && at <= last ? later(last, 1) : at;
}

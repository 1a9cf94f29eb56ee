import { sql } from 'kysely';
import type { Ctx } from '../../context.ts';
import { BEFORE_ALL_IDS } from '../../lib/ids.ts';

const COUNT_BATCH = 500;

/** A sweep: counts transactions that were there before any were counted. Their row says whether they are, and the database
 *  adds them to the rest at that moment. Index: transactions_not_counted. */
export async function sweepUncounted(ctx: Ctx): Promise<number> {
  // Who locks rows looks at each of them again, unless it came by a bound of the index: hence one that keeps out nothing.
  const counted = await sql`
    update transactions
    set is_counted = true
    where id = any(array(
      select id from transactions
      where not is_counted and merchant_id >= ${BEFORE_ALL_IDS}
      order by merchant_id, id
      limit ${COUNT_BATCH}
      for update skip locked
    ))`.execute(ctx.db);
  return Number(counted.numAffectedRows ?? 0n);
}

import { sql } from 'kysely';
import type { Ctx } from '../../context.ts';
import { dayOf } from '../../lib/time.ts';
import { dayAfter } from './schedule.ts';

const KEPT_DAYS = 400;
const FORGOTTEN_AT_ONCE = 500;

/** A sweep: days that agreed are forgotten after a good year. Those in which something did not are kept. Indexes:
 *  reconciliation_days_by_day, reconciliation_differences_by_day. */
export async function forgetComparedDays(ctx: Ctx): Promise<number> {
  const before = dayAfter(dayOf(ctx.clock.now()), -KEPT_DAYS);
  const deleted = await sql`
    delete from reconciliation_days
    where id = any(array(
      select id from reconciliation_days d
      where d.due_at is null and d.day < ${before}::date
        and (select f.id from reconciliation_differences f where f.day_id = d.id limit 1) is null
      order by d.day
      limit ${FORGOTTEN_AT_ONCE}
      for update skip locked
    ))`.execute(ctx.db);
  return Number(deleted.numAffectedRows ?? 0n);
}

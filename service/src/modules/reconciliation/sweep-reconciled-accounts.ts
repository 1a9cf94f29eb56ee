import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import { DAY_MS, dayOf } from '../../lib/time.ts';
import { followDay, walkUncompared } from './day-queries.ts';
import { firstLookAt } from './schedule.ts';

const WALK = 'rail_accounts';
const WALKED_AT_ONCE = 500;
/** What was taken before the service compared anything is compared as far back as this; more when a person asks for it. */
const BACK_DAYS = 90;

/** A sweep: finds accounts that took a payment and that nobody compares yet, some at each run. */
export async function sweepReconciledAccounts(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  const walked = await walkUncompared(ctx.db, { name: WALK, limit: WALKED_AT_ONCE });
  const earliest = now.getTime() - BACK_DAYS * DAY_MS;
  let followed = 0;
  for (const { first_at, ...account } of walked) {
    const search = ctx.rails.get(account.provider)?.books?.search;
    if (!search) continue;
    const day = { ...account, day: dayOf(new Date(Math.max(first_at.getTime(), earliest))) };
    const due_at = firstLookAt(day, search.lag_seconds);
    await inTransaction(ctx.db, (tx) => followDay(tx, { ...day, due_at }, now));
    followed += 1;
  }
  return followed;
}

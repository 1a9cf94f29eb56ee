import type { Ctx } from '../../context.ts';
import { heldWork } from '../../db/due.ts';
import { inTransaction, isUnavailable } from '../../db/tx.ts';
import { newWorkPool, type WorkPool } from '../../lib/work-pool.ts';
import { chargePeriod, endUnpaid } from './charge-period.ts';
import { endSubscription } from './move-subscription.ts';
import {
  claimDueSubscriptions,
  holdSubscriptions,
  readSubscription,
  type SubscriptionRow,
} from './queries.ts';

// Each waits for the provider most of its time.
const PLACES = 32;

/** A sweep: subscriptions whose period begins are charged, those left unpaid for too long or asked to end are ended, many
 *  at once. */
export function sweepOfSubscriptions(ctx: Ctx): WorkPool {
  const work = heldWork<SubscriptionRow>(ctx.clock, {
    claim: (claim) => claimDueSubscriptions(ctx.db, claim),
    act: (row) => act(ctx, row).catch(failed(ctx, row)),
    hold: (held, until) => holdSubscriptions(ctx.db, held, until),
  });
  return newWorkPool(work, { places: PLACES });
}

async function act(ctx: Ctx, row: SubscriptionRow): Promise<void> {
  if (row.is_charging) return chargePeriod(ctx, row);
  if (row.status === 'past_due') return endUnpaid(ctx, row);
  await inTransaction(ctx.db, async (tx) => {
    const held = (await readSubscription(tx, { id: row.id }, { forUpdate: true }))!;
    // It may have been ended since it was taken.
    if (held.status === 'active' && held.ends_with_period)
      await endSubscription(tx, ctx, held, 'period_ended');
  });
}

// One that cannot be charged must not hold up the others; it is taken again when its hold lapses, or soon where the database failed.
function failed(ctx: Ctx, { id }: SubscriptionRow): (error: unknown) => void {
  return (error) => {
    ctx.log.error(
      { event: 'subscription.charge_failed', id, err: error },
      'a subscription could not be charged',
    );
    if (isUnavailable(error)) throw error;
  };
}

import type { Ctx } from '../../context.ts';
import { claimAt, heldUntilAt } from '../../db/due.ts';
import { inTransaction } from '../../db/tx.ts';
import { newPlaces, type Places, type Work } from '../../lib/places.ts';
import { chargePeriod } from './charge-period.ts';
import { endSubscription } from './move-subscription.ts';
import {
  claimDueSubscriptions,
  holdSubscriptions,
  readSubscription,
  type SubscriptionRow,
} from './queries.ts';

// Each waits for the provider most of its time.
const PLACES = 32;

type Held = SubscriptionRow & { held_until: Date };

/** A sweep: subscriptions whose period begins are charged, those left unpaid for too long or asked to end are ended, many
 *  at once. */
export function subscriptionsOf(ctx: Ctx): Places {
  const now = () => ctx.clock.now();
  const work: Work<Held> = {
    claim: async (limit) => {
      const claim = claimAt(now(), limit);
      const rows = await claimDueSubscriptions(ctx.db, claim);
      return rows.map((row) => ({ ...row, held_until: claim.held_until }));
    },
    act: (held) => act(ctx, held).catch(failed(ctx, held)),
    giveBack: (held) => holdSubscriptions(ctx.db, held, now()),
    renew: async (held) => {
      const until = heldUntilAt(now());
      await holdSubscriptions(ctx.db, held, until);
      for (const one of held) one.held_until = until;
    },
  };
  return newPlaces(work, { places: PLACES });
}

async function act(ctx: Ctx, row: SubscriptionRow): Promise<void> {
  if (row.is_charging) return chargePeriod(ctx, row);
  await inTransaction(ctx.db, async (tx) => {
    const held = (await readSubscription(tx, { id: row.id }, { forUpdate: true }))!;
    // It may have been asked to end, or to go on, since it was taken.
    if (held.status === 'past_due') await endSubscription(tx, ctx, held, 'left_unpaid');
    if (held.status === 'active' && held.ends_with_period)
      await endSubscription(tx, ctx, held, 'period_ended');
  });
}

// One that cannot be charged must not hold up the others; it is taken again when its hold lapses.
function failed(ctx: Ctx, { id }: Held): (error: unknown) => void {
  return (error) =>
    ctx.log.error(
      { event: 'subscription.charge_failed', id, err: error },
      'a subscription could not be charged',
    );
}

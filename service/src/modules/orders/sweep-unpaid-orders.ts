import type { Ctx } from '../../context.ts';
import { HOUR_MS, later } from '../../lib/time.ts';
import { newWorkPool, type Work, type WorkPool } from '../../lib/work-pool.ts';
import { readBackOrder } from '../captures/index.ts';
import { claimUnpaidOrders, findTransaction, giveUnpaidBack } from '../payments/index.ts';

// Nobody waits for them: fewer than of what is in doubt.
const PLACES = 8;
/** The provider keeps an order for six hours, and for 72 by arrangement; an approval counts anew. */
const FIRST_LOOK_HOURS = 7;
const NEXT_LOOK_HOURS = 24;

/** When an order that was just made is looked at, in case nobody pays it. */
export function firstLapseCheck(now: Date): Date {
  return later(now, FIRST_LOOK_HOURS * HOUR_MS);
}

/** A sweep: orders that nobody paid are read back from the provider, which says nothing when they end. One that is
 *  gone there is voided, one that is approved stays the channel's to capture; age alone voids none. Gap G47. */
export function sweepOfUnpaidOrders(ctx: Ctx): WorkPool {
  const work: Work<{ id: string; next: Date }> = {
    claim: async (limit) => {
      const now = ctx.clock.now();
      const next = later(now, NEXT_LOOK_HOURS * HOUR_MS);
      return (await claimUnpaidOrders(ctx.db, { now, next, limit })).map((id) => ({ id, next }));
    },
    // Of one that cannot be read the next look is set already.
    act: ({ id }) => look(ctx, id).catch(notLookedAt(ctx, id)),
    giveBack: (held) => giveUnpaidBack(ctx.db, held, ctx.clock.now()),
  };
  return newWorkPool(work, { places: PLACES });
}

async function look(ctx: Ctx, id: string): Promise<void> {
  const transaction = await findTransaction(ctx.db, id);
  if (transaction) await readBackOrder(ctx, transaction);
}

function notLookedAt(ctx: Ctx, transaction_id: string): (error: unknown) => void {
  return (error) =>
    ctx.log.error({ event: 'order.look_failed', transaction_id, err: error }, 'looking at an order failed');
}

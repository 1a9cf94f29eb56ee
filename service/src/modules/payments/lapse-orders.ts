import type { Ctx } from '../../context.ts';
import { type Turn, workThrough } from '../../lib/turn.ts';
import { claimUnpaidOrders, giveUnpaidBack } from './unpaid-queries.ts';
import { settleOrder } from './settle-order.ts';

const BATCH = 20;
const HOUR_MS = 3_600_000;
/** The provider keeps an order for six hours, and for 72 by arrangement; an approval counts anew. */
const FIRST_LOOK_HOURS = 7;
const NEXT_LOOK_HOURS = 24;

/** When an order that was just made is looked at, in case nobody pays it. */
export function firstLapseCheck(now: Date): Date {
  return new Date(now.getTime() + FIRST_LOOK_HOURS * HOUR_MS);
}

/** A sweep: orders that nobody paid are read back from the provider, which says nothing when they end. One that is
 *  gone there is voided, one that is approved stays the channel's to capture; age alone voids none. Returns how many
 *  were looked at. Gap G47. */
export async function lapseUnpaidOrders(ctx: Ctx, turn: Turn): Promise<number> {
  const now = ctx.clock.now();
  const next = new Date(now.getTime() + NEXT_LOOK_HOURS * HOUR_MS);
  const ids = await claimUnpaidOrders(ctx.db, { now, next, limit: BATCH });
  return workThrough(turn, ids, {
    // One that cannot be read must not hold up the others of its batch; its next look is set already.
    act: (id) => settleOrder(ctx, id).catch(notLookedAt(ctx, id)),
    giveBack: (left) => giveUnpaidBack(ctx.db, left, { now, next }),
  });
}

function notLookedAt(ctx: Ctx, transaction_id: string): (error: unknown) => void {
  return (error) =>
    ctx.log.error({ event: 'order.look_failed', transaction_id, err: error }, 'looking at an order failed');
}

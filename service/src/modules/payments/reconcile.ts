import type { Ctx } from '../../context.ts';
import { type CaptureAttempt, claimDueAttempts, scheduleCheck } from './attempts.ts';
import { settleOrder, type Settled } from './settle-order.ts';

const BATCH = 20;
const HELD_SECONDS = 60;
/** When an unsettled capture is looked at again, from its first check on; the last step repeats daily. */
const CHECKS_SECONDS = [5, 30, 120, 600, 3_600, 21_600, 86_400];

/** A sweep: captures whose outcome is not known, or that the provider holds back, are read back from the provider
 *  until they are settled. Age alone settles nothing. Returns how many were looked at. */
export async function settleDueCaptures(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  const held_until = new Date(now.getTime() + HELD_SECONDS * 1000);
  const due = await claimDueAttempts(ctx.db, { now, held_until, limit: BATCH });
  for (const attempt of due) {
    const settled = await settleOrder(ctx, attempt.transaction_id).catch(failed(ctx, attempt));
    const seconds = CHECKS_SECONDS[Math.min(attempt.checks, CHECKS_SECONDS.length) - 1]!;
    if (settled !== 'settled') {
      await scheduleCheck(ctx.db, attempt.id, new Date(ctx.clock.now().getTime() + seconds * 1000));
      ctx.log.warn(
        { event: 'capture.unsettled', attempt_id: attempt.id, checks: attempt.checks, settled },
        'capture not settled',
      );
    }
  }
  return due.length;
}

// One capture that cannot be settled must not hold up the others of its batch.
function failed(ctx: Ctx, attempt: CaptureAttempt): (error: unknown) => Settled {
  return (error) => {
    ctx.log.error(
      { event: 'capture.failed', attempt_id: attempt.id, err: error },
      'settling a capture failed',
    );
    return 'unreachable';
  };
}

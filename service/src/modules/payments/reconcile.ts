import type { Ctx } from '../../context.ts';
import { claimAt } from '../../db/due.ts';
import { needsPerson, nextCheckAt, OTHER_MONEY } from '../../lib/doubt.ts';
import { type Turn, UNTIL_DONE, workThrough } from '../../lib/turn.ts';
import {
  type CaptureAttempt,
  claimDueAttempts,
  findOpenAttempt,
  giveAttemptsBack,
  scheduleCheck,
} from './attempts.ts';
import { settleOrder, type Settled } from './settle-order.ts';

const BATCH = 20;

/** Why it is still open, in words for whoever has to settle it. */
const PROBLEMS = {
  open: 'the provider has not decided yet',
  unreachable: 'the provider did not answer when it was asked',
  differs: OTHER_MONEY,
} as const satisfies Record<Exclude<Settled, 'settled'>, string>;

/** A sweep: captures whose outcome is not known, or that the provider holds back, are read back from the provider
 *  until they are settled. Age alone settles nothing. Returns how many were looked at. */
export async function settleDueCaptures(ctx: Ctx, turn: Turn): Promise<number> {
  const claim = claimAt(ctx.clock.now(), BATCH);
  return workThrough(turn, await claimDueAttempts(ctx.db, claim), {
    act: (attempt) => check(ctx, attempt, turn),
    giveBack: (left) => giveAttemptsBack(ctx.db, left, claim),
  });
}

/** Asks about one open capture now, whenever it would be due. Null when no such capture is open. */
export async function checkCapture(ctx: Ctx, attemptId: string): Promise<{ isSettled: boolean } | null> {
  const attempt = await findOpenAttempt(ctx.db, attemptId);
  return attempt ? { isSettled: (await check(ctx, attempt, UNTIL_DONE)) === 'settled' } : null;
}

async function check(ctx: Ctx, attempt: CaptureAttempt, turn: Turn): Promise<Settled> {
  const settled = await settleOrder(ctx, attempt.transaction_id).catch(failed(ctx, attempt));
  if (settled === 'settled' || turn.cut.aborted) return settled;
  const now = ctx.clock.now();
  const isAnswered = settled !== 'unreachable';
  await scheduleCheck(ctx.db, attempt.id, {
    next_check_at: nextCheckAt({ since: sinceOf(attempt), now, isAnswered }),
    last_problem: PROBLEMS[settled],
  });
  const line = { event: 'capture.unsettled', attempt_id: attempt.id, checks: attempt.checks, settled };
  if (needsPerson(attempt.created_at, now, settled === 'differs' ? OTHER_MONEY : null))
    ctx.log.error(line, 'capture needs a person');
  else ctx.log.warn(line, 'capture not settled');
  return settled;
}

// What is asked again is in doubt anew; what the provider holds back is looked at from the beginning on.
function sinceOf(attempt: CaptureAttempt): Date {
  return attempt.state === 'pending' ? attempt.created_at : attempt.updated_at;
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

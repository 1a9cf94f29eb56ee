import type { Ctx } from '../../context.ts';
import { type DoubtKind, heldUntil, OTHER_MONEY, type Standing } from '../doubt/index.ts';
import { aboutTransaction, findTransaction } from '../payments/index.ts';
import { abandonAttempt, type CaptureAttempt, CAPTURES, findOpenAttempt } from './attempts.ts';
import { OTHER_KEYS } from './believe-silence.ts';
import { readBackOrder, type Settled } from './read-back.ts';
import { UNSHOWN } from './watch-pending.ts';

/** Why it is still open, in words for whoever has to settle it. */
const PROBLEMS = {
  open: 'the provider has not decided yet',
  unreachable: 'the provider did not answer when it was asked',
  missing: 'the provider does not know the order',
  unshown: UNSHOWN,
  rekeyed: OTHER_KEYS,
  differs: OTHER_MONEY,
} as const satisfies Record<Exclude<Settled, 'settled' | 'declined'>, string>;

/** Captures whose outcome is not known, or that the provider holds back, are read back from the provider. */
export const captureDoubt: DoubtKind = {
  name: 'capture',
  ...CAPTURES,
  about: aboutTransaction,
  asking: 'sending',
  isReadOnly: true,
  settle: settleCapture,
  // Its order can be read at any time.
  endByHand: null,
  // What is asked again is in doubt anew; what the provider holds back is looked at from the beginning on.
  sinceOf: ({ state, created_at, updated_at }) => (state === 'pending' ? created_at : updated_at),
};

async function settleCapture(ctx: Ctx, attemptId: string): Promise<Standing> {
  const attempt = await findOpenAttempt(ctx.db, attemptId);
  if (!attempt) return 'settled';
  const settled = await readBackOrder(ctx, (await findTransaction(ctx.db, attempt.transaction_id))!);
  if (settled === 'settled' || settled === 'declined') return 'settled';
  await endCall(ctx, attempt);
  return { isAnswered: settled !== 'unreachable', problem: PROBLEMS[settled] };
}

// Its process died. The order does not say yet what became of it, and callers need not wait for a call that is no more:
// they may ask again.
async function endCall(ctx: Ctx, attempt: CaptureAttempt): Promise<void> {
  if (attempt.state !== 'sending' || ctx.clock.now() < heldUntil(attempt.updated_at)) return;
  await abandonAttempt(ctx.db, attempt);
}

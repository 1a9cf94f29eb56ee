import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import { recordFailure } from '../payments/index.ts';
import { findOpenAttempt } from './attempts.ts';
import { closeAttempt, lapse, lockBoth } from './end-attempt.ts';

/** The failure code of what was not taken, by whoever knows. */
export const NOT_TAKEN = 'not_taken';

const WHY = { issue: NOT_TAKEN, description: 'Somebody has found that the provider took nothing.' } as const;

/** Ends a capture in doubt without money, on the word of a person. Money that the provider had said it holds back has failed; of
 *  anything else what the buyer agreed to is over, and the session is open for another payment. */
export async function giveUpCapture(ctx: Ctx, attemptId: string): Promise<void> {
  const attempt = await findOpenAttempt(ctx.db, attemptId);
  if (!attempt) return;
  await inTransaction(ctx.db, async (tx) => {
    const transaction = await lockBoth(tx, attempt.transaction_id);
    const { issue: failure_code, description: failure_message } = WHY;
    if (transaction.status !== 'pending')
      return lapse(tx, ctx, transaction, { failure_code, failure_message });
    if (!(await closeAttempt(tx, ctx, transaction, { trigger: 'refused', failure_code }))) return;
    await recordFailure(tx, ctx, transaction, { ...WHY, debug_id: null, provider_status: null });
  });
}

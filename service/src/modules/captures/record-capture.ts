import type { Ctx } from '../../context.ts';
import { recordAwaited } from '../../db/record-lastingly.ts';
import type { Tx } from '../../db/tx.ts';
import type { CaptureOutcome, ProviderRefusal, RefusalCause } from '../../rails/rail.ts';
import type { RefusalName } from '../../refusals.ts';
import { refused, type Refused } from '../../refused.ts';
import { refusalFor } from '../../refusal-for.ts';
import { firstCheckAt, UNREACHABLE } from '../doubt/index.ts';
import { disableRefusedSeller, refreshIfOfSeller } from '../onboarding/index.ts';
import {
  recordCapture,
  recordDecline,
  recordFailure,
  settledMeanwhile,
  type TransactionRow,
} from '../payments/index.ts';
import { type CaptureAttempt, lastFailure, moveAttempt, openAttempt } from './attempts.ts';
import { closeAttempt, lapse, lockBoth, reopen } from './end-attempt.ts';
import { isGone } from './not-taken.ts';
import { isAsAsked, watchOtherMoney } from './other-money.ts';
import { tellOfRefusedCall } from './refused-call.ts';
import { releaseOthers } from './release-others.ts';
import { watchPending } from './watch-pending.ts';

/** What came of a capture that was asked for: the money was taken, or the provider holds it back for now. */
export type CaptureResult = { readonly kind: 'accepted'; readonly transaction: TransactionRow } | Refused;

/** The second transaction of a capture: what the provider answered, the state that follows and the events, at
 *  once. Answers what the caller reads of it. */
export async function recordCaptureOutcome(
  ctx: Ctx,
  attempt: CaptureAttempt,
  outcome: CaptureOutcome,
): Promise<CaptureResult> {
  const answer = await recordAwaited(ctx.db, [attempt.id], (tx) => record(tx, ctx, attempt, outcome));
  if (outcome.kind === 'refused') await followRefusal(ctx, outcome, answer);
  if ('refusal' in answer) return refused(answer.refusal);
  if (outcome.kind === 'captured') {
    releaseOthers(ctx, answer.transaction);
    // It may have been taken long before it was asked for again.
    if (attempt.state === 'unknown') await settledMeanwhile(ctx, answer.transaction);
  }
  return { kind: 'accepted', transaction: answer.transaction };
}

type Answer = { transaction: TransactionRow } | { refusal: RefusalName; merchant_id?: string };

// Without money, as far as is known: what its provider shows later still counts.
const ENDED: ReadonlySet<string> = new Set(['voided', 'failed']);

const DECLINED: Answer = { refusal: 'payment_declined' };

async function followRefusal(
  ctx: Ctx,
  outcome: { by: RefusalCause; refusal: ProviderRefusal },
  answer: Answer,
): Promise<void> {
  tellOfRefusedCall(ctx, 'capture', outcome);
  if ('merchant_id' in answer && answer.merchant_id)
    await refreshIfOfSeller(ctx, answer.merchant_id, answer.refusal);
}

async function record(tx: Tx, ctx: Ctx, attempt: CaptureAttempt, outcome: CaptureOutcome): Promise<Answer> {
  const transaction = await lockBoth(tx, attempt.transaction_id);
  const now = ctx.clock.now();
  const refuse = (refusal: RefusalName, failure_code: string) =>
    closeAttempt(tx, ctx, transaction, { trigger: 'refused', refusal, failure_code });
  if (transaction.status === 'captured' || transaction.status === 'pending') {
    // A notice or the sweep of doubt was quicker than the provider's answer to us.
    if (transaction.status === 'captured') await closeAttempt(tx, ctx, transaction, { trigger: 'taken' });
    return { transaction };
  }
  const isTaken = outcome.kind === 'captured' || outcome.kind === 'pending';
  // A late answer: the attempt was given up by the sweep of doubt, or sent again, since. That no money was taken is old news then, and
  // another order of the session, or the same, may be on its way by now.
  const open = await openAttempt(tx, transaction.id);
  if (!isTaken && !isAsSent(attempt, open)) {
    if (await isDeclinedBefore(tx, transaction, outcome)) return DECLINED;
    const isNo = outcome.kind === 'refused' || outcome.kind === 'lapsed';
    if (isNo && ENDED.has(transaction.status)) return { refusal: 'order_not_capturable' };
    // A notice of an earlier decline has ended this one meanwhile, of which nothing had been asked.
    const isUnasked = !open && outcome.kind === 'refused' && outcome.by === 'not_approved';
    return { refusal: isUnasked ? 'order_not_approved' : 'outcome_unknown' };
  }
  if (isTaken && !isAsAsked(transaction, outcome.capture)) {
    await watchOtherMoney(tx, ctx, transaction, outcome.capture);
    return { refusal: 'outcome_unknown' };
  }
  switch (outcome.kind) {
    case 'captured':
      await closeAttempt(tx, ctx, transaction, { trigger: 'taken' });
      return { transaction: await recordCapture(tx, ctx, transaction, outcome) };
    case 'pending':
      return { transaction: await watchPending(tx, ctx, transaction, outcome) };
    case 'refused': {
      const refusal = nameOf(outcome.by);
      await refuse(refusal, outcome.refusal.issue);
      await recordRefusal(tx, ctx, transaction, outcome);
      return { refusal, merchant_id: transaction.merchant_id };
    }
    case 'missing':
      if (!isGone(transaction, doubtedSince(attempt), now))
        return stayUnknown(tx, attempt, outcome.refusal.issue, now);
      return lapsed(tx, ctx, transaction, outcome.refusal);
    case 'lapsed':
      return lapsed(tx, ctx, transaction, outcome.refusal);
    case 'unreachable':
      // Certainly not carried out, unless this was a repeated question about an earlier, unclear call.
      if (attempt.state === 'unknown') return stayUnknown(tx, attempt, outcome.problem, now);
      await refuse('provider_unavailable', UNREACHABLE);
      await reopen(tx, ctx, transaction);
      return { refusal: 'provider_unavailable' };
    case 'unknown':
      return stayUnknown(tx, attempt, outcome.problem, now);
  }
}

// The first call of an attempt that its provider has answered leaves nothing in doubt.
function doubtedSince({ state, created_at }: CaptureAttempt): Date | null {
  return state === 'unknown' ? created_at : null;
}

function isAsSent(attempt: CaptureAttempt, open: CaptureAttempt | undefined): boolean {
  return open?.id === attempt.id && open.updated_at <= attempt.updated_at;
}

async function lapsed(
  tx: Tx,
  ctx: Ctx,
  transaction: TransactionRow,
  { issue, description }: ProviderRefusal,
): Promise<Answer> {
  await lapse(tx, ctx, transaction, { failure_code: issue, failure_message: description });
  return { refusal: 'order_not_capturable' };
}

// The provider's notice of a declined capture was quicker than its answer, and says the same.
async function isDeclinedBefore(
  tx: Tx,
  transaction: TransactionRow,
  outcome: CaptureOutcome,
): Promise<boolean> {
  if (outcome.kind !== 'refused' || outcome.by !== 'buyer' || outcome.refusal.provider_status === null)
    return false;
  return (await lastFailure(tx, transaction.id)) === outcome.refusal.provider_status;
}

async function stayUnknown(
  tx: Tx,
  attempt: CaptureAttempt,
  last_problem: string,
  now: Date,
): Promise<Answer> {
  const next_check_at = firstCheckAt(now);
  await moveAttempt(tx, attempt.id, { trigger: 'no_answer', next_check_at, now, last_problem });
  return { refusal: 'outcome_unknown' };
}

async function recordRefusal(
  tx: Tx,
  ctx: Ctx,
  transaction: TransactionRow,
  outcome: { by: RefusalCause; refusal: ProviderRefusal; is_final?: true },
): Promise<void> {
  switch (outcome.by) {
    case 'not_approved':
      return reopen(tx, ctx, transaction);
    case 'buyer':
      // The buyer can choose another instrument: the order stays approvable, unless it ended so, and nothing failed yet.
      await recordDecline(tx, ctx, transaction, outcome);
      return reopen(tx, ctx, transaction);
    case 'payee_unverified':
    case 'payee_restricted':
    case 'seller':
      await recordFailure(tx, ctx, transaction, outcome.refusal);
      await disableRefusedSeller(tx, ctx, transaction.merchant_id, outcome.by);
      return;
    case 'terminal':
    case 'request':
      await recordFailure(tx, ctx, transaction, outcome.refusal);
  }
}

function nameOf(by: RefusalCause): RefusalName {
  return by === 'not_approved' ? 'order_not_approved' : refusalFor(by);
}

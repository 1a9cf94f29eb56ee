import type { Ctx } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/tx.ts';
import type { CaptureOutcome, ProviderRefusal, RefusalCause } from '../../rails/rail.ts';
import { Refusal, type RefusalName } from '../../refusals.ts';
import { disableUnverifiedSeller } from '../onboarding/index.ts';
import { lockSession, setSessionStatus } from '../sessions/index.ts';
import { type CaptureAttempt, setAttempt } from './attempts.ts';
import { moveTransaction, recordApproval, recordCapture, recordFailure, recordPending } from './move.ts';
import { lockTransaction, type TransactionRow } from './queries.ts';

const FIRST_CHECK_SECONDS = 5;
const PENDING_CHECK_SECONDS = 60;

/** The second transaction of a capture: what the provider answered, the state that follows and the events, at once.
 *  Returns the transaction or throws the refusal that the caller reads. */
export async function recordOutcome(
  ctx: Ctx,
  attempt: CaptureAttempt,
  outcome: CaptureOutcome,
): Promise<TransactionRow> {
  const answer = await inTransaction(ctx.db, (tx) => record(tx, ctx, attempt, outcome));
  ctx.wake('deliveries');
  if ('refusal' in answer) throw new Refusal(answer.refusal, { extra: answer.extra ?? {} });
  return answer.transaction;
}

type Answer = { transaction: TransactionRow } | { refusal: RefusalName; extra?: Record<string, unknown> };

async function record(tx: Tx, ctx: Ctx, attempt: CaptureAttempt, outcome: CaptureOutcome): Promise<Answer> {
  const transaction = await lockBoth(tx, attempt.transaction_id);
  const now = ctx.clock.now();
  const settle = (state: 'done' | 'refused', failure_code?: string) =>
    setAttempt(tx, attempt.id, { state, next_check_at: null, now, ...(failure_code ? { failure_code } : {}) });
  if (transaction.status === 'captured' || transaction.status === 'pending') {
    // A notice or the reconciler was quicker than the provider's answer to us.
    if (transaction.status === 'captured') await settle('done');
    return { transaction };
  }
  switch (outcome.kind) {
    case 'captured':
      await settle('done');
      return { transaction: await recordCapture(tx, ctx, transaction, outcome) };
    case 'pending':
      await setAttempt(tx, attempt.id, { state: 'pending', next_check_at: after(now, PENDING_CHECK_SECONDS), now });
      return { transaction: await recordPending(tx, ctx, transaction, outcome) };
    case 'refused':
      await settle('refused', outcome.refusal.issue);
      return recordRefusal(tx, ctx, transaction, outcome);
    case 'lapsed':
      await settle('refused', outcome.refusal.issue);
      await moveTransaction(tx, ctx, transaction, 'approval_lapsed', { failure_code: outcome.refusal.issue });
      await reopen(tx, transaction);
      return { refusal: 'order_not_capturable' };
    case 'unreachable':
      // Certainly not carried out, unless this was a repeated question about an earlier, unclear call.
      if (attempt.state === 'unknown') return stayUnknown(tx, attempt, now);
      await settle('refused', 'unreachable');
      await reopen(tx, transaction);
      return { refusal: 'provider_unavailable' };
    case 'unknown':
      return stayUnknown(tx, attempt, now);
  }
}

async function stayUnknown(tx: Tx, attempt: CaptureAttempt, now: Date): Promise<Answer> {
  await setAttempt(tx, attempt.id, { state: 'unknown', next_check_at: after(now, FIRST_CHECK_SECONDS), now });
  return { refusal: 'outcome_unknown' };
}

async function recordRefusal(
  tx: Tx,
  ctx: Ctx,
  transaction: TransactionRow,
  outcome: { by: RefusalCause; refusal: ProviderRefusal },
): Promise<Answer> {
  switch (outcome.by) {
    case 'not_approved':
      await reopen(tx, transaction);
      return { refusal: 'order_not_approved' };
    case 'buyer':
      // The buyer can choose another instrument: the order stays approvable and nothing failed yet.
      await recordApproval(tx, ctx, transaction);
      await reopen(tx, transaction);
      return { refusal: 'payment_declined', extra: { code: 'payment_declined' } };
    case 'payee_unverified':
      await recordFailure(tx, ctx, transaction, outcome.refusal);
      await disableUnverifiedSeller(tx, ctx, transaction.merchant_id);
      return { refusal: 'seller_unverified' };
    case 'seller':
      await recordFailure(tx, ctx, transaction, outcome.refusal);
      return { refusal: 'seller_refused' };
    case 'terminal':
    case 'request':
      await recordFailure(tx, ctx, transaction, outcome.refusal);
      return { refusal: 'payment_refused' };
  }
}

/** Locks a transaction's session and then the transaction: the order in which every writer takes them. */
export async function lockBoth(tx: Tx, transactionId: string): Promise<TransactionRow> {
  const row = await tx
    .selectFrom('transactions')
    .select('checkout_session_id')
    .where('id', '=', transactionId)
    .executeTakeFirstOrThrow();
  if (row.checkout_session_id) await lockSession(tx, row.checkout_session_id);
  return lockTransaction(tx, transactionId);
}

export async function reopen(tx: Tx, transaction: TransactionRow): Promise<void> {
  if (transaction.checkout_session_id) await setSessionStatus(tx, transaction.checkout_session_id, 'open');
}

function after(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}

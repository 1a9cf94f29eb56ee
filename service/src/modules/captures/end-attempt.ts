import type { Ctx } from '../../context.ts';
import type { Tx } from '../../db/tx.ts';
import type { RefusalName } from '../../refusals.ts';
import { lockTransaction, moveTransaction, type TransactionRow } from '../payments/index.ts';
import { lockSession, moveSession } from '../sessions/index.ts';
import { moveAttempt, openAttempt } from './attempts.ts';

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

/** Ends the attempt under way, if there is one, and tells whether there was: only then is the session its order's to reopen. */
export async function closeAttempt(
  tx: Tx,
  ctx: Ctx,
  transaction: TransactionRow,
  by: { trigger: 'taken' } | { trigger: 'refused'; failure_code: string; refusal: RefusalName },
): Promise<boolean> {
  const open = await openAttempt(tx, transaction.id);
  if (!open) return false;
  await moveAttempt(tx, open.id, { ...by, next_check_at: null, now: ctx.clock.now() });
  return true;
}

/** Nothing was taken by this order: its session is open for another, unless another has paid it meanwhile. */
export async function reopen(tx: Tx, ctx: Ctx, transaction: TransactionRow): Promise<void> {
  const { id, checkout_session_id } = transaction;
  if (!checkout_session_id) return;
  await moveSession(tx, checkout_session_id, 'capture_ended');
  const session = await lockSession(tx, checkout_session_id);
  if (session?.status === 'completed')
    await moveTransaction(tx, ctx, await lockTransaction(tx, id), 'paid_by_another');
}

/** What the buyer agreed to is over, and nothing was taken by it: the attempt under way ends and the transaction is voided. */
export async function lapse(
  tx: Tx,
  ctx: Ctx,
  transaction: TransactionRow,
  why: { failure_code: string; failure_message: string | null },
): Promise<void> {
  const hadAttempt = await closeAttempt(tx, ctx, transaction, {
    ...{ trigger: 'refused', refusal: 'order_not_capturable' },
    failure_code: why.failure_code,
  });
  await moveTransaction(tx, ctx, transaction, 'approval_lapsed', why);
  if (hadAttempt) await reopen(tx, ctx, transaction);
}

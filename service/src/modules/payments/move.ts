import type { Ctx } from '../../context.ts';
import type { Tx } from '../../db/tx.ts';
import type { ProviderCapture, ProviderOrder, ProviderRefusal } from '../../rails/rail.ts';
import { raise } from '../events/index.ts';
import { post } from '../ledger/index.ts';
import { moveSession } from '../sessions/index.ts';
import { failedObject, paymentObject } from './events.ts';
import { methodTaken } from './funding.ts';
import { dropInHand } from './in-hand.ts';
import { moveOf, type Trigger } from './lifecycle.ts';
import { captureMovement } from './capture-movement.ts';
import { type TransactionChange, updateTransaction, writeMove } from './queries.ts';
import { inOrder, pastOf } from './times.ts';
import type { TransactionRow } from './transaction-row.ts';
import { lockGivenUp } from './waiting-orders.ts';

/** Moves a transaction that the caller has locked and raises the event of the move, or does nothing and returns null
 *  when the trigger leads nowhere from its state: that is what makes repeated news harmless. */
export async function moveTransaction(
  tx: Tx,
  ctx: Ctx,
  transaction: TransactionRow,
  trigger: Trigger,
  change: TransactionChange = {},
): Promise<TransactionRow | null> {
  const move = moveOf(transaction.status, trigger);
  if (!move) return null;
  const set = { ...inOrder(transaction, change), status: move.to, updated_at: ctx.clock.now() };
  const moved = await writeMove(tx, transaction.id, set);
  if (move.event) {
    const object =
      move.event === 'payment.failed' ? failedObject(moved, change.status_raw ?? null) : paymentObject(moved);
    await raise(tx, ctx, { type: move.event, ...ownerOf(moved), object });
  }
  return moved;
}

/** The buyer approved: raised once, whichever way it was learned. */
export async function recordApproval(
  tx: Tx,
  ctx: Ctx,
  transaction: TransactionRow,
  approved_at = ctx.clock.now(),
): Promise<TransactionRow> {
  const change = { approved_at };
  return (await moveTransaction(tx, ctx, transaction, 'buyer_approved', change)) ?? transaction;
}

/** The money was taken: the transaction is captured and its session completed. Returns it as it is afterwards. */
export async function recordCapture(
  tx: Tx,
  ctx: Ctx,
  transaction: TransactionRow,
  taken: { capture: ProviderCapture; order: ProviderOrder },
): Promise<TransactionRow> {
  const { capture } = taken;
  const approved = await recordApproval(tx, ctx, transaction, approvedBy(ctx, capture));
  const captured = await moveTransaction(tx, ctx, approved, 'capture_completed', {
    ...orderColumns(approved, taken.order),
    provider_capture_id: capture.provider_capture_id,
    status_raw: capture.status_raw,
    provider_fee_cents: capture.provider_fee,
    platform_fee_collected_cents: capture.platform_fee_collected,
    net_amount_cents: capture.net_amount,
    captured_at: takenAt(ctx, capture),
    failure_code: null,
    failure_message: null,
    provider_debug_id: null,
    is_posted: true,
  });
  if (captured) await dropInHand(tx, ctx, captured);
  if (captured) await post(tx, captureMovement(captured, ctx.clock.now()));
  if (captured?.checkout_session_id) {
    await moveSession(tx, captured.checkout_session_id, 'payment_taken');
    const given_up = { checkout_session_id: captured.checkout_session_id, paid_by: captured.id };
    for (const other of await lockGivenUp(tx, given_up))
      await moveTransaction(tx, ctx, other, 'paid_by_another');
  }
  return captured ?? approved;
}

/** The provider holds the money back for now. The session stays capturing. */
export async function recordPending(
  tx: Tx,
  ctx: Ctx,
  transaction: TransactionRow,
  held: { capture: ProviderCapture; order: ProviderOrder },
): Promise<TransactionRow> {
  const approved = await recordApproval(tx, ctx, transaction, approvedBy(ctx, held.capture));
  const pending = await moveTransaction(tx, ctx, approved, 'capture_pending', {
    ...orderColumns(approved, held.order),
    provider_capture_id: held.capture.provider_capture_id,
    status_raw: held.capture.status_raw,
    failure_code: null,
    failure_message: null,
    provider_debug_id: null,
  });
  if (pending?.checkout_session_id) await moveSession(tx, pending.checkout_session_id, 'capture_held_back');
  return pending ?? approved;
}

/** The buyer was declined and may choose another way: the status stays, and why stands on the transaction. With
 *  `is_final` the provider's status does too: by that its session knows that no other try can take it. */
export async function recordDecline(
  tx: Tx,
  ctx: Ctx,
  transaction: TransactionRow,
  { refusal, is_final }: { refusal: ProviderRefusal; is_final?: true },
): Promise<TransactionRow> {
  const approved = await recordApproval(tx, ctx, transaction);
  return updateTransaction(tx, approved.id, {
    ...wordsOf(refusal),
    ...(is_final && { status_raw: refusal.provider_status }),
    updated_at: ctx.clock.now(),
  });
}

function wordsOf({ issue, description, debug_id }: ProviderRefusal) {
  return { failure_code: issue, failure_message: description, provider_debug_id: debug_id };
}

/** The provider shows a declined capture, which an order of its own ended with: it waits for nobody any more. What the call that
 *  was declined has read of it stands. */
export async function recordDeclinedForGood(
  tx: Tx,
  ctx: Ctx,
  transaction: TransactionRow,
  refusal: ProviderRefusal,
): Promise<TransactionRow> {
  if (transaction.status_raw !== null) return transaction;
  const approved = await approveUnheard(tx, ctx, transaction);
  return updateTransaction(tx, approved.id, {
    ...(approved.failure_code === null && wordsOf(refusal)),
    ...{ status_raw: refusal.provider_status, updated_at: ctx.clock.now() },
  });
}

/** The attempt ended without money; the session is open for another. */
export async function recordFailure(
  tx: Tx,
  ctx: Ctx,
  transaction: TransactionRow,
  refusal: ProviderRefusal,
): Promise<TransactionRow> {
  const approved = await approveUnheard(tx, ctx, transaction);
  const failed = await moveTransaction(tx, ctx, approved, 'capture_failed', {
    ...wordsOf(refusal),
    status_raw: refusal.provider_status,
  });
  if (failed?.checkout_session_id) await moveSession(tx, failed.checkout_session_id, 'capture_ended');
  return failed ?? approved;
}

// Of an attempt that comes to its end an approval is told too. When it was given nobody heard, and the end may be days behind it:
// were it dated by that, it would draw a capture behind itself that turns out made after all.
function approveUnheard(tx: Tx, ctx: Ctx, transaction: TransactionRow): Promise<TransactionRow> {
  return recordApproval(tx, ctx, transaction, transaction.created_at);
}

// The provider's time, which counts for statements too. One that was held back was begun earlier than it was taken; one that is
// partly returned by now has changed since, and does not tell when it was let go.
function takenAt(ctx: Ctx, { status, changed_at, captured_at }: ProviderCapture): Date {
  const at = (status === 'completed' ? changed_at : null) ?? captured_at;
  return at === null ? ctx.clock.now() : new Date(at);
}

// An approval that only its capture tells of was given by then. Were it dated when it is heard of, it would draw the capture
// behind itself, into another day or month.
function approvedBy(ctx: Ctx, { captured_at }: ProviderCapture): Date {
  return pastOf(captured_at, ctx.clock.now());
}

export function ownerOf(transaction: Pick<TransactionRow, 'channel_id' | 'merchant_id'>) {
  return { channel_id: transaction.channel_id, merchant_id: transaction.merchant_id };
}

function orderColumns(transaction: TransactionRow, order: ProviderOrder): TransactionChange {
  const json = (value: Record<string, string> | null) => (value === null ? null : JSON.stringify(value));
  return {
    payment_method_raw: order.payment_method_raw,
    payment_method: methodTaken(transaction.payment_method, order.payment_method_raw),
    payment_method_scheme: order.payment_method_scheme,
    processor: order.processor,
    processor_definition_id: order.processor_definition_id,
    billing_address: json(order.billing_address),
    shipping_address: json(order.shipping_address),
    ...(order.buyer_email === null ? {} : { buyer_email: order.buyer_email }),
  };
}

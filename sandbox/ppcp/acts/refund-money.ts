import { newResourceId } from '../shapes/ids.ts';
import { minorOf, money, type Minor, type Money } from '../shapes/money.ts';
import { raiseRefundNotice } from '../notices/payment-notices.ts';
import { insertRecord, putRecord } from '../../machine/store/records.ts';
import type { Account, Capture, Refund } from '../shapes/shapes.ts';
import type { Tx } from '../../machine/store/sql.ts';
import { later, timestamp, type World } from '../shapes/world.ts';
import { refuse } from '../checks/problem.ts';
import { remainderOf } from '../checks/remainder.ts';
import { SETTLE_SECONDS } from '../checks/settle-window.ts';

const REFUND_WINDOW_DAYS = 180;

/** What is to be given back; an absent amount means everything that remains. */
export interface RefundOrder {
  amount: Money | null;
  platform_fee: Money | null;
  custom_id: string | null;
  invoice_id: string | null;
  note_to_payer: string | null;
}

/** Gives money of a locked capture back and tells it. Refuses what the capture's state or its
 *  remainder does not allow. */
export async function makeRefund(
  tx: Tx,
  world: World,
  from: { capture: Capture; seller: Account; order: RefundOrder },
): Promise<Refund> {
  const { capture, seller, order } = from;
  refuseByState(world, capture, order);
  const amount = amountOf(capture, order);
  checkFee(capture, order);
  const outcome = seller.refund_outcome;
  const refund = newRefund(world, capture, {
    ...order,
    amount: money(amount, capture.amount.currency_code),
    status: outcome === 'failed' ? 'FAILED' : outcome === 'completed' ? 'COMPLETED' : 'PENDING',
    status_reason: outcome === 'pending' || outcome === 'pending_failed' ? 'ECHECK' : null,
    reversal: false,
  });
  if (refund.status !== 'FAILED')
    await putRecord(tx, 'capture', capture.id, afterRefund(world, capture, refund));
  await insertRecord(tx, 'refund', refund.id, refund);
  if (refund.status === 'PENDING') await settleLater(tx, world, refund, outcome);
  await raiseRefundNotice(tx, world, refund);
  return refund;
}

/** Takes money of a locked capture back from the seller, as a lost chargeback does. */
export async function makeReversal(
  tx: Tx,
  world: World,
  capture: Capture,
  asked: Money | null,
): Promise<Refund> {
  const refund = takeFrom(world, capture, asked, true);
  await putRecord(tx, 'capture', capture.id, {
    ...afterRefund(world, capture, refund),
    status_reason: 'CHARGEBACK',
    reversed: true,
  });
  await insertRecord(tx, 'refund', refund.id, refund);
  await raiseRefundNotice(tx, world, refund);
  return refund;
}

/** Gives money of a locked capture back because the seller settled a dispute about it. */
export async function refundForDispute(
  tx: Tx,
  world: World,
  capture: Capture,
  amount: Money,
): Promise<Refund> {
  const refund = takeFrom(world, capture, amount, false);
  await putRecord(tx, 'capture', capture.id, afterRefund(world, capture, refund));
  await insertRecord(tx, 'refund', refund.id, refund);
  await raiseRefundNotice(tx, world, refund);
  return refund;
}

function takeFrom(world: World, capture: Capture, asked: Money | null, reversal: boolean): Refund {
  const order = { amount: asked, platform_fee: null, custom_id: null, invoice_id: null, note_to_payer: null };
  if (remainderOf(capture) === 0n) refuse('CAPTURE_FULLY_REFUNDED');
  return newRefund(world, capture, {
    ...order,
    amount: money(amountOf(capture, order), capture.amount.currency_code),
    status: 'COMPLETED',
    status_reason: null,
    reversal,
  });
}

/** The capture after a pending refund failed: what was set aside remains again. */
export function withoutRefund(world: World, capture: Capture, refund: Refund): Capture {
  return withTotals(world, capture, {
    refunded: minorOf(capture.total_refunded) - minorOf(refund.amount),
    fees: minorOf(capture.fee_returned) - feeOf(refund),
  });
}

function refuseByState(world: World, capture: Capture, order: RefundOrder): void {
  if (capture.reversed) refuse('REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK');
  if (capture.status === 'PENDING') refuse('PENDING_CAPTURE');
  if (capture.status === 'DECLINED' || capture.status === 'FAILED') refuse('REFUND_NOT_ALLOWED');
  const age = world.clock.now().getTime() - Date.parse(capture.create_time);
  if (age > REFUND_WINDOW_DAYS * 24 * 3_600_000) refuse('REFUND_TIME_LIMIT_EXCEEDED');
  if (remainderOf(capture) === 0n) refuse('CAPTURE_FULLY_REFUNDED');
  if (capture.disputed && order.amount !== null && minorOf(order.amount) < remainderOf(capture)) {
    refuse('TRANSACTION_DISPUTED');
  }
}

function amountOf(capture: Capture, order: RefundOrder): Minor {
  if (order.amount === null) return remainderOf(capture);
  const field = { field: '/amount/currency_code', location: 'body' } as const;
  if (order.amount.currency_code !== capture.amount.currency_code)
    refuse('REFUND_CAPTURE_CURRENCY_MISMATCH', field);
  const amount = minorOf(order.amount);
  if (amount > remainderOf(capture))
    refuse('REFUND_AMOUNT_EXCEEDED', { field: '/amount/value', location: 'body' });
  return amount;
}

// The platform can hand back no more of its fee than it took and still has.
function checkFee(capture: Capture, order: RefundOrder): void {
  if (order.platform_fee === null) return;
  if (order.platform_fee.currency_code !== capture.amount.currency_code) refuse('CURRENCY_MISMATCH');
  const taken = capture.platform_fee === null ? 0n : minorOf(capture.platform_fee);
  const left = taken - minorOf(capture.fee_returned);
  if (taken === 0n || minorOf(order.platform_fee) > left) refuse('PLATFORM_FEE_EXCEEDED');
}

function newRefund(
  world: World,
  capture: Capture,
  fields: Omit<Refund, 'id' | 'capture_id' | 'payee_id' | 'total_refunded' | 'create_time' | 'update_time'>,
): Refund {
  const now = timestamp(world.clock.now());
  const counted = fields.status === 'FAILED' ? 0n : minorOf(fields.amount);
  return {
    ...fields,
    id: newResourceId(),
    capture_id: capture.id,
    payee_id: capture.payee_id,
    total_refunded: money(minorOf(capture.total_refunded) + counted, capture.amount.currency_code),
    create_time: now,
    update_time: now,
  };
}

function afterRefund(world: World, capture: Capture, refund: Refund): Capture {
  return withTotals(world, capture, {
    refunded: minorOf(capture.total_refunded) + minorOf(refund.amount),
    fees: minorOf(capture.fee_returned) + feeOf(refund),
  });
}

function withTotals(world: World, capture: Capture, totals: { refunded: Minor; fees: Minor }): Capture {
  const currency = capture.amount.currency_code;
  const isWhole = totals.refunded >= minorOf(capture.amount);
  const status = isWhole ? 'REFUNDED' : totals.refunded > 0n ? 'PARTIALLY_REFUNDED' : 'COMPLETED';
  return {
    ...capture,
    status,
    total_refunded: money(totals.refunded, currency),
    fee_returned: money(totals.fees, currency),
    update_time: timestamp(world.clock.now()),
  };
}

function feeOf(refund: Refund): Minor {
  return refund.platform_fee === null ? 0n : minorOf(refund.platform_fee);
}

async function settleLater(
  tx: Tx,
  world: World,
  refund: Refund,
  outcome: Account['refund_outcome'],
): Promise<void> {
  await insertRecord(tx, 'timer', refund.id, {
    id: refund.id,
    due_at: later(world, SETTLE_SECONDS).toISOString(),
    action: 'settle_refund',
    target_id: refund.id,
    outcome: outcome === 'pending_failed' ? 'FAILED' : 'COMPLETED',
  });
}

import { money, toMinor, type Money } from '../shapes/money.ts';
import { settleCapture, settleRefund } from './settle.ts';
import { refundView, fullCaptureView } from '../views/capture-view.ts';
import { closeRefundedDispute } from './dispute-outcome.ts';
import { makeRefund, makeReversal } from './refund-money.ts';
import { lockRecord, readRecord } from '../../machine/store/records.ts';
import type { Account, Capture } from '../shapes/shapes.ts';
import type { Tx } from '../../machine/store/sql.ts';
import { transact, type World } from '../shapes/world.ts';
import { conflict, notFound, unprocessable } from '../../machine/refusal.ts';

/** The seller gives money back at the provider; the platform's fee is not returned. */
export async function refundBySeller(world: World, id: string, amount: string | undefined): Promise<object> {
  return transact(world, async (tx) => {
    const { capture, seller } = await lockCapture(tx, id);
    const refund = await makeRefund(tx, world, {
      capture,
      seller,
      order: {
        amount: readAmount(capture, amount),
        platform_fee: null,
        custom_id: null,
        invoice_id: null,
        note_to_payer: null,
      },
    });
    await closeRefundedDispute(tx, world, capture.id);
    return refundView(world, refund);
  });
}

/** The provider takes money back, as after a lost chargeback. */
export async function reverseCapture(world: World, id: string, amount: string | undefined): Promise<object> {
  return transact(world, async (tx) => {
    const { capture } = await lockCapture(tx, id);
    if (capture.paypal_fee === null) conflict(`The capture is ${capture.status}`);
    return refundView(world, await makeReversal(tx, world, capture, readAmount(capture, amount)));
  });
}

/** Ends a pending capture now. */
export async function endPendingCapture(
  world: World,
  id: string,
  status: 'COMPLETED' | 'DECLINED',
): Promise<object> {
  return transact(world, async (tx) => {
    if ((await readRecord(tx, 'capture', id)) === null) notFound('Capture');
    const settled = (await settleCapture(tx, world, id, status)) ?? conflict('The capture is not pending');
    return fullCaptureView(world, settled);
  });
}

/** Ends a pending refund now. */
export async function endPendingRefund(
  world: World,
  id: string,
  status: 'COMPLETED' | 'FAILED',
): Promise<object> {
  return transact(world, async (tx) => {
    if ((await readRecord(tx, 'refund', id)) === null) notFound('Refund');
    const settled = (await settleRefund(tx, world, id, status)) ?? conflict('The refund is not pending');
    return refundView(world, settled);
  });
}

/** A capture held until the transaction ends, and its seller. */
export async function lockCapture(tx: Tx, id: string): Promise<{ capture: Capture; seller: Account }> {
  const capture = (await lockRecord(tx, 'capture', id)) ?? notFound('Capture');
  const seller = (await readRecord(tx, 'account', capture.payee_id)) ?? notFound('Account');
  return { capture, seller };
}

/** An amount in the currency of the capture, or null when none is given. */
export function readAmount(capture: Capture, text: string | undefined): Money | null {
  if (text === undefined) return null;
  const currency = capture.amount.currency_code;
  const minor = toMinor(text, currency);
  if (minor === null || minor <= 0n) unprocessable(`amount: ${text} is not a positive amount of ${currency}`);
  return money(minor, currency);
}

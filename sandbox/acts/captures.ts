import { newDisputeId } from '../ids.ts';
import { minorOf, money, toMinor, type Money } from '../money.ts';
import { raiseDisputeCreated } from '../notices/seller-notices.ts';
import { settleCapture, settleRefund } from '../notices/settle.ts';
import { refundView, fullCaptureView } from '../ppcp/capture-view.ts';
import { makeRefund, makeReversal } from '../ppcp/refund-money.ts';
import { insertRecord, lockRecord, putRecord, readRecord } from '../store/records.ts';
import type { Account, Capture, Dispute } from '../store/shapes.ts';
import type { Tx } from '../store/sql.ts';
import { later, timestamp, transact, type World } from '../world.ts';
import { conflict, notFound, unprocessable } from './refusal.ts';

const DUE_HOURS_DEFAULT = 240;

export const DISPUTE_REASONS = [
  'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
  'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED',
  'UNAUTHORISED',
  'CREDIT_NOT_PROCESSED',
  'DUPLICATE_TRANSACTION',
  'INCORRECT_AMOUNT',
  'PAYMENT_BY_OTHER_MEANS',
  'CANCELED_RECURRING_BILLING',
  'PROBLEM_WITH_REMITTANCE',
  'OTHER',
] as const;

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

/** The buyer disputes a capture. Answers the dispute as the provider shows it. */
export async function openDispute(
  world: World,
  id: string,
  claim: { reason: string; amount?: string | undefined; due_in_hours?: number | undefined },
): Promise<object> {
  return transact(world, async (tx) => {
    const { capture, seller } = await lockCapture(tx, id);
    if (capture.paypal_fee === null) conflict(`The capture is ${capture.status}`);
    if (capture.disputed) conflict('The capture is already disputed');
    const dispute = await makeDispute(tx, world, { capture, seller, ...claim });
    await insertRecord(tx, 'dispute', dispute.dispute_id, dispute);
    await putRecord(tx, 'capture', capture.id, { ...capture, disputed: true });
    await raiseDisputeCreated(tx, world, dispute);
    return dispute.document;
  });
}

async function lockCapture(tx: Tx, id: string): Promise<{ capture: Capture; seller: Account }> {
  const capture = (await lockRecord(tx, 'capture', id)) ?? notFound('Capture');
  const seller = (await readRecord(tx, 'account', capture.payee_id)) ?? notFound('Account');
  return { capture, seller };
}

function readAmount(capture: Capture, text: string | undefined): Money | null {
  if (text === undefined) return null;
  const currency = capture.amount.currency_code;
  const minor = toMinor(text, currency);
  if (minor === null || minor <= 0n) unprocessable(`amount: ${text} is not a positive amount of ${currency}`);
  return money(minor, currency);
}

async function makeDispute(
  tx: Tx,
  world: World,
  from: {
    capture: Capture;
    seller: Account;
    reason: string;
    amount?: string | undefined;
    due_in_hours?: number | undefined;
  },
): Promise<Dispute> {
  const { capture, seller } = from;
  const buyer = capture.payer_id === null ? null : await readRecord(tx, 'account', capture.payer_id);
  const amount = readAmount(capture, from.amount) ?? capture.amount;
  if (minorOf(amount) > minorOf(capture.amount)) unprocessable('amount: more than was captured');
  const dispute_id = newDisputeId();
  const now = timestamp(world.clock.now());
  const due = timestamp(later(world, (from.due_in_hours ?? DUE_HOURS_DEFAULT) * 3_600));
  const isClaim = from.reason === 'UNAUTHORISED';
  return {
    dispute_id,
    capture_id: capture.id,
    document: {
      dispute_id,
      create_time: now,
      update_time: now,
      disputed_transactions: [
        {
          buyer_transaction_id: capture.id,
          seller_transaction_id: capture.id,
          create_time: capture.create_time,
          transaction_status: 'COMPLETED',
          gross_amount: capture.amount,
          ...(capture.invoice_id === null ? {} : { invoice_number: capture.invoice_id }),
          ...(capture.custom_id === null ? {} : { custom: capture.custom_id }),
          buyer: { name: buyer === null ? 'Buyer' : `${buyer.given_name} ${buyer.surname}` },
          seller: { email: seller.email, merchant_id: seller.account_id, name: seller.business_name },
        },
      ],
      reason: from.reason,
      status: 'WAITING_FOR_SELLER_RESPONSE',
      dispute_life_cycle_stage: isClaim ? 'CHARGEBACK' : 'INQUIRY',
      dispute_channel: 'INTERNAL',
      dispute_amount: amount,
      seller_response_due_date: due,
      messages: [{ posted_by: 'BUYER', time_posted: now, content: 'I want this looked into.' }],
      links: disputeLinks(world, dispute_id, isClaim),
    },
  };
}

// What may be done now stands in the links; an inquiry can be talked about, a claim is answered.
function disputeLinks(world: World, id: string, isClaim: boolean): object[] {
  const self = `${world.address.url}/v1/customer/disputes/${id}`;
  const rels = isClaim
    ? ['provide_evidence', 'accept_claim']
    : ['send_message', 'make_offer', 'accept_claim', 'escalate'];
  return [
    { href: self, rel: 'self', method: 'GET' },
    ...rels.map((rel) => ({ href: `${self}/${rel.replaceAll('_', '-')}`, rel, method: 'POST' })),
  ];
}

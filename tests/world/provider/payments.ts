import { Type } from 'typebox';
import type { Described } from './described.ts';
import {
  AccountId,
  closed,
  Email,
  linksWith,
  listOf,
  Money,
  oneOf,
  ResourceId,
  SentMoney,
  shared,
  text,
  Time,
  CurrencyCode,
  Word,
  Yes,
} from './scalars.ts';

const Payee = closed({}, { merchant_id: AccountId, email_address: Email });
const PlatformFees = listOf(closed({ amount: Money }, { payee: Payee }), 1);
const ExchangeRate = closed(
  {},
  { source_currency: CurrencyCode, target_currency: CurrencyCode, value: text(32, '^\\d+(\\.\\d+)?$') },
);

const CAPTURE_REASONS =
  'BUYER_COMPLAINT CHARGEBACK ECHECK INTERNATIONAL_WITHDRAWAL OTHER PENDING_REVIEW ' +
  'RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION REFUNDED TRANSACTION_APPROVED_AWAITING_FUNDING UNILATERAL ' +
  'VERIFICATION_REQUIRED DECLINED_BY_RISK_FRAUD_FILTERS';

const Receivable = shared(
  'Receivable',
  closed(
    { gross_amount: Money },
    {
      paypal_fee: Money,
      paypal_fee_in_receivable_currency: Money,
      platform_fees: PlatformFees,
      net_amount: Money,
      receivable_amount: Money,
      exchange_rate: ExchangeRate,
    },
  ),
);

const CAPTURE = {
  id: ResourceId,
  status: oneOf('COMPLETED DECLINED PARTIALLY_REFUNDED PENDING REFUNDED FAILED'),
  amount: Money,
};
const CAPTURE_MORE = {
  status_details: closed({ reason: oneOf(CAPTURE_REASONS) }),
  final_capture: Yes,
  disbursement_mode: oneOf('INSTANT DELAYED'),
  invoice_id: text(127),
  custom_id: text(127),
  seller_protection: closed(
    { status: oneOf('ELIGIBLE PARTIALLY_ELIGIBLE NOT_ELIGIBLE') },
    { dispute_categories: listOf(oneOf('ITEM_NOT_RECEIVED UNAUTHORIZED_TRANSACTION'), 2) },
  ),
  seller_receivable_breakdown: Receivable,
  processor_response: closed(
    {},
    {
      avs_code: text(4),
      cvv_code: text(10),
      response_code: text(4, '^[0-9A-Z]{4}$'),
      payment_advice_code: text(2, '^[0-9]{2}$'),
    },
  ),
  network_transaction_reference: closed(
    { id: text(36, '^[a-zA-Z0-9-]{9,}$') },
    { date: text(4, '^[0-9]{4}$'), network: Word, acquirer_reference_number: text(36) },
  ),
  create_time: Time,
  update_time: Time,
  links: linksWith('self', 'up'),
};

/** A capture as it stands in its order. */
export const CaptureBody = shared('Capture', closed(CAPTURE, CAPTURE_MORE));

/** A capture by itself: also whose it is, and of which order. One that paid an invoice has none. */
export const FullCapture = shared(
  'FullCapture',
  closed(CAPTURE, {
    ...CAPTURE_MORE,
    supplementary_data: relatedTo('order_id'),
    payee: Payee,
    links: linksWith('self'),
  }),
);

function relatedTo(...required: string[]) {
  const ids = { order_id: ResourceId, authorization_id: ResourceId, capture_id: ResourceId };
  const related_ids = Type.Unsafe({ ...closed({}, ids), required });
  return closed({ related_ids });
}

const PAYABLE = {
  gross_amount: Money,
  paypal_fee: Money,
  paypal_fee_in_receivable_currency: Money,
  platform_fees: PlatformFees,
  net_amount: Money,
  net_amount_in_receivable_currency: Money,
  net_amount_breakdown: listOf(
    closed({}, { payable_amount: Money, converted_amount: Money, exchange_rate: ExchangeRate }),
    100,
  ),
  total_refunded_amount: Money,
};
const RefundStatus = oneOf('CANCELLED FAILED PENDING COMPLETED');

/** A refund in full; only its link `up` tells of which capture. */
export const Refund = shared(
  'Refund',
  closed(
    { id: ResourceId, status: RefundStatus, amount: Money, links: linksWith('self', 'up') },
    {
      status_details: closed({ reason: oneOf('ECHECK') }),
      invoice_id: text(127),
      custom_id: text(127),
      acquirer_reference_number: text(36),
      note_to_payer: text(255),
      seller_payable_breakdown: closed({}, PAYABLE),
      payer: Payee,
      create_time: Time,
      update_time: Time,
    },
  ),
);
const ShortRefund = closed({ id: ResourceId, status: RefundStatus, links: linksWith('self', 'up') });
const refunded = Type.Union([Refund, ShortRefund]);

const NewRefund = closed(
  {},
  {
    amount: SentMoney,
    invoice_id: text(127),
    custom_id: text(127),
    note_to_payer: text(255),
    payment_instruction: closed(
      {},
      { platform_fees: listOf(closed({ amount: SentMoney }, { payee: Payee }), 1, 1) },
    ),
  },
);

/** Captures and their refunds, each in the seller's name. */
export const PAYMENT_CALLS: readonly Described[] = [
  {
    method: 'GET',
    path: '/v2/payments/captures/{capture_id}',
    family: 'payments',
    params: { capture_id: ResourceId },
    answers: { 200: FullCapture },
    assertion: 'required',
  },
  {
    method: 'POST',
    path: '/v2/payments/captures/{capture_id}/refund',
    family: 'payments',
    params: { capture_id: ResourceId },
    body: NewRefund,
    answers: { 200: refunded, 201: refunded },
    requestId: 'required',
    assertion: 'required',
  },
  {
    method: 'GET',
    path: '/v2/payments/refunds/{refund_id}',
    family: 'payments',
    params: { refund_id: ResourceId },
    answers: { 200: Refund },
    assertion: 'required',
  },
];

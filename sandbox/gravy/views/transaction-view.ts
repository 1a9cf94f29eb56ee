import type { Capture, Card, Posting, Refund, Transaction } from '../shapes/kinds.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SERVICE = {
  type: 'payment-service',
  id: '7d8f4d3c-3a5b-4f6e-9b0e-5a1f2c3d4e5f',
  payment_service_definition_id: 'mock-card',
  method: 'card',
  display_name: 'Mock card processor',
};

/** The short form of an id that a gateway sends on to processors. */
function reconciliationId(id: string): string {
  let rest = BigInt(`0x${id.replaceAll('-', '')}`);
  let text = '';
  while (rest > 0n) {
    text = BASE62.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}

/** A transaction in a list. */
export function summaryView(transaction: Transaction): Record<string, unknown> {
  const settled = transaction.settled;
  return {
    type: 'transaction',
    id: transaction.id,
    reconciliation_id: reconciliationId(transaction.id),
    merchant_account_id: transaction.merchant_account_id,
    currency: transaction.currency,
    amount: transaction.amount,
    status: transaction.status,
    authorized_amount: transaction.authorized_amount,
    captured_amount: transaction.captured_amount,
    refunded_amount: transaction.refunded_amount,
    settled_currency: settled ? transaction.currency : null,
    settled_amount: transaction.settled_amount,
    settled,
    country: transaction.country,
    external_identifier: transaction.external_identifier,
    intent: transaction.intent,
    payment_method: methodView(transaction.card, transaction.payment_method_id),
    method: 'card',
    instrument_type: transaction.payment_method_id === null ? 'pan' : 'card_token',
    error_code: transaction.error_code,
    payment_service: SERVICE,
    pending_review: false,
    buyer: null,
    raw_response_code: transaction.raw_response_code,
    raw_response_description: transaction.raw_response_description,
    shipping_details: null,
    checkout_session_id: transaction.checkout_session_id,
    gift_card_redemptions: [],
    gift_card_service: null,
    created_at: transaction.created_at,
    updated_at: transaction.updated_at,
    disputed: transaction.disputed,
    reauthorized_from_transaction_id: null,
  };
}

/** A transaction in full. */
export function transactionView(transaction: Transaction): Record<string, unknown> {
  return {
    ...summaryView(transaction),
    auth_response_code: transaction.raw_response_code,
    avs_response_code: null,
    cvv_response_code: null,
    payment_source: transaction.payment_source,
    merchant_initiated: transaction.merchant_initiated,
    is_subsequent_payment: transaction.is_subsequent_payment,
    cart_items: [],
    scheme_transaction_id: null,
    payment_service_transaction_id: `mock-${transaction.id.slice(-12)}`,
    additional_identifiers: {},
    metadata: transaction.metadata,
    authorized_at: transaction.authorized_at,
    captured_at: transaction.captured_at,
    voided_at: transaction.voided_at,
    intent_outcome: outcomeOf(transaction),
    multi_tender: false,
    account_funding_transaction: false,
  };
}

/** What a capture came to, which its transaction alone does not tell. */
export function captureAnswer(
  transaction: Transaction,
  capture: Pick<Capture, 'id' | 'status' | 'external_identifier'>,
): Record<string, unknown> {
  const isDeclined = capture.status === 'declined';
  return {
    type: 'transaction-capture',
    status: capture.status,
    code: isDeclined ? 'refused_capture' : null,
    raw_response_code: isDeclined ? '05' : '00',
    raw_response_description: isDeclined ? 'Capture refused' : 'Approved',
    transaction: transactionView(transaction),
    capture_id: capture.id,
    payment_service_capture_id: null,
    external_identifier: capture.external_identifier,
  };
}

export function voidAnswer(transaction: Transaction): Record<string, unknown> {
  return {
    type: 'transaction-void',
    status: 'succeeded',
    code: null,
    raw_response_code: '00',
    raw_response_description: 'Approved',
    transaction: transactionView(transaction),
  };
}

export function captureView(transaction: Transaction, capture: Capture): Record<string, unknown> {
  const isDeclined = capture.status === 'declined';
  return {
    type: 'capture',
    id: capture.id,
    merchant_account_id: transaction.merchant_account_id,
    transaction_id: transaction.id,
    currency: transaction.currency,
    amount: capture.amount,
    status: capture.status,
    final: true,
    created_at: capture.created_at,
    updated_at: capture.updated_at,
    captured_at: capture.captured_at,
    external_identifier: capture.external_identifier,
    error_code: isDeclined ? 'refused_capture' : null,
    raw_response_code: isDeclined ? '05' : '00',
    raw_response_description: isDeclined ? 'Capture refused' : 'Approved',
    transaction_external_identifier: transaction.external_identifier,
  };
}

export function refundView(transaction: Transaction, refund: Refund): Record<string, unknown> {
  const isOver = refund.status === 'failed' || refund.status === 'declined';
  return {
    type: 'refund',
    id: refund.id,
    transaction_id: transaction.id,
    payment_service_refund_id: null,
    status: refund.status,
    currency: transaction.currency,
    amount: refund.amount,
    reason: refund.reason,
    target_type: 'payment-method',
    target_id: transaction.payment_method_id,
    reconciliation_id: reconciliationId(refund.id),
    external_identifier: refund.external_identifier,
    transaction_reconciliation_id: reconciliationId(transaction.id),
    transaction_external_identifier: transaction.external_identifier,
    created_at: refund.created_at,
    updated_at: refund.updated_at,
    error_code: isOver ? `${refund.status}_refund` : null,
    raw_response_code: isOver ? '05' : null,
    raw_response_description: isOver ? 'Refund refused' : null,
    settled_currency: refund.settled ? transaction.currency : null,
    settled_amount: refund.settled ? refund.amount : 0,
    settled: refund.settled,
  };
}

/** A row of a settlement report: of a payment, a refund or a chargeback. */
export function postingView(
  transaction: Transaction,
  posting: Posting,
  type: 'settlement' | 'refund-settlement' | 'chargeback',
): Record<string, unknown> {
  return {
    id: posting.id,
    merchant_account_id: transaction.merchant_account_id,
    created_at: posting.posted_at,
    updated_at: posting.posted_at,
    posted_at: posting.posted_at,
    ingested_at: posting.posted_at,
    currency: transaction.currency,
    amount: posting.amount,
    exchange_rate: null,
    commission: posting.commission,
    interchange: posting.interchange,
    markup: posting.markup,
    scheme_fee: posting.scheme_fee,
    payment_service_report_id: posting.report_id,
    payment_service_report_file_ids: [posting.report_id],
    transaction_id: transaction.id,
    type,
    ...(posting.refund_id === null ? {} : { refund_id: posting.refund_id }),
  };
}

function methodView(card: Card, id: string | null): Record<string, unknown> {
  return {
    type: 'payment-method',
    approval_url: null,
    country: null,
    currency: null,
    details: { bin: card.bin, card_type: null, card_issuer_name: null },
    expiration_date: card.expiration_date,
    fingerprint: null,
    label: card.last4,
    last_replaced_at: null,
    method: 'card',
    mode: 'card',
    scheme: card.scheme,
    id,
    approval_target: null,
    external_identifier: null,
    payment_account_reference: null,
  };
}

function outcomeOf({ intent, status }: Transaction): 'pending' | 'succeeded' | 'failed' {
  if (status === 'authorization_declined' || status === 'authorization_voided') return 'failed';
  if (status === 'capture_succeeded') return 'succeeded';
  if (status === 'capture_pending') return 'pending';
  return intent === 'authorize' ? 'succeeded' : 'pending';
}

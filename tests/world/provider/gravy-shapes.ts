import { type TSchema, Type } from 'typebox';
import { closed, CurrencyCode, listOf, oneOf, shared, text, Time, Yes } from './scalars.ts';

// The part of Gr4vy's published interface that the service speaks, member by member.

export const Uuid = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' });
export const Name = text(64, '^[A-Za-z0-9._-]+$');
export const Amount = Type.Integer({ minimum: 0, maximum: 99_999_999 });
export const Word = text(200);
const Country = Type.String({ pattern: '^[A-Z]{2}$' });

const orNull = (schema: TSchema): TSchema => Type.Union([schema, Type.Null()]);
const None = Type.Null();

const RESPONSE = { raw_response_code: orNull(Word), raw_response_description: orNull(Word) };

const PaymentMethod = closed(
  { method: Word },
  {
    type: Type.Literal('payment-method'),
    approval_url: orNull(text(2_000)),
    country: orNull(Country),
    currency: orNull(CurrencyCode),
    details: orNull(
      closed(
        {},
        { bin: orNull(text(8, '^[0-9]+$')), card_type: orNull(Word), card_issuer_name: orNull(Word) },
      ),
    ),
    expiration_date: orNull(Type.String({ pattern: '^\\d{2}/\\d{2}$' })),
    fingerprint: orNull(Word),
    label: orNull(text(320)),
    last_replaced_at: orNull(Time),
    mode: orNull(oneOf('card redirect applepay googlepay checkout-session click-to-pay gift-card bank paze')),
    scheme: orNull(oneOf('amex discover maestro mastercard visa jcb diners-club unionpay other')),
    id: orNull(Uuid),
    approval_target: orNull(oneOf('new_window any')),
    external_identifier: orNull(Word),
    payment_account_reference: orNull(Word),
  },
);

const PaymentService = closed(
  { id: Uuid, payment_service_definition_id: Word, method: Word, display_name: Word },
  { type: Type.Literal('payment-service') },
);

const SUMMARY = {
  id: Uuid,
  reconciliation_id: Word,
  merchant_account_id: Name,
  currency: CurrencyCode,
  amount: Amount,
  status: oneOf(
    'processing authorization_succeeded authorization_declined authorization_failed authorization_voided ' +
      'authorization_void_pending capture_succeeded capture_pending buyer_approval_pending',
  ),
  authorized_amount: Amount,
  captured_amount: Amount,
  refunded_amount: Amount,
  settled_amount: Type.Integer(),
  settled: Yes,
  intent: oneOf('authorize capture'),
  gift_card_redemptions: Type.Array(Type.Never()),
  created_at: Time,
  updated_at: Time,
  disputed: Yes,
};

const SUMMARY_MAY = {
  ...RESPONSE,
  type: Type.Literal('transaction'),
  settled_currency: orNull(CurrencyCode),
  country: orNull(Country),
  external_identifier: orNull(Word),
  payment_method: orNull(PaymentMethod),
  method: orNull(Word),
  instrument_type: orNull(oneOf('pan card_token redirect redirect_token googlepay applepay network_token')),
  error_code: orNull(Word),
  payment_service: orNull(PaymentService),
  pending_review: Yes,
  buyer: None,
  shipping_details: None,
  checkout_session_id: orNull(Uuid),
  gift_card_service: None,
  reauthorized_from_transaction_id: orNull(Uuid),
};

/** A transaction in a list, which tells less of it. */
export const TransactionSummary = shared('GravyTransactionSummary', closed(SUMMARY, SUMMARY_MAY));

export const Transaction = shared(
  'GravyTransaction',
  closed(
    {
      ...SUMMARY,
      payment_source: oneOf('ecommerce moto recurring installment card_on_file'),
      merchant_initiated: Yes,
      is_subsequent_payment: Yes,
      intent_outcome: oneOf('pending succeeded failed'),
      multi_tender: Yes,
      account_funding_transaction: Yes,
    },
    {
      ...SUMMARY_MAY,
      auth_response_code: orNull(Word),
      avs_response_code: orNull(oneOf('match no_match unavailable')),
      cvv_response_code: orNull(oneOf('match no_match unavailable not_provided')),
      cart_items: orNull(Type.Array(Type.Never())),
      scheme_transaction_id: orNull(Word),
      payment_service_transaction_id: orNull(Word),
      additional_identifiers: closed({}),
      metadata: orNull(Type.Record(Type.String(), Type.String())),
      authorized_at: orNull(Time),
      captured_at: orNull(Time),
      voided_at: orNull(Time),
    },
  ),
);

export const Capture = closed(
  {
    id: Uuid,
    merchant_account_id: Name,
    transaction_id: Uuid,
    currency: CurrencyCode,
    amount: Amount,
    status: oneOf('succeeded pending declined failed'),
    final: Yes,
    created_at: Time,
    updated_at: Time,
  },
  {
    ...RESPONSE,
    type: Type.Literal('capture'),
    captured_at: orNull(Time),
    external_identifier: orNull(Word),
    error_code: orNull(Word),
    transaction_external_identifier: orNull(Word),
  },
);

export const Refund = closed(
  {
    id: Uuid,
    transaction_id: Uuid,
    status: oneOf('processing succeeded failed declined voided'),
    currency: CurrencyCode,
    amount: Amount,
    target_type: oneOf('payment-method gift-card-redemption'),
    reconciliation_id: Word,
    transaction_reconciliation_id: Word,
    created_at: Time,
    updated_at: Time,
    settled: Yes,
  },
  {
    ...RESPONSE,
    type: Type.Literal('refund'),
    payment_service_refund_id: orNull(Word),
    reason: orNull(Word),
    target_id: orNull(Uuid),
    external_identifier: orNull(text(300)),
    transaction_external_identifier: orNull(Word),
    error_code: orNull(Word),
    settled_currency: orNull(CurrencyCode),
    settled_amount: Type.Integer(),
  },
);

const posting = (type: string) =>
  closed(
    {
      id: Uuid,
      merchant_account_id: Name,
      created_at: Time,
      updated_at: Time,
      posted_at: Time,
      ingested_at: Time,
      currency: CurrencyCode,
      amount: Amount,
      commission: Type.Integer(),
      payment_service_report_id: Uuid,
      payment_service_report_file_ids: listOf(Uuid, 100),
      transaction_id: Uuid,
    },
    {
      type: Type.Literal(type),
      exchange_rate: orNull(Type.Number()),
      interchange: orNull(Type.Integer()),
      markup: orNull(Type.Integer()),
      scheme_fee: orNull(Type.Integer()),
    },
  );

export const Settlement = posting('settlement');
export const Chargeback = posting('chargeback');

export const TransactionCapture = closed(
  {
    status: oneOf('succeeded pending declined failed'),
    code: orNull(Word),
    ...RESPONSE,
    transaction: Transaction,
  },
  {
    type: Type.Literal('transaction-capture'),
    capture_id: orNull(Uuid),
    payment_service_capture_id: orNull(Word),
    external_identifier: orNull(Word),
  },
);

export const TransactionVoid = closed(
  {
    status: oneOf('succeeded pending declined failed'),
    code: orNull(Word),
    ...RESPONSE,
    transaction: Transaction,
  },
  { type: Type.Literal('transaction-void') },
);

const Cursor = orNull(text(1_000));
/** A page of a list. */
export const pageOf = (items: TSchema): TSchema =>
  closed(
    { items: listOf(items, 100) },
    { limit: Type.Integer({ minimum: 1, maximum: 100 }), next_cursor: Cursor, previous_cursor: Cursor },
  );

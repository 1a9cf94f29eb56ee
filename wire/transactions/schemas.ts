import { Type } from 'typebox';
import type { Notes } from '../notes.ts';
import { closed, DateTime, nullable, oneOf, page, Uuid } from '../shapes.ts';

export const TRANSACTION_STATUSES = [
  'created',
  'approved',
  'pending',
  'captured',
  'refunded',
  'failed',
  'voided',
] as const;

const text = Type.Optional(Type.String());
const amount = Type.Optional(Type.Number());
const address = Type.Optional(nullable(Type.Record(Type.String(), Type.String())));

export const Transaction = Type.Object(
  {
    id: Type.String(),
    merchant_id: Type.String(),
    provider: Type.String(),
    provider_order_id: Type.String(),
    status: oneOf(TRANSACTION_STATUSES),
    payment_method: Type.String(),
    amount: Type.Number(),
    platform_fee: Type.Number(),
    currency: Type.String(),
    created_at: DateTime,
    external_order_id: nullable(Type.String()),
    billing_address: address,
    shipping_address: address,
    buyer_email: text,
    captured_at: Type.Optional(DateTime),
    checkout_session_id: text,
    description: text,
    failure_code: text,
    failure_message: text,
    net_amount: amount,
    payment_method_raw: text,
    payment_method_scheme: text,
    platform_fee_fixed: Type.Number(),
    platform_fee_percent: Type.Number(),
    processor: text,
    processor_definition_id: text,
    provider_capture_id: text,
    provider_client_metadata_id: text,
    provider_fee: amount,
    refunded_amount_cents: Type.Integer(),
    refunded_at: Type.Optional(DateTime),
    refunded_platform_fee: Type.Number(),
    settled: Type.Optional(Type.Boolean()),
    settled_amount: amount,
    settled_currency: text,
    status_raw: text,
  },
  closed,
);

const REFUND_STATUSES = ['requested', 'pending', 'completed', 'failed'] as const;
const REFUND_ORIGINS = ['api', 'provider', 'reversal'] as const;

export const TransactionRefund = Type.Object(
  {
    refund_request_id: nullable(Uuid),
    amount_cents: Type.Integer(),
    platform_fee_refund_cents: nullable(Type.Integer()),
    status: oneOf(REFUND_STATUSES),
    failure_code: nullable(Type.String()),
    origin: oneOf(REFUND_ORIGINS),
    created_at: DateTime,
    completed_at: nullable(DateTime),
  },
  closed,
);

/** A transaction alone, with every refund that was asked for or heard of. */
export const TransactionDetail = Type.Object(
  { ...Transaction.properties, refunds: Type.Array(TransactionRefund) },
  closed,
);

export const TransactionQuery = Type.Object(
  {
    status: Type.Optional(oneOf(TRANSACTION_STATUSES)),
    payment_method: Type.Optional(Type.String()),
    processor: Type.Optional(Type.String()),
    search: Type.Optional(Type.String()),
    from_date: Type.Optional(Type.String({ format: 'iso-date-time' })),
    to_date: Type.Optional(Type.String({ format: 'iso-date-time' })),
    ...page({ default: 20, max: 100 }),
  },
  closed,
);

export const TransactionPage = Type.Object(
  { items: Type.Array(Transaction), total: Type.Integer(), limit: Type.Integer(), offset: Type.Integer() },
  closed,
);

/** What fields mean. */
export const NOTES = {
  'Transaction.amount': "In the currency's own units.",
  'Transaction.provider_capture_id': 'What a refund addresses.',
  'Transaction.failure_code':
    "The provider's reason for what failed, or for the buyer's last decline while the status does not move.",
  'Transaction.net_amount':
    'What is left of the capture after the fees of the provider and the platform, once known. Refunds are not taken off: ' +
    'they stand in `refunded_amount_cents` and `refunded_platform_fee`.',
  'Transaction.provider_fee': "The provider's fee on the capture, once known. Refunds do not change it.",
  'Transaction.platform_fee':
    "The platform's fee on the whole amount; what refunds gave back of it stands apart.",
  'Transaction.refunded_platform_fee': 'What refunds gave back of `platform_fee`.',
  'TransactionRefund.refund_request_id':
    'As in `payment.refunded`; null for what the provider or a reversal returned.',
  'TransactionRefund.status':
    'requested: it was asked for, and how it ended is not known yet. failed: nothing was returned, also after the call ' +
    'was answered with success.',
  'TransactionRefund.failure_code': "The provider's reason for what failed.",
  'TransactionRefund.origin':
    "api: asked for here. provider: made on the provider's side. reversal: taken back by the provider.",
  'TransactionRefund.platform_fee_refund_cents':
    'Null where the capture has no fee, or others returned the money.',
  'Transaction.status': 'Where the payment stands. A part that was refunded leaves it `captured`.',
  'Transaction.payment_method': 'How it was paid, in one word.',
  'Transaction.payment_method_raw': 'The same in the provider’s words.',
  'Transaction.payment_method_scheme': 'The network of the card, where it was one.',
  'Transaction.status_raw': 'Where it stands, in the provider’s words.',
  'Transaction.provider_order_id': 'The provider’s id of the order; empty where there is none.',
  'Transaction.description': 'What was paid for.',
  'Transaction.checkout_session_id':
    'The session that was paid; left out for a charge of a saved instrument.',
  'Transaction.billing_address': 'The buyer’s, as the provider shows it; null where it does not.',
  'Transaction.shipping_address': 'Where the goods go, as the provider shows it; null where it does not.',
  'Transaction.failure_message': 'That reason in words.',
  'Transaction.platform_fee_fixed': 'The fixed part of `platform_fee`, by the price at the time.',
  'Transaction.platform_fee_percent':
    'The percentage of `platform_fee`, by the price at the time: 2.9 means 2.9 %.',
  'Transaction.processor': 'Who carried it out behind the provider, as a person reads it.',
  'Transaction.processor_definition_id': 'The same, as the provider lists it.',
  'Transaction.provider_client_metadata_id':
    'What tied it to the buyer’s device, for the provider’s risk checks.',
  'Transaction.settled': 'Whether the provider has paid it out to the merchant.',
  'Transaction.settled_amount': 'What was paid out, in the units of `settled_currency`.',
  'Transaction.settled_currency': 'What it was paid out in, which may be another currency.',
  'TransactionDetail.refunds': 'Every refund that was asked for or heard of, and what became of it.',
  'Transaction.refunded_at': 'When the last of the money was returned.',
  'TransactionRefund.completed_at': 'When the money went back; null where it has not.',
} as const satisfies Notes;

import { Type } from 'typebox';
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

export const REFUND_STATUSES = ['requested', 'pending', 'completed', 'failed'] as const;
export const REFUND_ORIGINS = ['api', 'provider', 'reversal'] as const;

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
    payment_method: Type.Optional(Type.String({ maxLength: 100 })),
    processor: Type.Optional(Type.String({ maxLength: 100 })),
    search: Type.Optional(Type.String({ maxLength: 255 })),
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

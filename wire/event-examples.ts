import type { Static } from 'typebox';
import type * as object from './event-objects.ts';

// One object of each type as a receiver might see it: what the published document, the golden files and the tests of
// receivers show. The stories of one shop: an order that is paid, given back in part, and disputed.

const MERCHANT = { merchant_id: '019b76da-9c00-7abc-8def-0123456789ab' };
const SESSION = 'cs_4Qd9mT2vXb7LzK1nR8sWc5JhYpA';
const ORDER = { checkout_session_id: SESSION, external_order_id: 'order-1001' };
const CAPTURE = '3C679366HH908993F';
const REASON = 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED';
const DEADLINE = '2026-01-15T00:00:00.000Z';

export const CHECKOUT_SESSION_CREATED: Static<typeof object.CheckoutSessionCreatedObject> = {
  ...MERCHANT,
  ...ORDER,
  id: SESSION,
  amount: '42',
  amount_cents: 4200,
  currency: 'USD',
  status: 'open',
  description: 'Two tickets for \u201cZo\u00eb\u201d',
  expires_at: '2026-01-01T00:30:00.000Z',
  created_at: '2026-01-01T00:00:00.000Z',
};

const PAYMENT = {
  ...MERCHANT,
  ...ORDER,
  id: '019b76db-5f50-7d11-9c2e-5a7b3f90c1d2',
  provider: 'ppcp',
  provider_order_id: '5O190127TN364715T',
  amount_cents: 4200,
  currency: 'USD',
  platform_fee_cents: 122,
  created_at: '2026-01-01T00:00:50.000Z',
};
const UNTAKEN = { ...PAYMENT, provider_capture_id: null, captured_at: null, refunded_at: null };
const TAKEN = { ...PAYMENT, provider_capture_id: CAPTURE, captured_at: '2026-01-01T00:01:30.000Z' };

export const PAYMENT_CREATED: Static<typeof object.PaymentCreatedObject> = { ...UNTAKEN, status: 'created' };
export const PAYMENT_APPROVED: Static<typeof object.PaymentApprovedObject> = {
  ...UNTAKEN,
  status: 'approved',
};

export const PAYMENT_CAPTURED: Static<typeof object.PaymentCapturedObject> = {
  ...TAKEN,
  refunded_at: null,
  status: 'captured',
};

export const PAYMENT_FAILED: Static<typeof object.PaymentFailedObject> = {
  ...UNTAKEN,
  status: 'failed',
  reason: 'PAYEE_ACCOUNT_RESTRICTED',
  provider_status: 'DECLINED',
  debug_id: 'f2c1a7d3b5e60',
};

export const PAYMENT_REFUNDED: Static<typeof object.PaymentRefundedObject> = {
  ...TAKEN,
  refunded_at: null,
  status: 'captured',
  partial: true,
  refund_amount_cents: 1250,
  total_refunded_cents: 1250,
  platform_fee_refund_cents: 36,
  total_platform_fee_refunded_cents: 36,
  wallet_refund_id: '1JU08902781691411',
  refund_request_id: '019b7710-27a0-7f3c-8a41-6d0c9e52b7f4',
};

const DISPUTE = {
  ...MERCHANT,
  ...ORDER,
  id: '019b8b74-6c00-7e25-b0a3-84d1c6f7e9a0',
  transaction_id: PAYMENT.id,
  provider: 'ppcp',
  provider_dispute_id: 'PP-D-12345',
  provider_transaction_id: CAPTURE,
  reason: REASON,
  amount: 29.5,
  currency: 'USD',
  response_deadline: DEADLINE,
};

export const DISPUTE_CREATED: Static<typeof object.DisputeCreatedObject> = {
  ...DISPUTE,
  event_type: 'dispute.created',
  status: 'WAITING_FOR_SELLER_RESPONSE',
  outcome: null,
};

export const DISPUTE_UPDATED: Static<typeof object.DisputeUpdatedObject> = {
  ...DISPUTE,
  event_type: 'dispute.updated',
  status: 'UNDER_REVIEW',
  outcome: null,
};

export const DISPUTE_RESOLVED: Static<typeof object.DisputeResolvedObject> = {
  ...DISPUTE,
  event_type: 'dispute.resolved',
  status: 'RESOLVED',
  response_deadline: null,
  outcome: 'RESOLVED_SELLER_FAVOUR',
};

export const DISPUTE_EVIDENCE_DEADLINE_APPROACHING: Static<
  typeof object.DisputeEvidenceDeadlineApproachingObject
> = {
  ...MERCHANT,
  ...ORDER,
  dispute_id: DISPUTE.provider_dispute_id,
  status: 'WAITING_FOR_SELLER_RESPONSE',
  reason: REASON,
  response_deadline: DEADLINE,
};

export const MERCHANT_ONBOARDING_UPDATED: Static<typeof object.MerchantOnboardingUpdatedObject> = {
  ...MERCHANT,
  id: MERCHANT.merchant_id,
  onboarding_status: 'completed',
  wallet_connection_status: 'connected',
  wallet_status_reason: null,
  payments_enabled: true,
  checkout_enabled: true,
};

export const MERCHANT_PAYMENTS_DISABLED: Static<typeof object.MerchantPaymentsDisabledObject> = {
  ...MERCHANT,
  id: MERCHANT.merchant_id,
  reason: 'admin_wallet_link_released',
  wallet_merchant_id: 'K7TQ2ZB4XCN5E',
};

const SUBSCRIPTION = {
  ...MERCHANT,
  subscription_id: '019b76e0-1d80-7b6a-a4f8-2c9e70d3b518',
  id: '019b76e0-1d80-7b6a-a4f8-2c9e70d3b518',
  customer_ref: 'customer-77',
  amount: '9.9',
  amount_cents: 990,
  currency: 'USD',
  interval: 'month',
  interval_count: 1,
  status: 'active',
  current_period_start: '2026-01-01T00:00:00.000Z',
  current_period_end: '2026-02-01T00:00:00.000Z',
  next_charge_at: '2026-02-01T00:00:00.000Z',
  created_at: '2026-01-01T00:00:00.000Z',
} as const;

export const SUBSCRIPTION_CREATED: Static<typeof object.SubscriptionCreatedObject> = SUBSCRIPTION;
export const SUBSCRIPTION_CHARGED: Static<typeof object.SubscriptionChargedObject> = {
  ...SUBSCRIPTION,
  transaction_id: '019b76e0-2940-7c8d-9e1f-40a5b6c7d8e9',
};
export const SUBSCRIPTION_PAYMENT_FAILED: Static<typeof object.SubscriptionPaymentFailedObject> = {
  ...SUBSCRIPTION,
  transaction_id: '019b76e0-2940-7c8d-9e1f-40a5b6c7d8e9',
  reason: 'INSTRUMENT_DECLINED',
};
export const SUBSCRIPTION_PAST_DUE: Static<typeof object.SubscriptionPastDueObject> = {
  ...SUBSCRIPTION,
  status: 'past_due',
  next_charge_at: null,
};
export const SUBSCRIPTION_CANCELED: Static<typeof object.SubscriptionCanceledObject> = {
  ...SUBSCRIPTION,
  status: 'canceled',
  next_charge_at: null,
};

export const TEXT_TO_PAY_PAID: Static<typeof object.TextToPayPaidObject> = {
  ...MERCHANT,
  external_order_id: 'invoice-204',
  id: '019b7a12-8e40-7a0b-b3c4-d5e6f7081920',
  status: 'paid',
  amount_cents: 15000,
  currency: 'USD',
  topic: 'Boiler service',
  transaction_id: '019b7a19-6f20-7d4e-8f50-617283940a5b',
  resolved_at: '2026-01-01T15:12:00.000Z',
  created_at: '2026-01-01T15:00:00.000Z',
};

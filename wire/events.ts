/** The keys of an event's `data.object` that are always there. `merchant_id` is on every event of every type; a key
 *  that may be missing is not listed. */
const ORDER_KEYS = ['merchant_id', 'external_order_id', 'checkout_session_id'] as const;

const CAPTURE_KEYS = [
  'amount_cents',
  'captured_at',
  'checkout_session_id',
  'created_at',
  'currency',
  'external_order_id',
  'id',
  'merchant_id',
  'platform_fee_cents',
  'provider',
  'provider_capture_id',
  'provider_order_id',
  'refunded_at',
  'status',
] as const;

const DISPUTE_KEYS = [
  'amount',
  'checkout_session_id',
  'currency',
  'event_type',
  'external_order_id',
  'id',
  'merchant_id',
  'outcome',
  'provider',
  'provider_dispute_id',
  'provider_transaction_id',
  'reason',
  'response_deadline',
  'status',
  'transaction_id',
] as const;

const DEADLINE_KEYS = [
  'checkout_session_id',
  'dispute_id',
  'external_order_id',
  'merchant_id',
  'reason',
  'response_deadline',
  'status',
] as const;

const SUBSCRIPTION_KEYS = ['merchant_id', 'subscription_id'] as const;

/** The vocabulary: 18 event types, each with the keys its object always has. */
export const EVENT_PAYLOAD_KEYS = {
  'checkout.session.created': ORDER_KEYS,
  'payment.created': ORDER_KEYS,
  'payment.approved': ORDER_KEYS,
  'payment.captured': CAPTURE_KEYS,
  'payment.failed': [...ORDER_KEYS, 'id', 'reason'],
  'payment.refunded': CAPTURE_KEYS,
  'dispute.created': DISPUTE_KEYS,
  'dispute.updated': DISPUTE_KEYS,
  'dispute.resolved': DISPUTE_KEYS,
  'dispute.evidence_deadline_approaching': DEADLINE_KEYS,
  'merchant.onboarding_updated': ['merchant_id'],
  'merchant.payments_disabled': ['merchant_id', 'reason'],
  'subscription.created': SUBSCRIPTION_KEYS,
  'subscription.charged': SUBSCRIPTION_KEYS,
  'subscription.payment_failed': SUBSCRIPTION_KEYS,
  'subscription.past_due': SUBSCRIPTION_KEYS,
  'subscription.canceled': SUBSCRIPTION_KEYS,
  'text_to_pay.paid': ['merchant_id', 'external_order_id'],
} as const satisfies Record<string, readonly string[]>;

export type EventType = keyof typeof EVENT_PAYLOAD_KEYS;

/** In the order of the vocabulary. */
export const EVENT_TYPES = Object.keys(EVENT_PAYLOAD_KEYS) as EventType[];

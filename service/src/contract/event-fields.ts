import type { EventType } from '../../../wire/events.ts';
import {
  WALLET_CONNECTION_STATUSES,
  WALLET_STATUS_REASONS,
  ONBOARDING_STATUSES,
} from '../../../wire/merchant.ts';
import { SESSION_STATUSES } from '../../../wire/session.ts';
import { TRANSACTION_STATUSES } from '../../../wire/transaction.ts';
import type { JsonSchema } from './openapi.ts';

const text = (description: string): JsonSchema => ({ type: 'string', description });
const textOrNull = (description: string): JsonSchema => ({ type: ['string', 'null'], description });
const minorUnits = (description: string): JsonSchema => ({ type: 'integer', description });
const time = (description: string): JsonSchema => ({ type: 'string', format: 'date-time', description });
const timeOrNull = (description: string): JsonSchema => ({
  type: ['string', 'null'],
  format: 'date-time',
  description,
});
const flag = (description: string): JsonSchema => ({ type: 'boolean', description });

const CURRENCY: JsonSchema = { type: 'string', pattern: '^[A-Z]{3}$', description: 'ISO 4217.' };

/** What the fields of events mean wherever they occur. */
const SHARED: Readonly<Record<string, JsonSchema>> = {
  merchant_id: text('The merchant it is about, on every event of every type.'),
  external_order_id: textOrNull("The channel's own order number, null when it gave none."),
  checkout_session_id: textOrNull('The session, null where there is none.'),
  id: text('The id of the resource, never of the event.'),
  currency: CURRENCY,
  created_at: time('When the resource was made.'),
  provider: text('The code of the payment provider.'),
};

const PAYMENT: Readonly<Record<string, JsonSchema>> = {
  id: text('The transaction.'),
  amount_cents: minorUnits("The amount in the currency's minor units."),
  captured_at: timeOrNull('When the money was taken.'),
  platform_fee_cents: minorUnits('The platform fee in minor units.'),
  provider_capture_id: textOrNull('What a refund addresses.'),
  provider_order_id: textOrNull("The provider's order."),
  refunded_at: timeOrNull('When the last of it was returned.'),
  status: { type: 'string', enum: TRANSACTION_STATUSES, description: 'The state of the transaction.' },
};

const DISPUTE: Readonly<Record<string, JsonSchema>> = {
  id: text("The service's id of the dispute."),
  event_type: text('The type of this event.'),
  transaction_id: textOrNull('The transaction, null when the payment was not matched.'),
  provider_dispute_id: text("The provider's id of the dispute."),
  provider_transaction_id: textOrNull("The provider's id of the disputed payment."),
  status: text("The dispute's present state at the provider."),
  reason: textOrNull('Why the buyer disputes.'),
  amount: { type: ['number', 'null'], description: 'The disputed amount.' },
  response_deadline: timeOrNull('Until when an answer counts.'),
  outcome: textOrNull('How it ended; null before.'),
};

const SUBSCRIPTION = { subscription_id: text('The subscription; the key to match on.') };

/** Fields by type of event. Those that its type always has are required; the others may be left out. */
const OWN: Readonly<Record<EventType, Readonly<Record<string, JsonSchema>>>> = {
  'checkout.session.created': {
    id: text('The session.'),
    amount: text('The amount as a decimal, without trailing zeros.'),
    amount_cents: PAYMENT['amount_cents']!,
    currency: CURRENCY,
    status: { type: 'string', enum: SESSION_STATUSES },
    description: textOrNull('As the session was created with.'),
    expires_at: time('When the session ends.'),
    created_at: SHARED['created_at']!,
  },
  'payment.created': payment(),
  'payment.approved': payment(),
  'payment.captured': PAYMENT,
  'payment.failed': {
    ...payment(),
    reason: text("The provider's own words for what failed."),
    provider_status: text('The state the provider gave with it, when it gave one.'),
    debug_id: text("What the provider's support asks for, when it gave one."),
  },
  'payment.refunded': {
    ...PAYMENT,
    partial: flag('True exactly while less is returned than was captured.'),
    refund_amount_cents: minorUnits('This refund alone.'),
    total_refunded_cents: minorUnits('Everything returned so far, this refund included.'),
    platform_fee_refund_cents: minorUnits('The fee returned with this refund, when one was recorded.'),
    total_platform_fee_refunded_cents: minorUnits('All fee returned so far, when any was recorded.'),
    wallet_refund_id: text("The provider's id of this refund."),
    refund_request_id: text('The same on every delivery about one refund of the API; only there.'),
    reversal: flag('True when the provider took the money back; such an event carries the totals only.'),
  },
  'dispute.created': DISPUTE,
  'dispute.updated': DISPUTE,
  'dispute.resolved': DISPUTE,
  'dispute.evidence_deadline_approaching': {
    dispute_id: text("The provider's id; match it with `provider_dispute_id` of the other dispute events."),
    reason: DISPUTE['reason']!,
    response_deadline: DISPUTE['response_deadline']!,
    status: DISPUTE['status']!,
  },
  'merchant.onboarding_updated': {
    id: text('The merchant.'),
    onboarding_status: { type: 'string', enum: ONBOARDING_STATUSES },
    wallet_connection_status: { type: 'string', enum: WALLET_CONNECTION_STATUSES },
    wallet_status_reason: { type: ['string', 'null'], enum: [...WALLET_STATUS_REASONS, null] },
    payments_enabled: flag('Whether payments may be taken.'),
    checkout_enabled: flag('Whether a payment may be created.'),
  },
  'merchant.payments_disabled': {
    id: text('The merchant.'),
    reason: {
      type: 'string',
      enum: [
        'wallet_consent_revoked',
        'wallet_status_not_ready',
        'merchant_disconnected',
        'wallet_capture_payee_not_verified',
        'admin_wallet_link_released',
      ],
      description: 'What stopped them.',
    },
    wallet_merchant_id: text('The connection that stopped; with a released link only.'),
  },
  'subscription.created': SUBSCRIPTION,
  'subscription.charged': SUBSCRIPTION,
  'subscription.payment_failed': SUBSCRIPTION,
  'subscription.past_due': SUBSCRIPTION,
  'subscription.canceled': SUBSCRIPTION,
  'text_to_pay.paid': {},
};

// Before the money is taken the fields of a payment are there all the same, with null where nothing happened
// yet.
function payment(): Readonly<Record<string, JsonSchema>> {
  return { ...PAYMENT, created_at: SHARED['created_at']!, currency: CURRENCY, provider: SHARED['provider']! };
}

/** The fields of an event's `data.object`, required ones first. */
export function eventFields(type: EventType, required: readonly string[]): Record<string, JsonSchema> {
  const own = OWN[type];
  const names = [...new Set([...required.toSorted(), ...Object.keys(own)])];
  return Object.fromEntries(names.map((name) => [name, own[name] ?? SHARED[name] ?? {}]));
}

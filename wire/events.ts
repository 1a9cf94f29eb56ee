import type { TObject } from 'typebox';
import * as example from './event-examples.ts';
import * as object from './event-objects.ts';

/** One type of event: everything that is said of it anywhere is made from this row. */
export interface EventDefinition {
  /** The module that raises it. */
  readonly raised_by: string;
  /** Which order it names: that of a session, that of a payment request, or none. */
  readonly order_ids: OrderIds;
  /** When it is raised, and what to make of it. Markdown with `code` only. */
  readonly told: string;
  /** What `data.object` holds. */
  readonly object: TObject;
  /** One such object. */
  readonly example: object;
}

export type OrderIds = keyof typeof ORDER_ID_KEYS;

/** The keys of `data.object` that name an order. They are there, with null where they do not apply, or no keys. */
export const ORDER_ID_KEYS = {
  session: ['external_order_id', 'checkout_session_id'],
  request: ['external_order_id'],
  none: [],
} as const satisfies Record<string, readonly string[]>;

const CAPTURED =
  'The money has been taken. This is the event to fulfil an order on; a second delivery of it changes nothing.';
const FAILED =
  'One attempt to pay has ended, the session has not: the buyer may try again, so keep the order. A decline that ' +
  'the buyer can act on raises no event.';
const REFUNDED =
  'Money was returned, by the API, by the provider or by a reversal. After a partial refund `status` stays ' +
  '`captured`: go by `total_refunded_cents`.';
const ONBOARDING =
  'Something about a merchant moved: onboarding began, or a state of the connection changed. Read the status.';
const DEADLINE = 'The time to answer a dispute runs out in 72 hours.';
const DISABLED = 'A merchant can no longer take payments; `reason` says what stopped them.';

/** The vocabulary: 18 event types. */
export const EVENTS = {
  'checkout.session.created': {
    ...from('sessions', 'session', 'A session was created for a merchant.'),
    object: object.CheckoutSessionCreatedObject,
    example: example.CHECKOUT_SESSION_CREATED,
  },
  'payment.created': {
    ...from(
      'payments',
      'session',
      'A buyer began to pay: an order stands at the provider. No money has moved.',
    ),
    object: object.PaymentCreatedObject,
    example: example.PAYMENT_CREATED,
  },
  'payment.approved': {
    ...from('payments', 'session', 'The buyer approved the order. No money has moved yet.'),
    object: object.PaymentApprovedObject,
    example: example.PAYMENT_APPROVED,
  },
  'payment.captured': {
    ...from('payments', 'session', CAPTURED),
    object: object.PaymentCapturedObject,
    example: example.PAYMENT_CAPTURED,
  },
  'payment.failed': {
    ...from('payments', 'session', FAILED),
    object: object.PaymentFailedObject,
    example: example.PAYMENT_FAILED,
  },
  'payment.refunded': {
    ...from('refunds', 'session', REFUNDED),
    object: object.PaymentRefundedObject,
    example: example.PAYMENT_REFUNDED,
  },
  'dispute.created': {
    ...from('disputes', 'session', 'A buyer disputes a payment.'),
    object: object.DisputeCreatedObject,
    example: example.DISPUTE_CREATED,
  },
  'dispute.updated': {
    ...from('disputes', 'session', 'A dispute moved on at the provider.'),
    object: object.DisputeUpdatedObject,
    example: example.DISPUTE_UPDATED,
  },
  'dispute.resolved': {
    ...from('disputes', 'session', 'A dispute has ended; `outcome` says how.'),
    object: object.DisputeResolvedObject,
    example: example.DISPUTE_RESOLVED,
  },
  'dispute.evidence_deadline_approaching': {
    ...from('disputes', 'session', DEADLINE),
    object: object.DisputeEvidenceDeadlineApproachingObject,
    example: example.DISPUTE_EVIDENCE_DEADLINE_APPROACHING,
  },
  'merchant.onboarding_updated': {
    ...from('onboarding', 'none', ONBOARDING),
    object: object.MerchantOnboardingUpdatedObject,
    example: example.MERCHANT_ONBOARDING_UPDATED,
  },
  'merchant.payments_disabled': {
    ...from('onboarding', 'none', DISABLED),
    object: object.MerchantPaymentsDisabledObject,
    example: example.MERCHANT_PAYMENTS_DISABLED,
  },
  'subscription.created': {
    ...from('subscriptions', 'none', 'A subscription began.'),
    object: object.SubscriptionCreatedObject,
    example: example.SUBSCRIPTION_CREATED,
  },
  'subscription.charged': {
    ...from('subscriptions', 'none', 'A period of a subscription was paid.'),
    object: object.SubscriptionChargedObject,
    example: example.SUBSCRIPTION_CHARGED,
  },
  'subscription.payment_failed': {
    ...from('subscriptions', 'none', 'A charge of a subscription failed; it is tried again later.'),
    object: object.SubscriptionPaymentFailedObject,
    example: example.SUBSCRIPTION_PAYMENT_FAILED,
  },
  'subscription.past_due': {
    ...from('subscriptions', 'none', 'The tries of a charge are used up.'),
    object: object.SubscriptionPastDueObject,
    example: example.SUBSCRIPTION_PAST_DUE,
  },
  'subscription.canceled': {
    ...from('subscriptions', 'none', 'A subscription has ended.'),
    object: object.SubscriptionCanceledObject,
    example: example.SUBSCRIPTION_CANCELED,
  },
  'text_to_pay.paid': {
    ...from('text-to-pay', 'request', 'The request sent by text message was paid.'),
    object: object.TextToPayPaidObject,
    example: example.TEXT_TO_PAY_PAID,
  },
} as const satisfies Record<string, EventDefinition>;

export type EventType = keyof typeof EVENTS;

/** The types that can be subscribed to and that nothing of this release raises. */
export const NOT_RAISED_YET: readonly EventType[] = [
  'dispute.created',
  'dispute.updated',
  'dispute.resolved',
  'dispute.evidence_deadline_approaching',
  'subscription.created',
  'subscription.charged',
  'subscription.payment_failed',
  'subscription.past_due',
  'subscription.canceled',
  'text_to_pay.paid',
];

/** What the contract says of a type: also that nobody should wait for it. */
export function toldOf(type: EventType): string {
  const { told } = EVENTS[type];
  return NOT_RAISED_YET.includes(type) ? `${told} Nothing raises it yet.` : told;
}

/** In the order of the vocabulary. */
export const EVENT_TYPES = Object.keys(EVENTS) as EventType[];

/** The keys that the object of each type always has. */
export const EVENT_PAYLOAD_KEYS = Object.fromEntries<readonly string[]>(
  EVENT_TYPES.map((type) => [type, EVENTS[type].object.required]),
) as Readonly<Record<EventType, readonly string[]>>;

function from(raised_by: string, order_ids: OrderIds, told: string) {
  return { raised_by, order_ids, told };
}

import type { EventType } from '../../../wire/events.ts';

/** When each event is raised, and what to make of it. */
export const EVENT_NOTES: Readonly<Record<EventType, string>> = {
  'checkout.session.created': 'A session was created for a merchant.',
  'payment.created': 'A buyer began to pay: an order stands at the provider. No money has moved.',
  'payment.approved': 'The buyer approved the order. No money has moved yet.',
  'payment.captured':
    'The money has been taken. This is the event to fulfil an order on; a second delivery of it changes ' +
    'nothing.',
  'payment.failed':
    'One attempt to pay has ended, the session has not: the buyer may try again, so keep the order. A ' +
    'decline that the buyer can act on raises no event.',
  'payment.refunded':
    'Money was returned, by the API, by the provider or by a reversal. After a partial refund `status` ' +
    'stays `captured`: go by `total_refunded_cents`.',
  'dispute.created': 'A buyer disputes a payment.',
  'dispute.updated': 'A dispute moved on at the provider.',
  'dispute.resolved': 'A dispute has ended; `outcome` says how.',
  'dispute.evidence_deadline_approaching': 'The time to answer a dispute runs out in 72 hours.',
  'merchant.onboarding_updated':
    'Something about a merchant moved: onboarding began, or a state of the connection changed. Read the ' +
    'status.',
  'merchant.payments_disabled': 'A merchant can no longer take payments; `reason` says what stopped them.',
  'subscription.created': 'A subscription began.',
  'subscription.charged': 'A period of a subscription was paid.',
  'subscription.payment_failed': 'A charge of a subscription failed; it is tried again later.',
  'subscription.past_due': 'The tries of a charge are used up.',
  'subscription.canceled': 'A subscription has ended.',
  'text_to_pay.paid': 'The request sent by text message was paid.',
};

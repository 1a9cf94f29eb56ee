import type { Refusals } from '../refusal.ts';

/** Also what any call is refused that asks a provider. */
export const PAYMENT_REFUSALS = {
  too_many_open_orders: [
    409,
    'Too many orders of this checkout session wait for the buyer; approve one of them',
  ],
  account_missing: [422, 'The merchant has no account at this payment provider'],
  other_rail: [400, 'This checkout session is paid through another payment provider'],
  payments_not_allowed: [403, 'The merchant is not allowed to take payments'],
  order_not_found: [404, 'Order not found'],
  order_not_approved: [409, 'The buyer has not approved this order'],
  order_not_capturable: [409, 'This order can no longer be captured'],
  payment_declined: [402, 'The payment was declined; choose another way to pay'],
  seller_unverified: [400, "The merchant's wallet account is not verified and cannot receive this payment"],
  seller_refused: [400, "The merchant's wallet account cannot receive this payment"],
  payment_refused: [400, 'The provider refused this payment'],
  outcome_unknown: [
    503,
    'The provider did not confirm the outcome; it will be settled, retry or read it again',
  ],
  provider_unavailable: [503, 'The payment provider could not be reached'],
  rail_not_configured: [503, 'This payment provider is not configured on this deployment'],
} as const satisfies Refusals;

import type { Refusals } from '../refusal.ts';

export const SESSION_REFUSALS = {
  session_not_found: [404, 'Checkout session not found'],
  session_expired: [409, 'Checkout session has expired'],
  session_capturing: [409, 'A payment is being captured for this checkout session'],
  session_completed: [409, 'Checkout session is already completed'],
  currency_not_settled: [400, "The session currency differs from the merchant's wallet settlement currency"],
  wallet_not_connected: [422, 'The merchant has no connected wallet account'],
  origin_not_allowed: [403, 'This origin may not pay this checkout session'],
} as const satisfies Refusals;

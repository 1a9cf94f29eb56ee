import { ANYONE, FOR_MERCHANT, type Operations } from '../operation.ts';
import { ClientToken, CreatedSession, NewSession, PublicSession, SessionPath } from './schemas.ts';

export const SESSION_OPERATIONS = {
  'sessions.create': {
    by_account: true,
    method: 'POST',
    path: '/api/checkout-sessions',
    accepts: FOR_MERCHANT,
    budget: 60,
    tag: 'Checkout sessions',
    summary: 'Create a checkout session',
    notes:
      'A session never changes: when the order does, create another. It can be paid until `expires_at`. ' +
      '`amount` comes back without trailing zeros, so compare it as a number. Amount 0 makes a session that ' +
      'saves an instrument and takes no money. With an `Idempotency-Key`, a repeated call answers the first ' +
      'session; the same key with another body is 422.',
    takes_idempotency_key: true,
    body: NewSession,
    refusals: ['currency_not_settled'],
    responses: { 201: CreatedSession },
  },
  'sessions.read': {
    method: 'GET',
    path: '/api/checkout-sessions/:checkout_session_id',
    accepts: ANYONE,
    budget: 300,
    tag: 'Checkout sessions',
    summary: 'Read the buyer-safe view of a session',
    notes: "What a buyer's page may know. It holds no secret and is readable from any origin.",
    params: SessionPath,
    refusals: ['session_not_found'],
    responses: { 200: PublicSession },
  },
  'sessions.client_token': {
    method: 'POST',
    path: '/api/checkout-sessions/:checkout_session_id/client-token',
    accepts: ANYONE,
    budget: 60,
    tag: 'Checkout sessions',
    summary: "Mint a token for the provider's script",
    notes: "A short-lived token for the wallet provider's script. Mint one for each page load.",
    params: SessionPath,
    refusals: [
      'session_not_found',
      'session_completed',
      'session_capturing',
      'session_expired',
      'wallet_not_connected',
      'rail_not_configured',
      'provider_unavailable',
    ],
    responses: { 200: ClientToken },
  },
} as const satisfies Operations;

import { ANYONE, CHANNEL_FOR_MERCHANT, MERCHANT, type Operations } from '../operation.ts';
import { SessionPath } from '../sessions/schemas.ts';
import { Transaction } from '../transactions/schemas.ts';
import {
  BuyerCapture,
  BuyerOrder,
  BuyerOrderPath,
  CaptureOrder,
  CreatedOrder,
  EmbedToken,
  MerchantOrder,
  OrderPath,
  PageCredential,
  TokenizationKey,
} from './schemas.ts';

const ORDER_REFUSALS = [
  'session_not_found',
  'session_completed',
  'session_capturing',
  'session_expired',
  'too_many_open_orders',
  'channel_inactive',
  'payments_not_allowed',
  'currency_not_settled',
  'vault_not_offered',
  'rail_not_configured',
  'provider_unavailable',
  'seller_refused',
  'payment_refused',
  'payment_declined',
  'order_not_approved',
] as const;
const CAPTURE_REFUSALS = [
  'payments_not_allowed',
  'order_not_found',
  'order_not_approved',
  'order_not_capturable',
  'session_completed',
  'session_capturing',
  'payment_declined',
  'seller_unverified',
  'seller_refused',
  'payment_refused',
  'provider_unavailable',
  'outcome_unknown',
  'rail_not_configured',
] as const;

const CREDENTIAL_REFUSALS = [
  'session_not_found',
  'other_rail',
  'session_completed',
  'session_capturing',
  'session_expired',
  'channel_inactive',
  'payments_not_allowed',
  'account_missing',
  'rail_not_configured',
  'provider_unavailable',
  'vault_not_offered',
] as const;

export const PAYMENT_OPERATIONS = {
  'buyer.order': {
    method: 'POST',
    path: '/api/checkout-sessions/:checkout_session_id/orders',
    accepts: ANYONE,
    budget: 60,
    tag: 'Checkout sessions',
    summary: "Create the buyer's order",
    notes:
      "Begins a payment at the provider. A call from a browser is checked against the session's " +
      '`allowed_origins`. On a session of amount 0 the order is what the buyer approves to save an instrument, ' +
      'and `transaction_id` is null.',
    params: SessionPath,
    body: BuyerOrder,
    body_when_absent: {},
    refusals: [...ORDER_REFUSALS, 'origin_not_allowed'],
    responses: { 201: CreatedOrder },
  },
  'buyer.capture': {
    method: 'POST',
    path: '/api/checkout-sessions/:checkout_session_id/orders/:order_id/capture',
    accepts: ANYONE,
    budget: 60,
    tag: 'Checkout sessions',
    summary: "Capture the buyer's approved order",
    notes:
      'Takes the money of an order that the buyer approved. Captured before: the same answer again. A ' +
      'decline leaves the session open for another way to pay. On a session of amount 0 it saves the ' +
      'instrument and answers `status` `saved`.',
    params: BuyerOrderPath,
    body: CaptureOrder,
    body_when_absent: {},
    refusals: [...CAPTURE_REFUSALS, 'session_not_found', 'origin_not_allowed'],
    responses: { 200: BuyerCapture },
  },
  'payments.embed_token': {
    method: 'POST',
    path: '/api/payments/gravy/embed-token',
    accepts: ANYONE,
    budget: 60,
    tag: 'Payments',
    summary: "Mint a token for Gr4vy's form",
    notes:
      'For a session that is paid through Gr4vy: a token for one page load, and what its form is set up with. Nothing but ' +
      'this session can be paid by it. What the form reports is the `payment_token` of the order. A call from a browser ' +
      "is checked against the session's `allowed_origins`; the session id is the capability.",
    body: PageCredential,
    refusals: [...CREDENTIAL_REFUSALS, 'too_many_open_orders', 'origin_not_allowed'],
    responses: { 200: EmbedToken },
  },
  'payments.tokenization_key': {
    method: 'POST',
    path: '/api/payments/nmi/tokenization-key',
    accepts: ANYONE,
    budget: 60,
    tag: 'Payments',
    summary: "Tell the key of NMI's fields",
    notes:
      'For a session that is paid through NMI: the public key of the merchant’s account, which its fields in the browser are set up ' +
      'with. The token that they make of a card is the `payment_token` of the order, and is used once. Callable from any origin; the ' +
      'session id is the capability.',
    body: PageCredential,
    refusals: CREDENTIAL_REFUSALS,
    responses: { 200: TokenizationKey },
  },
  'orders.create': {
    method: 'POST',
    path: '/api/payments/orders',
    accepts: MERCHANT,
    budget: 60,
    tag: 'Payments',
    summary: 'Create an order for a session',
    notes:
      "Begins a payment of the merchant's own session from its server. Only a merchant key may. A session that is paid in a " +
      "gateway's fields takes what they made of the card as `payment_token`.",
    body: MerchantOrder,
    refusals: ORDER_REFUSALS,
    responses: { 201: CreatedOrder },
  },
  'orders.capture': {
    method: 'POST',
    path: '/api/payments/orders/:order_id/capture',
    accepts: CHANNEL_FOR_MERCHANT,
    budget: 60,
    tag: 'Payments',
    summary: 'Capture an approved order',
    notes:
      'Takes the money of an order that the buyer approved, also after the session expired. Captured ' +
      'before: answers that capture. A provider that holds the capture answers `status` `pending`; events ' +
      'tell the rest.',
    params: OrderPath,
    body: CaptureOrder,
    body_when_absent: {},
    refusals: CAPTURE_REFUSALS,
    responses: { 200: Transaction },
  },
} as const satisfies Operations;

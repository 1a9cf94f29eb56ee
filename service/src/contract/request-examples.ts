import type { OperationId } from '../http/operations.ts';
import type { JsonValue } from './openapi.ts';

const NEW_ENDPOINT = {
  url: 'https://shop.example.com/webhooks',
  event_types: ['payment.captured', 'payment.refunded'],
};
const ENDPOINT_CHANGE = { event_types: ['payment.captured', 'payment.refunded', 'dispute.created'] };

/** A good request for each operation whose body is more than its required fields with plain values. */
export const REQUEST_EXAMPLES: Readonly<Partial<Record<OperationId, JsonValue>>> = {
  'merchants.create': {
    business_name: 'Corner Shop',
    email: 'owner@cornershop.example',
    country_code: 'US',
  },
  'onboarding.start': { reconnect: false },
  'endpoints.create': NEW_ENDPOINT,
  'endpoints.update': ENDPOINT_CHANGE,
  'merchant_endpoints.create': NEW_ENDPOINT,
  'merchant_endpoints.update': ENDPOINT_CHANGE,
  'sessions.create': {
    amount: '42.00',
    currency: 'USD',
    external_order_id: 'order-1001',
    description: 'Two tickets',
    success_url: 'https://shop.example.com/thanks',
  },
  'buyer.order': {},
  'buyer.capture': {},
  'orders.create': { checkout_session_id: 'cs_4Qd9mT2vXb7LzK1nR8sWc5JhYpA' },
  'orders.capture': {},
  'captures.refund': { amount: '12.50' },
  'vault.charge': { customer_ref: 'customer-1001', amount: '12.00', idempotency_key: 'renewal-2026-01' },
  'activation.redeem': { password: 'a Long enough passphrase 1' },
  'operator.channels.create': { name: 'Acme Platform', owner_email: 'owner@acme.example' },
  'operator.channels.update': { active: false },
  'operator.merchants.update': { payment_hold: true },
  'operator.events.replay_many': { state: 'no_subscriber', dry_run: true },
  'operator.clock.advance': { seconds: 3600 },
};

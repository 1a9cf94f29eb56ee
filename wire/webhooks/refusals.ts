import type { Refusals } from '../refusal.ts';

export const WEBHOOK_REFUSALS = {
  endpoint_not_found: [404, 'Webhook endpoint not found'],
  too_many_endpoints: [400, 'A channel can configure at most 10 webhook endpoints'],
  too_many_merchant_endpoints: [400, 'A merchant can configure at most 10 webhook endpoints'],
  endpoint_unresolved: [424, 'Webhook endpoint hostname could not be resolved by DNS'],
  endpoint_private: [400, 'Webhook endpoint hostname resolves to a private or reserved IP address'],
  endpoint_enabled: [409, 'Disable this webhook endpoint before replacing its URL'],
  endpoint_needs_rotation: [
    400,
    'Replacing a webhook endpoint with a different host requires rotate_secret=true',
  ],
  endpoint_stale: [409, 'The webhook endpoint changed meanwhile; read it and try again'],
  endpoint_not_subscribed: [409, 'The webhook endpoint is disabled or does not subscribe to the event'],
  event_not_found: [404, 'Event not found'],
  feed_cursor_foreign: [409, 'This cursor is of another database; begin without one'],
} as const satisfies Refusals;

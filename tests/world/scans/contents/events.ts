import { id } from '../made-ids.ts';
import { type Contents, CHANNEL, LATER } from './values.ts';

/** What is told to channels, and what providers told. */
export const EVENTS: Contents = [
  [
    'webhook_endpoints (id, channel_id, url, host, enabled, event_types, secret, secret_hint, created_at, updated_at)',
    `${id('endpoint')}, ${CHANNEL}, 'https://grown.example/', 'grown.example', true, '{payment.refunded}', '', 'abcd',
      now(), now()`,
  ],
  [
    'events (id, channel_id, merchant_id, type, created_at, body, state)',
    `${id('event')}, ${CHANNEL}, ${id('merchant')}, 'payment.captured', now(), '{}', 'routed'`,
  ],
  [
    'deliveries (event_id, endpoint_id, activation, state, attempts, due_at)',
    `${id('event')}, ${id('endpoint')}, 1, 'waiting', 1, ${LATER}`,
  ],
  [
    'deliveries_finished (event_id, endpoint_id, state, attempts, finished_at)',
    `${id('event')}, ${id('endpoint')}, 'delivered', 1, now()`,
  ],
  [
    'delivery_attempts (event_id, endpoint_id, n, started_at, ms)',
    `${id('event')}, ${id('endpoint')}, 1, now(), 10`,
  ],
  [
    'notices (id, rail, provider_notice_id, notice_type, body, state, received_at, acted_at)',
    `${id('other')}, 'ppcp', 'GROWN' || i, 'grown', '{}', 'done', now(), now()`,
  ],
];

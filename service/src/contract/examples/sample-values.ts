import type { JsonValue } from '../openapi.ts';

/** The id of the examples: a time-ordered UUID. */
export const SAMPLE_UUID = '019b76da-9c00-7abc-8def-0123456789ab';

/** What a field looks like in the examples that no recording has. `Component.field` goes before `field`; null where null
 *  is not allowed leaves an optional field out. A field alone means the same wherever it stands: what does not, such as a
 *  token, has a component before it. */
export const SAMPLE_VALUES: Readonly<Record<string, JsonValue>> = {
  // Shown only while a statement of many lines is being written.
  'StatementUnderWay.generated_by': 'worker',
  'StatementUnderWay.supersedes_statement_id': null,
  'StatementUnderWay.phase': 'captures',
  'StatementUnderWay.line_count': 24_000,
  'StatementUnderWay.written_until': '2026-01-17T09:30:00.000Z',
  'StatementUnderWay.started_at': '2026-02-01T00:00:00.000Z',
  // Given up after six weeks of trying.
  'AbandonedNotice.provider_notice_id': 'WH-58D329510W468432D-8HN650336L201105X',
  'AbandonedNotice.notice_type': 'PAYMENT.CAPTURE.REFUNDED',
  'AbandonedNotice.attempts': 40,
  'AbandonedNotice.last_problem': 'not ready',
  'AbandonedNotice.abandoned_at': '2026-02-11T00:00:00.000Z',
  // One that was refused a moment ago.
  'EndpointDelivery.type': 'payment.captured',
  'EndpointDelivery.replay_of_event_id': null,
  'EndpointDelivery.next_attempt_at': '2026-01-01T00:00:05.000Z',
  'EndpointDelivery.finished_at': null,
  'EndpointDelivery.ms': 84,
  'EndpointDelivery.status': 503,
  'EndpointDelivery.error': 'status',
  'EndpointDeliveries.next_cursor': null,
  amount: '42.00',
  amount_cents: 4200,
  business_name: 'Corner Shop',
  country: 'US',
  country_code: 'US',
  currency: 'USD',
  customer_ref: 'customer-1001',
  email: 'owner@cornershop.example',
  event_types: ['payment.captured', 'payment.refunded'],
  expires_at: '2026-01-01T00:30:00.000Z',
  external_order_id: 'order-1001',
  last_problem: 'The provider did not answer.',
  limit: 50,
  logo_url: 'https://shop.example.com/logo.png',
  offset: 0,
  password: 'a Long enough passphrase 1',
  payment_provider: 'ppcp',
  period_end: '2026-01-31',
  period_start: '2026-01-01',
  phone: '+14155550132',
  provider: 'ppcp',
  rail: 'ppcp',
  url: 'https://shop.example.com/webhooks',
};

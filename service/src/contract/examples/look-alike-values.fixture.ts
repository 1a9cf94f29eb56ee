import type { JsonValue } from '../openapi.ts';

/** When things of an example happen, so that none runs backwards; everything else does at the first moment. What an
 *  operation or its noun goes before has a moment of its own there. */
export const FIRST = '2026-01-01T00:00:00.000Z';
export const TIMES: Readonly<Record<string, string>> = {
  approved_at: '2026-01-01T00:04:10.000Z',
  captured_at: '2026-01-01T00:04:12.000Z',
  recoverable_until: '2026-01-01T00:10:00.000Z',
  expires_at: '2026-01-01T00:30:00.000Z',
  'refunds.created_at': '2026-01-01T00:20:00.000Z',
  'refunds.completed_at': '2026-01-01T00:20:00.000Z',
  refunded_at: '2026-01-01T00:20:00.000Z',
  response_deadline: '2026-01-11T00:00:00.000Z',
  seller_response_due_date: '2026-01-11T00:00:00.000Z',
  generated_at: '2026-02-01T00:00:00.000Z',
  activation_expires_at: '2026-01-08T00:00:00.000Z',
  buyer_response_due_date: '2026-01-11T00:00:00.000Z',
  'operator.clock.advance.now': '2026-01-01T01:00:00.000Z',
  'owner.expires_at': '2026-01-01T00:15:00.000Z',
  'passkeys.last_used_at': '2026-01-01T00:10:00.000Z',
  'dashboard.expires_at': '2026-01-01T08:00:00.000Z',
  'payments.embed_token.expires_at': '2026-01-01T01:00:00.000Z',
  current_period_end: '2026-02-01T00:00:00.000Z',
  'subscriptions.next_charge_at': '2026-02-01T00:00:00.000Z',
  'subscriptions.create.next_charge_at': FIRST,
  'subscriptions.due_at': '2026-02-01T00:00:00.000Z',
  'subscriptions.ended_at': '2026-01-01T00:00:05.000Z',
  'text_to_pay.expires_at': '2026-01-08T00:00:00.000Z',
  'text_to_pay.resolved_at': '2026-01-01T00:04:12.000Z',
  'text_to_pay.last_polled_at': '2026-01-01T00:04:12.000Z',
  'unsettled.next_check_at': '2026-01-01T00:00:10.000Z',
  looked_at: '2026-01-02T04:00:00.000Z',
  found_at: '2026-01-02T04:00:00.000Z',
  seen_at: '2026-01-02T04:00:00.000Z',
  closed_at: '2026-01-02T09:00:00.000Z',
  'reconciliation.due_at': '2026-01-03T04:00:00.000Z',
};

/** Values that are a run's own and have no form to go by. */
export const FIELDS: Readonly<Record<string, JsonValue>> = {
  client_token: 'eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCJ9',
  user_id_token: 'eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCJ9',
  wallet_client_id: 'AfH2qXWc9sVd3kLmT0',
  wallet_partner_attribution_id: 'Fairway_Channel',
  remote_ip: '203.0.113.7',
  gr4vy_id: 'sandbox-5fd8ed31',
  merchant_account_id: 'merchant-1972aa11',
  tokenization_key: '6sPNk9-2JV2R5-CDK2bt-UWa6sV',
  // A passkey's own, as one made it for the deployment of the examples.
  rpId: 'pay.example.com',
  'rp.id': 'pay.example.com',
  'user.id': 'AZt22pwAeryN7wEjRWeJrA',
  userHandle: 'AZt22pwAeryN7wEjRWeJrA',
  attestationObject:
    'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVik_aNv-nojW4n0MMvqc1z5kWO7wtu2D5VEy8IESA-eoLBFAAAAAAAAAAAAAAAAAAAAAAAAAAAAIK-Pcrnwd_4eRTTm82QmMiYYI0V_ofm9_T0WZ5bHQqLkpQECAyYgASFYIATK1fhVOOptVJxYddfWEEYV71QcZ5zcyGVHgMbOSkttIlggCnN8_2JqYHGXwKo5SN5KfUH1YTw_IOJkkgJdB12-cj8',
  authenticatorData: '_aNv-nojW4n0MMvqc1z5kWO7wtu2D5VEy8IESA-eoLAFAAAAAQ',
  signature:
    'MEUCIQDd9IRL46-GaGU72UPGeGqwLjKY6KulzCZuncei-QK1mQIgSR6X__qMA8FwaGnib_jSDPINjnnYrpqk4gkp7uMOL2g',
  // Whether this very read asked the provider depends on how quick it was.
  wallet_status_reason_fresh: true,
  ms: 84,
  hash: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
  sha256: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
  period: '2026-01',
  period_start: '2026-01-01',
  period_end: '2026-01-31',
};

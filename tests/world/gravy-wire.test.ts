import { expect, test } from 'vitest';
import { misfitOfCall } from './provider-wire.ts';

type Call = Parameters<typeof misfitOfCall>[0];

const ID = '0b2f6c1e-6a53-4b0e-9d4e-0d2f5b7c8a91';
const REFUND = {
  ...{ type: 'refund', id: ID, transaction_id: ID, status: 'succeeded', currency: 'USD', amount: 500 },
  ...{ target_type: 'payment-method', reconciliation_id: 'a', transaction_reconciliation_id: 'b' },
  ...{ created_at: '2026-01-02T03:04:05.000000+00:00', updated_at: '2026-01-02T03:04:05.000000+00:00' },
  settled: false,
};
const HEADERS = { 'content-type': 'application/json', 'x-gr4vy-merchant-account-id': 'shop' };
const RETURNED: Call = {
  ...{ at: '2026-01-02T03:04:05Z', method: 'POST', path: `/gravy/transactions/${ID}/refunds` },
  headers: { ...HEADERS, 'idempotency-key': ID },
  body: { amount: 500, external_identifier: ID },
  ...{ status: 201, answer: REFUND, fault: null },
};
const READ: Call = {
  ...RETURNED,
  method: 'GET',
  path: `/gravy/refunds/${ID}`,
  headers: HEADERS,
  body: null,
  status: 200,
};
const problem = { type: 'error', code: 'not_found', status: 404, message: 'x', details: [] };

test.each([
  ['a refund', RETURNED],
  ['a refund that is read', READ],
  ['what is not there', { ...READ, status: 404, answer: problem }],
  ['a payment of the provider’s own form', { ...RETURNED, path: '/gravy/transactions', headers: {} }],
])('%s fits', (_what, call) => {
  expect(misfitOfCall(call)).toBeNull();
});

test.each<[string, Call, string]>([
  ['without a key', { ...RETURNED, headers: HEADERS }, 'idempotency-key'],
  ['a read with one', { ...READ, headers: RETURNED.headers }, 'must not be sent'],
  ['of no account', { ...READ, headers: {} }, 'x-gr4vy-merchant-account-id'],
  ['a decimal amount', { ...RETURNED, body: { amount: 5.5 } }, '/amount'],
  ['a member that is not there', { ...RETURNED, body: { amount: 500, currency: 'USD' } }, 'currency'],
  [
    'a capture that may be declined unheard',
    { ...RETURNED, path: `/gravy/transactions/${ID}/capture` },
    'prefer',
  ],
  [
    'a body that is empty where none is',
    { ...RETURNED, path: `/gravy/transactions/${ID}/void`, body: {} },
    'a body where none is',
  ],
  ['an answer in another state', { ...READ, answer: { ...REFUND, status: 'done' } }, '/status'],
  ['a status that is none of its', { ...RETURNED, status: 200 }, 'the status 200'],
  ['an operation that nobody described', { ...READ, path: '/gravy/buyers' }, 'is not described'],
])('%s is said', (_what, call, words) => {
  expect(misfitOfCall(call)).toContain(words);
});

import { expect, test } from 'vitest';
import { outcomeShown } from './outcome-shown.ts';
import type { ProviderCapture, ProviderOrder } from './payments.ts';

function orderWith(capture: Partial<ProviderCapture> | null): ProviderOrder {
  return { capture } as ProviderOrder;
}

test.each([
  ['completed', 'captured'],
  ['refunded', 'captured'],
  ['partially_refunded', 'captured'],
  ['pending', 'pending'],
  ['declined', 'refused'],
] as const)('a capture that is %s shows money that is %s', (status, kind) => {
  expect(outcomeShown(orderWith({ status }))).toMatchObject({ kind });
});

test('neither an order without a capture nor one in a state that nobody knows shows what came of it', () => {
  expect(outcomeShown(orderWith(null))).toBeNull();
  expect(outcomeShown(orderWith({ status: 'other' }))).toBeNull();
});

test.each([
  [{ processor_response: '0500', status_reason: 'DECLINED_BY_RISK', status_raw: 'DECLINED' }, '0500'],
  [
    { processor_response: null, status_reason: 'DECLINED_BY_RISK', status_raw: 'DECLINED' },
    'DECLINED_BY_RISK',
  ],
  [{ processor_response: null, status_reason: null, status_raw: 'DECLINED' }, 'DECLINED'],
])('a declined capture is told by the nearest reason that its provider shows: %o', (shown, issue) => {
  const outcome = outcomeShown(orderWith({ status: 'declined', ...shown }));
  expect(outcome).toMatchObject({ by: 'buyer', refusal: { issue, provider_status: 'DECLINED' } });
});

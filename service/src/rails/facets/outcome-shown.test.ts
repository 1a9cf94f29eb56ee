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

const DECLINED = { processor_response: null, status_reason: null, status_raw: 'DECLINED' };
const SENTENCE = 'The payment was declined.';

test.each([
  [
    { processor_response: '0500', status_reason: 'BY_RISK' },
    '0500',
    'The card was declined with response code 0500.',
  ],
  [{ status_reason: 'BY_RISK' }, 'BY_RISK', SENTENCE],
  [{}, 'DECLINED', SENTENCE],
])(
  'a declined capture is told by the nearest reason that its provider shows: %o',
  (shown, issue, description) => {
    const outcome = outcomeShown(orderWith({ status: 'declined', ...DECLINED, ...shown }));
    expect(outcome).toMatchObject({
      by: 'buyer',
      refusal: { issue, description, provider_status: 'DECLINED' },
    });
  },
);

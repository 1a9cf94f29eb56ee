import { expect, test } from 'vitest';
import type { ProviderCapture, ProviderOrder } from '../../rails/rail.ts';
import { isGone, isUntaken } from './not-taken.ts';

const MADE = new Date('2026-01-01T00:00:00Z');
const after = (minutes: number) => new Date(MADE.getTime() + minutes * 60_000);
const orderWith = (
  status: ProviderOrder['status'],
  capture: ProviderCapture | null = null,
): ProviderOrder => ({
  provider_order_id: 'order',
  status,
  status_raw: status,
  transaction_id: null,
  capture,
  payment_method_raw: null,
  payment_method_scheme: null,
  processor: null,
  processor_definition_id: null,
  buyer_email: null,
  billing_address: null,
  shipping_address: null,
});

test.each([
  ['created', true],
  ['payer_action_required', true],
  ['approved', true],
  ['voided', true],
  ['completed', false],
  ['other', false],
] as const)('an order without a capture that is %s says that nothing was taken: %s', (status, untaken) => {
  expect(isUntaken(orderWith(status))).toBe(untaken);
});

test.each([
  { minutes: 0, approved: null, doubt: null, gone: false },
  { minutes: 179, approved: null, doubt: null, gone: false },
  { minutes: 180, approved: null, doubt: null, gone: true },
  { minutes: 180, approved: 100, doubt: null, gone: false },
  { minutes: 280, approved: 100, doubt: null, gone: true },
  { minutes: 19, approved: 5, doubt: 10, gone: false },
  { minutes: 20, approved: 5, doubt: 10, gone: true },
  { minutes: 289, approved: 5, doubt: 280, gone: false },
  { minutes: 290, approved: 5, doubt: 280, gone: true },
])(
  'unknown at $minutes min, approved at $approved, in doubt since $doubt, an order is gone: $gone',
  ({ minutes, approved, doubt, gone }) => {
    const transaction = { created_at: MADE, approved_at: approved === null ? null : after(approved) };
    expect(isGone(transaction, doubt === null ? null : after(doubt), after(minutes))).toBe(gone);
  },
);

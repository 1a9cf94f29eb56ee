import { expect, test } from 'vitest';
import { EVENTS } from '../../../../wire/events/registry.ts';
import { aboutOf } from './about.ts';

const MERCHANT = 'merchant';

test.each([
  ['a payment by its session', { id: 'tx', checkout_session_id: 'cs' }, 'cs'],
  ['a charge by its transaction', { id: 'tx', checkout_session_id: null }, 'tx'],
  ['what names a transaction beside itself by that', { id: 'sub', transaction_id: 'tx' }, 'tx'],
  ['what has not come to a transaction by its own id', { id: 'dispute', transaction_id: null }, 'dispute'],
  ['a deadline by the dispute', { dispute_id: 'PP-D-1', checkout_session_id: null }, 'PP-D-1'],
  ['a merchant by nothing', { id: MERCHANT }, null],
])('an event tells of %s', (_what, object, about) => {
  expect(aboutOf({ merchant_id: MERCHANT, ...object }, MERCHANT)).toBe(about);
});

test('every event but those about a merchant tells of something', () => {
  const silent = Object.entries(EVENTS)
    .filter(([, { example }]) => aboutOf(example, String(example['merchant_id'])) === null)
    .map(([type]) => type);
  expect(silent.filter((type) => !type.startsWith('merchant.'))).toEqual([]);
});

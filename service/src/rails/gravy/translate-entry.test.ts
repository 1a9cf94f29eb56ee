import { expect, test } from 'vitest';
import { toChargebackEntry } from './translate-entry.ts';

const POSTED = '2026-03-04T15:00:00+00:00';
const TOLD = '2026-03-06T02:00:00+00:00';
const chargeback = (more: object = {}) => ({
  ...{ id: 'b1e2c3d4-5678-4234-9abc-1234567890ab', amount: 1_100, currency: 'EUR' },
  ...{ posted_at: POSTED, created_at: TOLD, ingested_at: TOLD },
  ...more,
});

test('a chargeback is of the day on which its report came, whichever day the report is of', () => {
  expect(toChargebackEntry(chargeback(), 'CAPTURE')).toMatchObject({
    ...{ kind: 'reversal', about_id: 'CAPTURE', status: 'completed', amount: 1_100, currency: 'EUR' },
    ...{ began_at: new Date(TOLD), updated_at: new Date(TOLD) },
  });
  const bare = chargeback({ ingested_at: undefined, created_at: undefined });
  expect(toChargebackEntry(bare, null)).toMatchObject({ began_at: new Date(POSTED) });
});

test.each([0, -1_100])('an amount of %d took nothing, and is in nobody’s way', (amount) => {
  expect(toChargebackEntry(chargeback({ amount }), 'CAPTURE')).toMatchObject({ status: 'other' });
});

test.each([{ amount: 'much' }, { currency: 'money' }, { id: null }])('one with %j cannot be read', (more) => {
  expect(toChargebackEntry(chargeback(more), 'CAPTURE')).toBeNull();
});

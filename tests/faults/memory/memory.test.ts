import { expect, test } from 'vitest';
import { growOverHours, growthOf } from './memory.ts';

// The short form; `npm run faults -- --only memory --minutes N` goes on for as long as it is told.

const SLOW_MS = 600_000;

test(
  'what a service has in use levels off over hours of payments, notices and deliveries',
  async () => {
    const { figures, breaches } = await growOverHours({ forMs: 0, payments: 2 });
    expect(breaches).toEqual([]);
    expect(figures).toMatchObject({ hours: 6, failed: 0, payments: 48 });
  },
  SLOW_MS,
);

test('a leak is told from what levels off and from a round that was measured late', () => {
  const rounds = Array.from({ length: 20 }, (_, n) => n);
  expect(growthOf(rounds.map((n) => 40 - 10 / (n + 1)))).toEqual([]);
  expect(growthOf(rounds.map((n) => (n === 19 ? 70 : 40)))).toEqual([]);
  expect(growthOf(rounds.map((n) => 40 + n))).toEqual(['what is in use grew by 10.0 MiB']);
});

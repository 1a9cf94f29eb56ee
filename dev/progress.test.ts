import { expect, test } from 'vitest';
import { lineOf } from './progress.ts';

const of = { total: 2_000_000, unit: 'transactions' };

test.each([
  [0, 0, '░'.repeat(30) + ' 0 of 2,000,000 transactions, 0/s, 0 s left'],
  [500_000, 10, '█'.repeat(7) + '░'.repeat(23) + ' 500,000 of 2,000,000 transactions, 50,000/s, 30 s left'],
  [2_000_000, 41.26, '█'.repeat(30) + ' 2,000,000 of 2,000,000 transactions, 48,473/s, in 41.3 s'],
])('after %i in %d s says how far it is and how long it still takes', (done, seconds, line) => {
  expect(lineOf(of, done, seconds)).toBe(line);
});

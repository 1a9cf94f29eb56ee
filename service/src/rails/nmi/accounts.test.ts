import { expect, test } from 'vitest';
import { minor } from '../../lib/money.ts';
import { NMI } from './index.ts';

test.each([
  ['USD', 1_234, 'yes'],
  ['JPY', 1_234, 'yes'],
  ['KWD', 1_234, 'inexact'],
  ['KWD', 1_230, 'yes'],
])('an amount in %s of %d minor units: %s', (currency, amount, takes) => {
  expect(NMI.accounts.takes({ amount: minor(amount), currency, settles: 'EUR' })).toBe(takes);
});

test('a fee is rounded to what can be told', () => {
  expect(['USD', 'JPY', 'KWD'].map((currency) => NMI.accounts.stepOf(currency))).toEqual([1, 1, 10]);
});

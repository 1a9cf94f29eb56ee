import { expect, test } from 'vitest';
import { minor } from '../../lib/money.ts';
import { fromWireAmount, toWireAmount } from './amount.ts';

test.each([
  ['USD', 1_234, '12.34'],
  ['USD', 5, '0.05'],
  ['JPY', 1_234, '1234.00'],
  ['KWD', 1_230, '1.23'],
])('an amount in %s of %d minor units is told as %s, and read back', (currency, amount, text) => {
  expect(toWireAmount(minor(amount), currency)).toBe(text);
  expect(fromWireAmount(text, currency)).toBe(amount);
});

test.each([
  ['-1.00', 'USD'],
  ['1e3', 'USD'],
  ['1.005', 'USD'],
  ['12.50', 'JPY'],
  ['', 'USD'],
  [null, 'USD'],
  ['9'.repeat(25), 'USD'],
])('%s is no amount in %s', (text, currency) => {
  expect(fromWireAmount(text, currency)).toBeNull();
});

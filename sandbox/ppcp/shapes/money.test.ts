import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CURRENCY_DECIMALS, money, providerFee, toMinor } from './money.ts';

const currencies = fc.constantFrom(...CURRENCY_DECIMALS.keys());

test('what is written is read back exactly, in every currency', () => {
  expect(CURRENCY_DECIMALS.size).toBe(24);
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), currencies, (minor, currency) => {
      const written = money(minor, currency);
      expect(toMinor(written.value, currency)).toBe(minor);
      expect(written.value.split('.')[1]?.length ?? 0).toBe(CURRENCY_DECIMALS.get(currency));
    }),
  );
});

test.each([
  ['10.00', 'USD', 1_000n],
  ['10', 'USD', 1_000n],
  ['.5', 'USD', 50n],
  ['-0.01', 'USD', -1n],
  ['10.001', 'USD', null],
  ['10.0', 'JPY', null],
  ['10', 'HUF', 10n],
  ['1e3', 'USD', null],
  ['', 'USD', null],
  ['1', 'KWD', null],
])('%s %s is %s minor units', (text, currency, minor) => {
  expect(toMinor(text, currency)).toBe(minor);
});

test('the fee is 3.49 % half up plus the fixed part, and never above its ceiling', () => {
  expect(providerFee(2_700n, 'USD', 2_700n)).toBe(143n);
  expect(providerFee(10_000n, 'USD', 10_000n)).toBe(398n);
  expect(providerFee(10n, 'USD', 10n)).toBe(10n);
  expect(providerFee(1_000n, 'JPY', 1_000n)).toBe(75n);
});

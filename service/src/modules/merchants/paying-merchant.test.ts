import { expect, test } from 'vitest';
import { railRegistry } from '../../rails/registry.ts';
import { takesPayments } from './paying-merchant.ts';

const ctx = { rails: railRegistry([]) };

test.each([
  ['ppcp', { payment_hold: false, checkout_enabled: true }, true],
  ['ppcp', { payment_hold: false, checkout_enabled: false }, false],
  ['ppcp', { payment_hold: true, checkout_enabled: true }, false],
  ['nmi', { payment_hold: false, checkout_enabled: false }, true],
  ['nmi', { payment_hold: true, checkout_enabled: false }, false],
  ['gravy', { payment_hold: false, checkout_enabled: false }, true],
  ['gravy', { payment_hold: true, checkout_enabled: true }, false],
])('a merchant on %s with %o takes payments: %s', (rail, stands, takes) => {
  expect(takesPayments(ctx, { rail, ...stands })).toBe(takes);
});

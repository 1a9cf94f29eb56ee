import { expect, test } from 'vitest';
import { railRegistry } from '../../rails/registry.ts';
import { whyNotPaid } from './paying-merchant.ts';

const ctx = { rails: railRegistry([]) };
const active = { channel_active: true };

test.each([
  ['ppcp', { payment_hold: false, checkout_enabled: true }, null],
  ['ppcp', { payment_hold: false, checkout_enabled: false }, 'payments_not_allowed'],
  ['ppcp', { payment_hold: true, checkout_enabled: true }, 'payments_not_allowed'],
  ['nmi', { payment_hold: false, checkout_enabled: false }, null],
  ['nmi', { payment_hold: true, checkout_enabled: false }, 'payments_not_allowed'],
  ['gravy', { payment_hold: false, checkout_enabled: false }, null],
  ['gravy', { payment_hold: true, checkout_enabled: true }, 'payments_not_allowed'],
])('of a merchant on %s with %o it is told: %s', (rail, stands, why) => {
  expect(whyNotPaid(ctx, { rail, ...active, ...stands })).toBe(why);
});

test.each(['ppcp', 'nmi', 'gravy'])(
  'on %s a channel that is switched off is told before all that its merchant lacks',
  (rail) => {
    const stands = { channel_active: false, payment_hold: true, checkout_enabled: false };
    expect(whyNotPaid(ctx, { rail, ...stands })).toBe('channel_inactive');
  },
);

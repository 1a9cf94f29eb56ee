import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { NOTICE_TYPES } from './notice-types.ts';
import { toWireReferral } from '../write/referral.ts';

const guide = readFileSync(new URL('../../../../../docs/going-live.md', import.meta.url), 'utf8');

test('the way to live names every event type of the webhook, and no other', () => {
  const named = [
    ...guide.matchAll(/`((?:MERCHANT|CUSTOMER|CHECKOUT|PAYMENT|INVOICING|VAULT)\.[A-Z.-]+)`/g),
  ].map(([, name]) => name);
  expect(named.toSorted()).toEqual(NOTICE_TYPES.toSorted());
});

test('every type that is told apart when it comes is one that the webhook is subscribed to', () => {
  const source = readFileSync(new URL('../read/translate-notice.ts', import.meta.url), 'utf8');
  const told = [...source.matchAll(/case '([A-Z][A-Z.-]+)'/g)].map(([, name]) => name);
  expect(told.length).toBeGreaterThan(10);
  expect(told.filter((name) => !NOTICE_TYPES.includes(name!))).toEqual([]);
});

test('the way to live names every feature, product and capability that a seller is asked for', () => {
  const referral = {
    country_code: 'US',
    merchant_name: 'Shop',
    email: 'a@example.com',
    return_url: 'https://a.example',
  };
  const wire = toWireReferral({ ...referral, request_id: 'r', tracking_id: 't' });
  const asked = JSON.stringify([wire['operations'], wire['products'], wire['capabilities']]);
  const names = [...asked.matchAll(/"([A-Z][A-Z_]{3,})"/g)].map(([, name]) => name!);
  const inCall = new Set(['API_INTEGRATION', 'PAYPAL', 'THIRD_PARTY']);
  for (const name of names.filter((one) => !inCall.has(one))) expect(guide).toContain(`\`${name}\``);
});

import { expect, test } from 'vitest';
import { readConfig } from '../service/src/config.ts';
import { serveAdvice } from './serve-advice.ts';

const NEEDED = {
  DATABASE_URL: 'postgres://a:b@localhost/c',
  OPERATOR_TOKEN: 'operator-token-of-this-test-0123456789',
  SECRETS_KEY: 'secrets-key-of-this-test-0123456789abc',
};
const WALLET = {
  WALLET_CLIENT_ID: 'id',
  WALLET_CLIENT_SECRET: 'secret',
  WALLET_PARTNER_ID: 'partner',
  WALLET_PARTNER_ATTRIBUTION_ID: 'attribution',
  WALLET_WEBHOOK_ID: 'webhook',
};
const BASE_URL = 'https://pay.example.com';

function advised(settings: Record<string, string>): string[] {
  const env = { ...NEEDED, ...settings };
  return serveAdvice(readConfig(env), env);
}

test.each(['test', 'live'])('a whole %s deployment is told nothing', (FAIRWAY_ENVIRONMENT) => {
  expect(advised({ FAIRWAY_ENVIRONMENT, BASE_URL, ...WALLET })).toEqual([]);
});

test('without a wallet provider it is told who cannot be paid, and every setting to give', () => {
  const [advice, ...rest] = advised({ FAIRWAY_ENVIRONMENT: 'live', BASE_URL });
  expect(rest).toEqual([]);
  expect(advice).toContain('no merchant can be connected');
  for (const name of Object.keys(WALLET)) expect(advice).toContain(name);
});

test.each([
  ['live', 'Set it to the public https address'],
  ['test', 'Set it to the address'],
])('without an address a %s one is told that nobody reaches it', (FAIRWAY_ENVIRONMENT, wish) => {
  const [advice, ...rest] = advised({ FAIRWAY_ENVIRONMENT, ...WALLET });
  expect(rest).toEqual([]);
  expect(advice).toMatch(/^BASE_URL is not set: .*http:\/\/127\.0\.0\.1:8700/);
  expect(advice).toContain(wish);
});

test('an address that is not https is told where it is live', () => {
  const settings = { BASE_URL: 'http://pay.example.com', ...WALLET };
  expect(advised({ FAIRWAY_ENVIRONMENT: 'live', ...settings })).toEqual([
    expect.stringContaining('BASE_URL is no https address'),
  ]);
  expect(advised(settings)).toEqual([]);
});

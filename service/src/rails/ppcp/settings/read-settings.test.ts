import { describe, expect, test } from 'vitest';
import { ConfigError, type Env } from '../../../lib/settings.ts';
import { readSettings } from './read-settings.ts';

const wallet = {
  WALLET_API_BASE: 'https://api.wallet.example',
  WALLET_CLIENT_ID: 'id',
  WALLET_CLIENT_SECRET: 'secret',
  WALLET_PARTNER_ID: 'partner',
  WALLET_PARTNER_ATTRIBUTION_ID: 'attribution',
  WALLET_WEBHOOK_ID: 'webhook',
};

const settingsOf = (env: Env) => readSettings(env, env['FAIRWAY_ENVIRONMENT'] === 'live' ? 'live' : 'test');

function refusalOf(env: Env): string {
  try {
    settingsOf(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('the settings were accepted');
}

test('without any of its variables there is no wallet provider', () => {
  expect(settingsOf({})).toBeNull();
});

describe('refused by the name of the variable is', () => {
  test.each(Object.keys(wallet).filter((name) => name !== 'WALLET_API_BASE'))(
    '%s missing beside its base',
    (name) => {
      expect(refusalOf({ ...wallet, [name]: undefined })).toContain(name);
    },
  );

  test.each(['WALLET_API_BASE', 'WALLET_WEB_BASE'])('%s that is no address', (name) => {
    expect(refusalOf({ ...wallet, [name]: 'wallet.example' })).toContain(name);
  });

  test('refuses a wallet provider without TLS', () => {
    expect(
      refusalOf({ ...wallet, FAIRWAY_ENVIRONMENT: 'live', WALLET_API_BASE: 'http://wallet.example' }),
    ).toContain('WALLET_API_BASE');
  });
});

describe('where the wallet provider is', () => {
  const { WALLET_API_BASE: _base, ...account } = wallet;
  const basesOf = (env: Record<string, string>) => {
    const { api_base, web_base } = settingsOf({ ...account, ...env })!;
    return [api_base, web_base];
  };

  test.each([
    ['test', 'https://api-m.sandbox.paypal.com', 'https://www.sandbox.paypal.com'],
    ['live', 'https://api-m.paypal.com', 'https://www.paypal.com'],
  ])('a %s environment reaches the provider’s own hosts unless it names others', (environment, api, web) => {
    expect(basesOf({ FAIRWAY_ENVIRONMENT: environment })).toEqual([api, web]);
    expect(basesOf({ FAIRWAY_ENVIRONMENT: environment, WALLET_API_BASE: api })).toEqual([api, web]);
  });

  test('the pages of a stand-in are where it is', () => {
    const base = 'https://wallet.example';
    expect(basesOf({ WALLET_API_BASE: base })).toEqual([base, base]);
    expect(basesOf({ WALLET_API_BASE: base, WALLET_WEB_BASE: 'https://web.example' })).toEqual([
      base,
      'https://web.example',
    ]);
  });

  test.each([
    { FAIRWAY_ENVIRONMENT: 'live', WALLET_API_BASE: 'https://api-m.sandbox.paypal.com' },
    { FAIRWAY_ENVIRONMENT: 'live', WALLET_WEB_BASE: 'https://www.sandbox.paypal.com' },
    { FAIRWAY_ENVIRONMENT: 'test', WALLET_API_BASE: 'https://api-m.paypal.com/' },
  ])('%j mixes the environments and is refused', (env) => {
    expect(refusalOf({ ...account, ...env })).toContain('another environment of the provider');
  });

  test('one WALLET setting alone is refused by the name of what is missing', () => {
    expect(refusalOf({ WALLET_CLIENT_SECRET: 'my secret' })).toMatch(/^WALLET_CLIENT_ID (?!.*my secret)/);
    expect(refusalOf({ WALLET_WEB_BASE: 'https://wallet.example' })).toContain('WALLET_CLIENT_ID');
  });
});

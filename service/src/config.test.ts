import { describe, expect, test } from 'vitest';
import { type Config, ConfigError, readConfig } from './config.ts';

const SECRET = 'a'.repeat(32);
const needed = {
  DATABASE_URL: 'postgres://127.0.0.1/fairway',
  OPERATOR_TOKEN: SECRET,
  SECRETS_KEY: 'b'.repeat(32),
};
const wallet = {
  WALLET_API_BASE: 'https://api.wallet.example',
  WALLET_CLIENT_ID: 'id',
  WALLET_CLIENT_SECRET: 'secret',
  WALLET_PARTNER_ID: 'partner',
  WALLET_PARTNER_ATTRIBUTION_ID: 'attribution',
  WALLET_WEBHOOK_ID: 'webhook',
};

function refusalOf(env: Record<string, string | undefined>): string {
  try {
    readConfig({ ...needed, ...env });
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('the configuration was accepted');
}

test('what is not set has its default', () => {
  expect(readConfig(needed)).toEqual({
    environment: 'test',
    database_url: needed.DATABASE_URL,
    port: 8700,
    host: '127.0.0.1',
    base_url: 'http://127.0.0.1:8700',
    roles: ['api', 'worker'],
    operator_token: SECRET,
    secrets_keys: expect.objectContaining({ sealing: expect.anything() }) as unknown,
    database_connections: 15,
    // Those alone whose accounts bring all that they need.
    rails: expect.toSatisfy((rails: Config['rails']) => rails.every(({ address }) => address === null)),
    carrier: null,
    webhook_connect_to: new Map(),
    webhook_retry_scale: 1,
    rate_limit_scale: 1,
    trusted_proxies: [],
    stop_delay_seconds: 0,
    log_level: 'info',
    keep: { attempts_days: 90, deliveries_days: 365, notices_days: 365, audit_days: 730, sessions_days: 365 },
  });
});

test('0 days keep for ever, and a few days are too short', () => {
  expect(readConfig({ ...needed, KEEP_AUDIT_DAYS: '0', KEEP_ATTEMPTS_DAYS: '45' }).keep).toMatchObject({
    attempts_days: 45,
    audit_days: null,
  });
  expect(refusalOf({ KEEP_NOTICES_DAYS: '44' })).toBe(
    'KEEP_NOTICES_DAYS must be 0, which keeps for ever, or at least 45.',
  );
  expect(refusalOf({ KEEP_DELIVERIES_DAYS: '-1' })).toContain('KEEP_DELIVERIES_DAYS must be a whole number');
});

test('an empty value counts as not set', () => {
  const empty = {
    PORT: '',
    BASE_URL: '',
    ROLES: '',
    RATE_LIMIT_SCALE: '',
    TRUSTED_PROXIES: '',
    FAIRWAY_ENVIRONMENT: '',
  };
  expect(readConfig({ ...needed, ...empty })).toEqual(readConfig(needed));
});

test.each(['::', '127.0.0.1', 'localhost', 'pay-1.internal.', 'shop_fairway_1'])(
  'a process may listen at %s',
  (HOST) => {
    expect(readConfig({ ...needed, HOST }).host).toBe(HOST);
  },
);

test('everything can be said', () => {
  const config = readConfig({
    ...needed,
    ...wallet,
    PORT: '0',
    HOST: '0.0.0.0',
    BASE_URL: 'https://pay.example/',
    ROLES: 'worker',
    WALLET_WEB_BASE: 'https://www.wallet.example/',
    WEBHOOK_CONNECT_TO: 'Hooks.example:443:127.0.0.1:9443, other.example:443:[::1]:1',
    WEBHOOK_RETRY_SCALE: '0.001',
    RATE_LIMIT_SCALE: '100',
    TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.7,2001:db8::/32',
    LOG_LEVEL: 'silent',
    FAIRWAY_HOME: '/var/lib/fairway',
  });
  expect(config).toMatchObject({
    port: 0,
    host: '0.0.0.0',
    base_url: 'https://pay.example',
    roles: ['worker'],
    rails: expect.arrayContaining([
      expect.objectContaining({ code: 'ppcp', address: 'https://api.wallet.example' }),
    ]),
    webhook_retry_scale: 0.001,
    rate_limit_scale: 100,
    trusted_proxies: ['10.0.0.0/8', '192.0.2.7', '2001:db8::/32'],
    log_level: 'silent',
  });
  expect([...config.webhook_connect_to]).toEqual([
    ['hooks.example', { host: '127.0.0.1', port: 9443 }],
    ['other.example', { host: '::1', port: 1 }],
  ]);
});

test('the key at rest is 256 bits that do not show the secret', () => {
  const { all, sealing } = readConfig(needed).secrets_keys;
  expect([all.length, sealing.key.symmetricKeySize]).toEqual([1, 32]);
  expect(sealing.key.export().includes('bbbb')).toBe(false);
  expect(readConfig(needed).secrets_keys.sealing.key.equals(sealing.key)).toBe(true);
});

test('another key opens besides, before and after a change of keys', () => {
  const other = 'c'.repeat(32);
  const before = readConfig({ ...needed, SECRETS_KEY_OTHER: other }).secrets_keys;
  const after = readConfig({
    ...needed,
    SECRETS_KEY: other,
    SECRETS_KEY_OTHER: needed.SECRETS_KEY,
  }).secrets_keys;
  expect(before.all.map(({ id }) => id)).toEqual(after.all.map(({ id }) => id).reverse());
  expect(refusalOf({ SECRETS_KEY_OTHER: 'short' })).toBe('SECRETS_KEY_OTHER is shorter than 32 characters.');
});

describe('a sentence names the setting that is wrong', () => {
  test.each<[string, string | undefined]>([
    ['DATABASE_URL', undefined],
    ['DATABASE_URL', ''],
    ['DATABASE_URL', 'mysql://127.0.0.1/fairway'],
    ['OPERATOR_TOKEN', undefined],
    ['OPERATOR_TOKEN', 'a'.repeat(31)],
    ['OPERATOR_TOKEN', 'a token with blanks cannot be presented by anyone'],
    ['OPERATOR_TOKEN', 'a'.repeat(513)],
    ['SECRETS_KEY', undefined],
    ['SECRETS_KEY', 'short'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '80a'],
    ['PORT', '1e3'],
    ['HOST', 'http://0.0.0.0'],
    ['HOST', '0.0.0.0:8700'],
    ['HOST', '127.0.0.256'],
    ['HOST', 'here, there'],
    ['BASE_URL', 'pay.example'],
    ['BASE_URL', 'ftp://pay.example'],
    ['BASE_URL', 'https://pay.example/?x=1'],
    ['BASE_URL', 'https://pay.example/#there'],
    ['BASE_URL', 'https://me:secret@pay.example'],
    ['ROLES', 'api,web'],
    ['ROLES', 'api,api'],
    ['FAIRWAY_ENVIRONMENT', 'production'],
    ['LOG_LEVEL', 'loud'],
    ['WEBHOOK_RETRY_SCALE', '0'],
    ['WEBHOOK_RETRY_SCALE', '-1'],
    ['WEBHOOK_RETRY_SCALE', 'fast'],
    ['RATE_LIMIT_SCALE', '1e3'],
    ['RATE_LIMIT_SCALE', 'Infinity'],
    ['RATE_LIMIT_SCALE', '1000001'],
    ['WEBHOOK_RETRY_SCALE', '0.0000001'],
    ['WEBHOOK_CONNECT_TO', 'hooks.example'],
    ['WEBHOOK_CONNECT_TO', 'hooks.example:80:127.0.0.1:9443'],
    ['WEBHOOK_CONNECT_TO', 'hooks.example:443:127.0.0.1:99999'],
    ['WEBHOOK_CONNECT_TO', 'hooks.example:443:127.0.0.1:0'],
    ['WEBHOOK_CONNECT_TO', 'hooks.example:443::9443'],
    ['TRUSTED_PROXIES', 'proxy.example'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '10.0.0.0/'],
    ['TRUSTED_PROXIES', '10.0.0.0/8/8'],
    ['TRUSTED_PROXIES', '2001:db8::/129'],
    ['FAIRWAY_HOEM', 'x'],
    ['FAIRWAY_', 'x'],
    ['KEEP_EVENTS_DAYS', '90'],
  ])('%s = %j', (name, value) => {
    const sentence = refusalOf({ [name]: value });
    expect(sentence).toContain(name);
    expect(sentence).toMatch(/^[A-Z].*\.$/s);
  });

  test('and so does one for each that is missing, in one start', () => {
    const sentences = refusalOf({
      ...{ DATABASE_URL: '', OPERATOR_TOKEN: '', SECRETS_KEY: '' },
      ...{ WALLET_CLIENT_ID: 'id', WALLET_PARTNER_ID: 'partner', SMS_API_BASE: 'https://sms.example' },
    });
    expect(sentences.split('\n')).toEqual([
      'DATABASE_URL is not set; it names the PostgreSQL database of this deployment.',
      'OPERATOR_TOKEN is not set; it is a secret of at least 32 characters.',
      'SECRETS_KEY is not set; it is a secret of at least 32 characters.',
      ...['WALLET_CLIENT_SECRET', 'WALLET_PARTNER_ATTRIBUTION_ID', 'WALLET_WEBHOOK_ID'].map(
        (name) => `${name} is not set, but other WALLET settings are; the provider needs them all.`,
      ),
      ...['SMS_ACCOUNT', 'SMS_TOKEN', 'SMS_FROM'].map(
        (name) => `${name} is not set, but SMS_API_BASE is; the carrier needs them all.`,
      ),
    ]);
  });

  test('and so does one for each that is wrong, once', () => {
    const sentences = refusalOf({
      ...{ FAIRWAY_HOEM: 'x', FAIRWAY_HOMES: 'x', PORT: '65536' },
      ...{
        ROLES: 'web',
        KEEP_AUDIT_DAYS: '7',
        KEEP_NOTICES_DAYS: '8',
        SMS_API_BASE: 'sms',
        SMS_ACCOUNT: 'AC1',
      },
    });
    expect(sentences.split('\n').map((sentence) => sentence.split(/[ :]/)[0])).toEqual([
      ...['FAIRWAY_HOEM', 'FAIRWAY_HOMES', 'PORT', 'ROLES'],
      ...['SMS_API_BASE', 'SMS_TOKEN', 'SMS_FROM', 'KEEP_NOTICES_DAYS', 'KEEP_AUDIT_DAYS'],
    ]);
  });

  test('and never repeats a secret', () => {
    expect(refusalOf({ OPERATOR_TOKEN: 'my secret' })).not.toContain('my secret');
    expect(refusalOf({ SECRETS_KEY: 'my secret' })).not.toContain('my secret');
    expect(refusalOf({ DATABASE_URL: 'mysql://me:my secret@h/d' })).not.toContain('my secret');
  });
});

test('what other programs have in the same environment is theirs', () => {
  const names = ['WEBHOOK_SECRET', 'WEBHOOK_CA', 'WALLET_PRIVATE_KEY', 'SMS_PROVIDER', 'SECRET_KEY', 'KEEP'];
  const others = Object.fromEntries(names.map((name) => [name, 'x']));
  expect(readConfig({ ...needed, ...others })).toEqual(readConfig(needed));
});

describe('a live environment', () => {
  const live = { FAIRWAY_ENVIRONMENT: 'live' };

  test('starts with what it needs', () => {
    expect(readConfig({ ...needed, ...wallet, ...live })).toMatchObject({ environment: 'live' });
  });

  test('refuses each test switch', () => {
    const sentences = refusalOf({
      ...live,
      ...{ WEBHOOK_CONNECT_TO: 'a.example:443:[::1]:1', WEBHOOK_RETRY_SCALE: '1', RATE_LIMIT_SCALE: '1' },
    });
    expect(sentences.split('\n')).toEqual(
      ['WEBHOOK_CONNECT_TO', 'WEBHOOK_RETRY_SCALE', 'RATE_LIMIT_SCALE'].map(
        (name) => `${name} is for test environments only; remove it or set FAIRWAY_ENVIRONMENT=test.`,
      ),
    );
  });
});

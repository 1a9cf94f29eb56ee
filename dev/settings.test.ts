import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { homeFolder } from '../local/home.ts';
import { readConfig } from '../service/src/config.ts';
import { SettingError, readSettings, serviceEnvironment } from './settings.ts';

let home: string;

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'fairway-settings-'));
});

afterEach(() => rm(home, { recursive: true, force: true }));

const found = {
  port: 1234,
  database_url: 'postgres://127.0.0.1/fairway',
  sandbox_url: 'http://127.0.0.1:8701',
  receiver: { host: 'receiver.sandbox.test', port: 9443 },
};

test('secrets are made once and differ from home to home', async () => {
  const first = await readSettings({}, home);
  const again = await readSettings({}, home);
  expect(again).toEqual(first);
  expect(first.operator_token.length).toBeGreaterThanOrEqual(32);
  expect(first.identity.partner_id).toMatch(/^[2-9A-HJ-NP-Z]{13}$/);
  const other = await readSettings({}, path.join(home, 'other'));
  expect(other.operator_token).not.toBe(first.operator_token);
  expect(other.secrets_key).not.toBe(first.secrets_key);
});

test('a secret that is given is used and not kept', async () => {
  const given = await readSettings({ OPERATOR_TOKEN: 'a'.repeat(40) }, home);
  expect(given.operator_token).toBe('a'.repeat(40));
  expect((await readSettings({}, home)).operator_token).not.toBe('a'.repeat(40));
});

test('the wallet provider is the sandbox unless another is named', async () => {
  const ours = serviceEnvironment(await readSettings({}, home), found);
  expect(ours).toMatchObject({ WALLET_API_BASE: found.sandbox_url, WALLET_WEB_BASE: found.sandbox_url });
  const given = { WALLET_API_BASE: 'https://api.example.com', WALLET_CLIENT_ID: 'theirs' };
  const theirs = serviceEnvironment(await readSettings(given, home), found);
  expect(theirs).toMatchObject(given);
});

test('what is given comes before what suits one machine, and is judged like any setting', async () => {
  const unset = serviceEnvironment(await readSettings({}, home), found);
  expect(unset).toMatchObject({ LOG_LEVEL: 'warn', DATABASE_CONNECTIONS: '5', STOP_DELAY_SECONDS: '0' });
  const given = { LOG_LEVEL: 'info', DATABASE_CONNECTIONS: '9', STOP_DELAY_SECONDS: 'soon' };
  const env = serviceEnvironment(await readSettings(given, home), found);
  expect(env).toMatchObject(given);
  expect(() => readConfig(env)).toThrow('STOP_DELAY_SECONDS');
});

test('the sandbox’s receivers are added to the connections that are given', async () => {
  const rule = 'hooks.example.com:443:127.0.0.1:9000';
  const settings = await readSettings({ WEBHOOK_CONNECT_TO: rule }, home);
  expect(serviceEnvironment(settings, found).WEBHOOK_CONNECT_TO).toBe(
    `${rule},receiver.sandbox.test:443:127.0.0.1:9443`,
  );
});

test.each(['x', '-1', '65536', '80.5'])('the port %s is refused with its variable', async (port) => {
  const refused = await readSettings({ SANDBOX_PORT: port }, home).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(SettingError);
  expect(String(refused)).toContain('SANDBOX_PORT');
});

test('a live environment is refused', async () => {
  await expect(readSettings({ FAIRWAY_ENVIRONMENT: 'live' }, home)).rejects.toThrow('fairway serve');
});

test('the home is FAIRWAY_HOME, else .fairway in the checkout', () => {
  expect(homeFolder({}, '/checkout')).toBe('/checkout/.fairway');
  expect(homeFolder({ FAIRWAY_HOME: '/elsewhere' }, '/checkout')).toBe('/elsewhere');
});

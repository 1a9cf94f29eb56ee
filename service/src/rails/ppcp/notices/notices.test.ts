import { createSign, generateKeyPairSync } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { selfSigned } from './certificate.fixture.ts';
import { createClient } from '../client/client.ts';
import { certificateUrl, createNotices } from './notices.ts';
import { optionsFor, standingClock, startProvider } from '../provider.fixture.ts';
import type { Answering, FakeProvider } from '../provider.fixture.ts';

const NOW = '2026-01-02T03:04:05Z';
const BODY = Buffer.from(
  '{"id":"WH-1","event_type":"CHECKOUT.ORDER.APPROVED","resource":{"id":"4AB"}, "pad": "é"}',
);

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const otherKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const certificate = selfSigned(keys, { from: '2025-01-01', to: '2035-01-01' });
const expired = selfSigned(keys, { from: '2024-01-01', to: '2025-06-01' });

const open: FakeProvider[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function provider(answer?: Answering): Promise<FakeProvider> {
  const started = await startProvider(answer ?? ((_heard, response) => response.end(certificate)));
  open.push(started);
  return started;
}

function noticesOf(url: string, over: Parameters<typeof optionsFor>[1] = {}) {
  const options = optionsFor(url, over);
  return createNotices(createClient(options).transport, options);
}

interface Seal {
  time?: string;
  webhookId?: string;
  key?: typeof keys.privateKey;
  certificate?: string;
  body?: Buffer;
  from?: string;
}

function signed(url: string, seal: Seal = {}) {
  const time = seal.time ?? NOW;
  const body = seal.body ?? BODY;
  const text = `transmission-1|${time}|${seal.webhookId ?? 'WEBHOOK-OWN'}|${crc32(body)}`;
  const headers: Record<string, string | undefined> = {
    'paypal-transmission-id': 'transmission-1',
    'paypal-transmission-time': time,
    'paypal-transmission-sig': createSign('RSA-SHA256')
      .update(text)
      .sign(seal.key ?? keys.privateKey, 'base64'),
    'paypal-cert-url': seal.certificate ?? `${url}/v1/notifications/certs/CERT-1`,
    'paypal-auth-algo': 'SHA256withRSA',
  };
  return { source_address: seal.from ?? '203.0.113.7', headers, raw_body: body };
}

describe('a notice', () => {
  test('that the provider signed is genuine, and its certificate is fetched once', async () => {
    const { url, heard } = await provider();
    const notices = noticesOf(url);
    const verdicts = await Promise.all(Array.from({ length: 20 }, () => notices.verify(signed(url), [])));
    expect(new Set(verdicts.map((verdict) => verdict.kind))).toEqual(new Set(['genuine']));
    expect(heard.map((call) => call.path)).toEqual(['/v1/notifications/certs/CERT-1']);
    expect(heard[0]!.headers).not.toHaveProperty('authorization');
  });

  test.each<[string, Seal]>([
    ['with another key', { key: otherKeys.privateKey }],
    ['for another deployment', { webhookId: 'WEBHOOK-OTHER' }],
  ])('signed %s is forged', async (_case, seal) => {
    const { url } = await provider();
    expect(await noticesOf(url).verify(signed(url, seal), [])).toMatchObject({ kind: 'forged' });
  });

  test('changed by one byte is forged', async () => {
    const { url } = await provider();
    const received = signed(url);
    const changed = Buffer.from(received.raw_body);
    changed[5]! ^= 1;
    expect(await noticesOf(url).verify({ ...received, raw_body: changed }, [])).toMatchObject({
      kind: 'forged',
    });
  });

  test.each<[string, (headers: Record<string, string | undefined>) => void]>([
    ['without an id', (headers) => delete headers['paypal-transmission-id']],
    ['without a time', (headers) => delete headers['paypal-transmission-time']],
    ['without a signature', (headers) => delete headers['paypal-transmission-sig']],
    ['without a certificate', (headers) => delete headers['paypal-cert-url']],
    ['by another algorithm', (headers) => (headers['paypal-auth-algo'] = 'none')],
    ['with a signature that is none', (headers) => (headers['paypal-transmission-sig'] = '{}')],
    ['with a time that is none', (headers) => (headers['paypal-transmission-time'] = 'now')],
    ['with a huge id', (headers) => (headers['paypal-transmission-id'] = 'x'.repeat(5_000))],
    [
      'with a certificate of somebody else',
      (headers) => (headers['paypal-cert-url'] = 'https://evil.test/v1/notifications/certs/CERT-1'),
    ],
  ])('%s is forged and causes no traffic', async (_case, spoil) => {
    const { url, heard } = await provider();
    const received = signed(url);
    spoil(received.headers);
    expect(await noticesOf(url).verify(received, [])).toMatchObject({ kind: 'forged' });
    expect(heard).toEqual([]);
  });

  test.each([
    ['2026-01-02T02:59:05Z', 'genuine'],
    ['2026-01-02T02:59:04Z', 'forged'],
    ['2026-01-02T03:09:05Z', 'genuine'],
    ['2026-01-02T03:09:06Z', 'forged'],
  ])('sent at %s is %s', async (time, kind) => {
    const { url } = await provider();
    expect(await noticesOf(url).verify(signed(url, { time }), [])).toMatchObject({ kind });
  });

  test('may be stamped by the moved clock of a test environment, never of a live one', async () => {
    const { url, heard } = await provider();
    const clock = standingClock(NOW, 86_400);
    const received = signed(url, { time: '2026-01-03T03:04:05Z' });
    expect(await noticesOf(url, { clock }).verify(received, [])).toEqual({
      kind: 'genuine',
      account_id: null,
    });
    const live = noticesOf(url, { clock, environment: 'live' });
    expect(await live.verify(received, [])).toMatchObject({ kind: 'forged' });
    expect(heard).toHaveLength(1);
  });

  test('whose certificate has expired is forged', async () => {
    const { url } = await provider((_heard, response) => response.end(expired));
    expect(await noticesOf(url).verify(signed(url), [])).toMatchObject({
      kind: 'forged',
      problem: /not valid/,
    });
  });

  test.each<[string, Answering, string]>([
    ['is not there', (_heard, response) => response.writeHead(404).end(), 'forged'],
    ['is none', (_heard, response) => response.end('hello'), 'forged'],
    [
      'is behind a redirect',
      (_heard, response) => response.writeHead(302, { location: '/x' }).end(),
      'forged',
    ],
    ['cannot be read now', (_heard, response) => response.writeHead(503).end(), 'unreachable'],
    ['is endless', (_heard, response) => response.end('x'.repeat(100_000)), 'unreachable'],
  ])('whose certificate %s', async (_case, answer, kind) => {
    const { url, heard } = await provider(answer);
    expect(await noticesOf(url).verify(signed(url), [])).toMatchObject({ kind });
    expect(heard).toHaveLength(1);
  });

  test('whose certificate was fetched by a genuine one needs no other fetch, though a forger named it first', async () => {
    const { url, heard } = await provider();
    const notices = noticesOf(url);
    const forged = signed(url, { key: otherKeys.privateKey, from: '198.51.100.1' });
    expect(await notices.verify(forged, [])).toMatchObject({ kind: 'forged' });
    expect(await notices.verify(signed(url), [])).toEqual({ kind: 'genuine', account_id: null });
    expect(await notices.verify(signed(url), [])).toEqual({ kind: 'genuine', account_id: null });
    expect(heard).toHaveLength(1);
  });
});

describe('a certificate address', () => {
  const at = (address: string, api_base: string, environment: 'test' | 'live' = 'live') =>
    certificateUrl(address, { api_base, environment }) !== null;
  const live = 'https://api-m.paypal.com';
  const path = '/v1/notifications/certs/CERT-360caa42-fca2a594-7a8abba8';

  test.each([
    [`https://api-m.paypal.com${path}`, true],
    [`https://api.paypal.com${path}`, true],
    [`http://api.paypal.com${path}`, false],
    [`https://api.paypal.com:444${path}`, false],
    [`https://api.sandbox.paypal.com${path}`, false],
    [`https://api.paypal.com.evil.test${path}`, false],
    [`https://evil.test/api.paypal.com${path}`, false],
    [`https://user@api.paypal.com${path}`, false],
    [`https://api.paypal.com${path}?x=1`, false],
    [`https://api.paypal.com${path}#x`, false],
    [`https://api.paypal.com/v1/notifications/certs/../../oauth2/token`, false],
    [`https://api.paypal.com/v1/notifications/certs/`, false],
    [`https://api.paypal.com/other`, false],
    ['not an address', false],
  ])('%s: %s', (address, isOurs) => {
    expect(at(address, live)).toBe(isOurs);
  });

  test('may be plain only where the provider is, and never in a live environment', () => {
    const local = 'http://127.0.0.1:8701';
    expect(at(local + path, local, 'test')).toBe(true);
    expect(at(local + path, local, 'live')).toBe(false);
    expect(at(`http://127.0.0.1:8702${path}`, local, 'test')).toBe(false);
    expect(at(`https://api.sandbox.paypal.com${path}`, 'https://api-m.sandbox.paypal.com', 'test')).toBe(
      true,
    );
  });
});

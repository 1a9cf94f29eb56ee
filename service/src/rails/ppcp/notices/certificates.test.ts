import { generateKeyPairSync } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import type { NoticeCertificate, NoticeCertificates } from '../../rail.ts';
import { selfSigned } from './certificate.fixture.ts';
import { type Certificates, createCertificates } from './certificates.ts';
import { createClient } from '../client/client.ts';
import {
  type Answering,
  type FakeProvider,
  optionsFor,
  standingClock,
  startProvider,
} from '../provider.fixture.ts';

const HOUR = 3_600;
const STRANGER = '198.51.100.1';
const PROVIDER = '203.0.113.7';
const pem = selfSigned(generateKeyPairSync('rsa', { modulusLength: 2048 }), {
  from: '2025-01-01',
  to: '2035-01-01',
});

const open: FakeProvider[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

/** A provider that has one certificate, `CERT-OWN`, until it is told otherwise. */
async function aProvider() {
  let answer: Answering = (heard, response) =>
    heard.path.endsWith('/CERT-OWN') ? response.end(pem) : response.writeHead(404).end();
  const started = await startProvider((...call) => answer(...call));
  open.push(started);
  const at = (name: string) => new URL(`${started.url}/v1/notifications/certs/${name}`);
  return { at, heard: started.heard, url: started.url, answer: (by: Answering) => void (answer = by) };
}

function storedInMemory() {
  const rows = new Map<string, NoticeCertificate>();
  let reads = 0;
  const stored: NoticeCertificates = {
    all: async () => {
      reads += 1;
      return [...rows.values()];
    },
    keep: async (one) => void rows.set(one.address, one),
    drop: async (address) => void rows.delete(address),
  };
  return { stored, rows, reads: () => reads };
}

function aProcess(
  url: string,
  more: { stored?: NoticeCertificates; clock?: ReturnType<typeof standingClock> },
) {
  const options = optionsFor(url, {
    clock: more.clock ?? standingClock(),
    ...(more.stored && { certificates: more.stored }),
  });
  return createCertificates(createClient(options).transport, options);
}

async function provedBy(certificates: Certificates, url: URL): Promise<void> {
  expect((await certificates.get(url, PROVIDER)).kind).toBe('certificate');
  await certificates.prove(url);
}

describe('certificates that nobody knows', () => {
  test('are fetched ten times a minute for one address, and that leaves enough for the next', async () => {
    const { at, heard, url } = await aProvider();
    const clock = standingClock();
    const certificates = aProcess(url, { clock });
    const kinds = [];
    for (let n = 0; n < 40; n += 1) kinds.push((await certificates.get(at(`CERT-${n}`), STRANGER)).kind);
    expect(kinds.filter((kind) => kind === 'unreachable')).toHaveLength(30);
    expect(heard).toHaveLength(10);
    expect((await certificates.get(at('CERT-OWN'), PROVIDER)).kind).toBe('certificate');
    clock.moveWall(60);
    expect((await certificates.get(at('CERT-40'), STRANGER)).kind).toBe('bad');
  });

  test('are fetched 120 times a minute for all strangers together', async () => {
    const { at, heard, url } = await aProvider();
    const certificates = aProcess(url, {});
    const named = Array.from({ length: 200 }, (_, n) => certificates.get(at(`CERT-${n}`), `198.51.100.${n}`));
    await Promise.all(named);
    expect(heard).toHaveLength(120);
  });

  test('cost one look at those that other processes know, however many are named', async () => {
    const { at, url } = await aProvider();
    const { stored, reads } = storedInMemory();
    const certificates = aProcess(url, { stored });
    await Promise.all(Array.from({ length: 50 }, (_, n) => certificates.get(at(`CERT-${n}`), STRANGER)));
    expect(reads()).toBe(1);
  });

  test('are not known for having been fetched', async () => {
    const { at, url } = await aProvider();
    const { stored, rows } = storedInMemory();
    await aProcess(url, { stored }).get(at('CERT-OWN'), STRANGER);
    expect(rows.size).toBe(0);
  });
});

describe('a certificate by which a notice was genuine', () => {
  test('is known after a restart, whatever strangers ask for meanwhile', async () => {
    const { at, heard, url } = await aProvider();
    const { stored } = storedInMemory();
    await provedBy(aProcess(url, { stored }), at('CERT-OWN'));
    const restarted = aProcess(url, { stored });
    const strangers = Array.from({ length: 200 }, (_, n) => `198.51.100.${n}`);
    await Promise.all(strangers.map((from, n) => restarted.get(at(`CERT-${n}`), from)));
    const before = heard.length;
    expect((await restarted.get(at('CERT-OWN'), STRANGER)).kind).toBe('certificate');
    expect(heard).toHaveLength(before);
  });

  test('is renewed in the background before it ages', async () => {
    const { at, heard, url } = await aProvider();
    const clock = standingClock();
    const { stored, rows } = storedInMemory();
    const certificates = aProcess(url, { stored, clock });
    await provedBy(certificates, at('CERT-OWN'));
    clock.moveWall(13 * HOUR);
    for (let n = 0; n < 5; n += 1) {
      expect((await certificates.get(at('CERT-OWN'), STRANGER)).kind).toBe('certificate');
    }
    await expect.poll(() => rows.get(at('CERT-OWN').href)!.fetched_at).toEqual(clock.now());
    expect(heard).toHaveLength(2);
  });

  test('is believed for a week while the provider does not answer, and asked for once a minute', async () => {
    const { at, heard, url, answer } = await aProvider();
    const clock = standingClock();
    const certificates = aProcess(url, { clock });
    await provedBy(certificates, at('CERT-OWN'));
    answer((_heard, response) => response.writeHead(503).end());
    clock.moveWall(167 * HOUR);
    expect((await certificates.get(at('CERT-OWN'), PROVIDER)).kind).toBe('certificate');
    await expect.poll(() => heard.length).toBe(2);
    clock.moveWall(2 * HOUR);
    expect((await certificates.get(at('CERT-OWN'), PROVIDER)).kind).toBe('unreachable');
    expect((await certificates.get(at('CERT-OWN'), PROVIDER)).kind).toBe('unreachable');
    expect(heard).toHaveLength(3);
    clock.moveWall(61);
    answer((_heard, response) => response.end(pem));
    expect((await certificates.get(at('CERT-OWN'), PROVIDER)).kind).toBe('certificate');
  });

  test('is forgotten once the provider took it away', async () => {
    const { at, url, answer } = await aProvider();
    const clock = standingClock();
    const { stored, rows } = storedInMemory();
    const certificates = aProcess(url, { stored, clock });
    await provedBy(certificates, at('CERT-OWN'));
    answer((_heard, response) => response.writeHead(404).end());
    clock.moveWall(13 * HOUR);
    await certificates.get(at('CERT-OWN'), PROVIDER);
    await expect.poll(() => rows.size).toBe(0);
    expect((await certificates.get(at('CERT-OWN'), PROVIDER)).kind).toBe('bad');
  });
});

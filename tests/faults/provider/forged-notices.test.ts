import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeCapture,
  makeChannel,
  makeConnectedMerchant,
  recordedEvents,
  type TestMerchant,
} from '../../world/actors.ts';
import type { World } from '../../world/world.ts';
import { withSql } from '../books/books.ts';
import { problemsOf } from '../kills/crash-run.ts';
import { WALLET } from '../../world/provider-stand-in.ts';
import { type CrashWorld, startCrashWorld } from '../world/crash-world.ts';

const SLOW_MS = 180_000;
const TOLERANCE_SECONDS = 300;

let crashWorld: CrashWorld;
let world: World;
let merchant: TestMerchant;
beforeAll(async () => {
  crashWorld = await startCrashWorld();
  world = crashWorld.through(0);
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
  // Far from the host's time, which a test environment takes as well.
  await world.advance(3_600);
}, SLOW_MS);
afterAll(async () => crashWorld?.close());

interface Sent {
  headers: Record<string, string>;
  body: string;
}

/** A genuine notice of a refund that the provider made, taken before the service got it. */
async function intercept(): Promise<Sent> {
  const taken = await makeCapture(world, merchant, { amount: '40.00' });
  await world.drain();
  const sent: Sent[] = [];
  const server = await listen((headers, body) => sent.push({ headers, body }));
  crashWorld.sendNoticesTo(addressOf(server));
  await world.control('POST', `captures/${taken.capture_id}/refund`, { amount: '1.00' });
  await expect.poll(() => sent.length).toBe(1);
  crashWorld.sendNoticesTo(null);
  await close(server);
  const [{ headers, body }] = sent as [Sent];
  const signed = Object.entries(headers).filter(([name]) => name.startsWith('paypal-'));
  return { headers: Object.fromEntries(signed), body };
}

async function listen(take: (headers: Record<string, string>, body: string) => void): Promise<Server> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      take(request.headers as Record<string, string>, Buffer.concat(chunks).toString());
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const close = (server: Server) => new Promise((resolve) => server.close(resolve));
const post = ({ headers, body }: Sent) =>
  world.call('POST', '/api/notices/ppcp', {
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  });
const countNotices = () =>
  withSql(world.database_url, async (db) => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from notices`.execute(db);
    return rows[0]!.n;
  });
const countRefundEvents = async () =>
  (await recordedEvents(world, merchant.merchant_id)).filter(({ type }) => type === 'payment.refunded')
    .length;

// Signs with a key of its own what the genuine sender would have signed.
function forge({ headers, body }: Sent): Record<string, string> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const id = headers['paypal-transmission-id'];
  const time = headers['paypal-transmission-time'];
  const signed = Buffer.from(`${id}|${time}|${WALLET.webhook_id}|${crc32(Buffer.from(body))}`);
  return { 'paypal-transmission-sig': sign('sha256', signed, privateKey).toString('base64') };
}

test(
  'a forged notice is refused, changes nothing and causes no call; the genuine one is taken once',
  async () => {
    const genuine = await intercept();
    const { headers, body } = genuine;
    const foreign: string[] = [];
    const server = await listen((_, received) => foreign.push(received));
    const path = '/v1/notifications/certs/CERT-1';
    const under = (more: Record<string, string>, changed = body) => ({
      headers: { ...headers, ...more },
      body: changed,
    });
    const own = new URL(world.sandbox_url);
    const attempts: Record<string, Sent> = {
      'no signature': { headers: {}, body },
      'no time': under({ 'paypal-transmission-time': '' }),
      'a signature by another key': under(forge(genuine)),
      'a changed byte': under({}, body.replace('1.00', '9.00')),
      'one byte more': under({}, `${body} `),
      'a foreign certificate': under({ 'paypal-cert-url': addressOf(server) + path }),
      'a foreign host behind our own as a user': under({
        'paypal-cert-url': `http://${own.host}@${new URL(addressOf(server)).host}${path}`,
      }),
      'another path at the provider': under({ 'paypal-cert-url': `${world.sandbox_url}/v1/oauth2/token` }),
      'another algorithm': under({ 'paypal-auth-algo': 'SHA1withRSA' }),
      'another transmission': under({ 'paypal-transmission-id': 'another' }),
      'a time that was not signed': under({ 'paypal-transmission-time': '2020-01-01T00:00:00Z' }),
    };
    const before = { notices: await countNotices(), events: await countRefundEvents() };
    const calls = (await world.control('GET', 'requests')).body.total;
    const accepted: string[] = [];
    for (const [why, attempt] of Object.entries(attempts)) {
      const { status } = await post(attempt);
      if (status < 400 || status >= 500) accepted.push(`${why}: ${status}`);
    }
    expect(accepted).toEqual([]);
    expect({ notices: await countNotices(), events: await countRefundEvents() }).toEqual(before);
    expect((await world.control('GET', 'requests')).body.total).toBe(calls);
    expect(foreign).toEqual([]);
    await close(server);

    expect((await post(genuine)).status).toBe(200);
    expect((await post(genuine)).status).toBe(200);
    expect(await problemsOf(crashWorld, 'afterwards')).toEqual([]);
    expect(await countNotices()).toBe(before.notices + 1);
    expect(await countRefundEvents()).toBe(before.events + 1);
  },
  SLOW_MS,
);

test(
  'a genuine notice that is older than five minutes is refused',
  async () => {
    const genuine = await intercept();
    await world.advance(TOLERANCE_SECONDS + 5);
    const before = await countNotices();
    expect((await post(genuine)).status).toBe(400);
    expect(await countNotices()).toBe(before);
  },
  SLOW_MS,
);

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../tests/world/database.ts';
import {
  ALL_FEATURES,
  assertion,
  askToken,
  orderBody,
  request,
  SELLER,
  WALLET,
  type Answered,
} from './bench.ts';

const ENTRY = fileURLToPath(new URL('../serve.ts', import.meta.url));

let database: TestDatabase;
let running: { process: ChildProcess; url: string };
beforeEach(async () => {
  database = await createDatabase();
  running = await start();
});
afterEach(async () => {
  await end('SIGKILL');
  await database.drop();
});

async function start(): Promise<{ process: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [ENTRY], {
    env: {
      PATH: process.env['PATH'],
      SANDBOX_PORT: '0',
      SANDBOX_DATABASE_URL: database.url,
      WALLET_CLIENT_ID: WALLET.client_id,
      WALLET_CLIENT_SECRET: WALLET.client_secret,
      WALLET_PARTNER_ID: WALLET.partner_id,
      WALLET_PARTNER_ATTRIBUTION_ID: WALLET.partner_attribution_id,
      WALLET_WEBHOOK_ID: WALLET.webhook_id,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer];
  const url = /ready at (\S+),/.exec(line.toString())?.[1];
  if (url === undefined) throw new Error(`not ready: ${line.toString()}`);
  return { process: child, url };
}

async function end(signal: NodeJS.Signals): Promise<number | null> {
  const { process: child } = running;
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal);
    await once(child, 'exit');
  }
  return child.exitCode;
}

const call = async (
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answered> =>
  request(running.url + path, method, body, {
    authorization: `Bearer ${String((await askToken(running.url)).body['access_token'])}`,
    ...headers,
  });

test('a capture made just before the process was killed is there after it', async () => {
  await call('PATCH', `/_control/accounts/${SELLER}`, { granted: ALL_FEATURES });
  const order = await call('POST', '/v2/checkout/orders', orderBody());
  const path = `/v2/checkout/orders/${order.body['id']}`;
  await call('POST', `/_control/orders/${order.body['id']}/approve`, {});
  await call('POST', '/_control/faults', { operation: 'orders.capture', mode: 'hang_after_commit' });
  const lost = call('POST', `${path}/capture`, {}, { 'PayPal-Request-Id': 'c-1' }).catch(
    (error: unknown) => error,
  );
  await expect.poll(async () => (await call('GET', path)).body['status']).toBe('COMPLETED');
  await end('SIGKILL');
  expect(await lost).toBeInstanceOf(Error);

  running = await start();
  const again = await call('POST', `${path}/capture`, {}, { 'PayPal-Request-Id': 'c-1' });
  expect([again.status, again.body['status']]).toEqual([200, 'COMPLETED']);
  const capture = again.body['purchase_units'][0].payments.captures[0];
  const read = await call('GET', `/v2/payments/captures/${capture.id}`, undefined, assertion());
  expect(read.body['status']).toBe('COMPLETED');
  const notices = (await call('GET', '/_control/notices')).body['items'];
  expect(notices.map((notice: { event_type: string }) => notice.event_type)).toEqual([
    'PAYMENT.CAPTURE.COMPLETED',
    'CHECKOUT.ORDER.APPROVED',
  ]);
});

test('its clock can be moved, and with it what has lapsed', async () => {
  await call('PATCH', `/_control/accounts/${SELLER}`, { granted: ALL_FEATURES });
  const order = await call('POST', '/v2/checkout/orders', orderBody());
  const moved = await call('PUT', '/_control/clock', { offset_seconds: 3 * 3600 });
  const clock = { now: expect.any(String) as string, offset_seconds: 3 * 3600 };
  expect(moved.body).toEqual(clock);
  expect((await call('GET', '/_control/clock')).body).toEqual(clock);
  expect((await call('GET', `/v2/checkout/orders/${order.body['id']}`)).status).toBe(404);
});

test('it stops cleanly on a signal, though a call is held', async () => {
  await call('POST', '/_control/faults', { operation: 'orders.read', mode: 'hang' });
  const held = call('GET', '/v2/checkout/orders/X').catch((error: unknown) => error);
  await expect.poll(async () => (await call('GET', '/_control/faults')).body['total']).toBe(0);
  expect(await end('SIGTERM')).toBe(0);
  expect(await held).toBeInstanceOf(Error);
});

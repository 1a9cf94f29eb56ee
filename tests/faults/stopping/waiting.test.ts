import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  capture,
  makeChannel,
  makeConnectedMerchant,
  makeOrder,
  type TestMerchant,
} from '../../world/actors.ts';
import { startWorld } from '../../world/world.ts';
import { type CrashWorld, startCrashWorld } from '../world/crash-world.ts';
import { startTcpProxy, type TcpProxy } from '../world/tcp-proxy.ts';

const SLOW_MS = 180_000;
// Longer than a request may wait for the database, which is not what is waited for here.
const SILENT_MS = 6_000;

test(
  'a second call that waits six seconds for the first answers with its capture',
  async () => {
    const proxy: TcpProxy = await startTcpProxy(1);
    const world = await startWorld({ env: { WALLET_API_BASE: `http://127.0.0.1:${proxy.port}` } });
    try {
      proxy.leadTo(Number(new URL(world.sandbox_url).port));
      const merchant = await makeConnectedMerchant(world, await makeChannel(world));
      const order = await makeOrder(world, merchant);
      await world.drain();
      proxy.freeze();
      const began = performance.now();
      const calls = [capture(world, merchant, order.order_id), capture(world, merchant, order.order_id)];
      await new Promise((resolve) => setTimeout(resolve, SILENT_MS));
      await proxy.pass();
      const [first, second] = await Promise.all(calls);
      expect(performance.now() - began).toBeGreaterThan(SILENT_MS);
      expect([first!.status, second!.status]).toEqual([200, 200]);
      expect(second!.body).toEqual(first!.body);
      expect(second!.body.status).toBe('captured');
    } finally {
      await world.close();
      await proxy.close();
    }
  },
  SLOW_MS,
);

let crash: CrashWorld;
let merchant: TestMerchant;
beforeAll(async () => {
  crash = await startCrashWorld({ processes: 2 });
  merchant = await makeConnectedMerchant(crash.through(0), await makeChannel(crash.through(0)));
}, SLOW_MS);
afterAll(() => crash.close(), SLOW_MS);

test(
  'a process that stops answers who waits in it for the call of another process',
  async () => {
    const [first, second] = [crash.through(0), crash.through(1)];
    const order = await makeOrder(first, merchant);
    await crash.control('POST', 'faults', { operation: 'orders.capture', mode: 'hang' });
    const began = capture(first, merchant, order.order_id).catch(() => null);
    // The fault is used up when the provider has heard of the call.
    await expect.poll(async () => (await crash.control('GET', 'faults')).body.items).toEqual([]);
    const waiting = capture(second, merchant, order.order_id);
    // It has begun to wait when it has read the attempt; until then the stop would let it end anyway.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const stopped = crash.stop(1);
    // Who were not let go of would be cut with the connections, without an answer.
    const answer = await waiting;
    expect([answer.status, answer.body.detail]).toEqual([503, expect.any(String)]);
    expect((await stopped).code).toBe(0);
    // Its own call would go on for as long as calls to a provider may.
    await crash.kill(0);
    expect(await began).toBeNull();
  },
  SLOW_MS,
);

import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  capture,
  makeChannel,
  makeConnectedMerchant,
  makeMerchant,
  makeOrder,
  makeSession,
  type TestChannel,
  type TestMerchant,
} from '../testing/actors.ts';
import { startWorld, type World } from '../testing/world.ts';
import { findBreaches, settle } from './books.ts';
import { patienceOf, roundsOf } from './rounds.ts';

const ROUNDS = roundsOf(2);
const SLOW_MS = 2 * patienceOf(ROUNDS);
const AT_ONCE = 20;
const OPERATIONS = ['orders.create', 'orders.capture', 'orders.read', 'identity.token', 'integrations.read'];

let world: World;
let channel: TestChannel;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startWorld();
  channel = await makeChannel(world);
  merchant = await makeConnectedMerchant(world, channel);
}, SLOW_MS);
afterAll(async () => world.close());

const as = () => ({ key: merchant.key, merchant: merchant.merchant_id });

test(
  'while the provider is down attempts are answered, everything else works, and afterwards all is sound',
  async () => {
    const orders = await Promise.all(Array.from({ length: AT_ONCE }, () => makeOrder(world, merchant)));
    for (const operation of OPERATIONS) {
      await world.control('POST', 'faults', { operation, mode: 'reset', times: 100_000 });
    }
    const session = await makeSession(world, merchant);
    expect(session.status).toBe(201);
    for (let round = 0; round < ROUNDS; round += 1) {
      const answers = await Promise.all(
        orders.flatMap(({ order_id }) => [
          capture(world, merchant, order_id),
          world.call('POST', `/api/checkout-sessions/${session.body.id}/orders`, { body: {} }),
        ]),
      );
      for (const { status, body } of answers) {
        expect([status, body]).toEqual([503, { detail: expect.any(String), code: expect.any(String) }]);
      }
      const others = await Promise.all([
        world.call('GET', `/api/checkout-sessions/${session.body.id}`),
        world.call('GET', '/api/transactions', as()),
        world.call('GET', '/api/channel/onboarding/status', as()),
        world.operator('GET', 'unsettled'),
      ]);
      expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      await world.advance(120);
      await world.drain();
    }
    const unsettled = (await world.operator('GET', 'unsettled')).body.total;
    expect(unsettled).toBe(AT_ONCE);
    await world.control('DELETE', 'faults');
    expect(await settle(world)).toBe(0);
    for (const { order_id } of orders) expect((await capture(world, merchant, order_id)).status).toBe(200);
    expect(await settle(world)).toBe(0);
    expect(await findBreaches(world)).toEqual([]);
  },
  SLOW_MS,
);

test(
  'a merchant that is provisioned meanwhile can start as soon as the provider is back',
  async () => {
    await world.control('POST', 'faults', { operation: 'referrals.create', mode: 'reset', times: 100_000 });
    const late = { key: channel.key, merchant: await makeMerchant(world, channel) };
    const start = () => world.call('POST', '/api/channel/onboarding/start', late);
    expect((await start()).status).toBe(503);
    await world.control('DELETE', 'faults');
    expect((await start()).status).toBe(200);
  },
  SLOW_MS,
);

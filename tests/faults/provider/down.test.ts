import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeChannel,
  makeConnectedMerchant,
  makeMerchant,
  type TestChannel,
  type TestMerchant,
} from '../../world/actors.ts';
import { startWorld, type World } from '../../world/world.ts';
import { runOutage, SHORT_CALL_TIMEOUT_MS, SHORT_OUTAGE } from './outage.ts';

const SLOW_MS = 180_000;

let world: World;
let channel: TestChannel;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startWorld({ providerLimits: { callTimeoutMs: SHORT_CALL_TIMEOUT_MS } });
  channel = await makeChannel(world);
  merchant = await makeConnectedMerchant(world, channel);
}, SLOW_MS);
afterAll(async () => world.close());

test(
  'an hour without the provider: attempts are answered, everything else works, and afterwards all is sound',
  async () => {
    const { figures, breaches } = await runOutage(world, merchant, SHORT_OUTAGE);
    expect(breaches).toEqual([]);
    expect(figures['sockets_most']).toBeGreaterThan(0);
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

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeChannel, makeReceiver, type TestChannel } from '../../world/actors.ts';
import { type GatewayMerchant, makeGatewayMerchant, NMI } from '../../world/gateways.ts';
import { TOKENLESS_POINTS } from '../kills/crash-points.ts';
import { crashAt, type Stopped } from '../kills/crash-run.ts';
import { type CrashWorld, startCrashWorld } from '../world/crash-world.ts';
import { atGateway, crashSaving, SAVING_POINTS, STAGES } from './crash.ts';

// The short form of the named points of `npm run faults -- --only gateway`.

const SLOW_MS = 180_000;
const HELD_AT_ONCE = 2;
// Renewed three times as often as it lapses, like the 30 s of service, which the test would wait for after each kill.
const LEASE_SECONDS = 3;

let world: CrashWorld;
let channel: TestChannel;
beforeAll(async () => {
  world = await startCrashWorld({ leaseSeconds: LEASE_SECONDS });
  channel = await makeChannel(world.through(0));
  await makeReceiver(world.through(0), channel);
}, SLOW_MS);
afterAll(async () => world?.close());

describe.each(STAGES)('at $name', (stage) => {
  let stopped: Stopped;
  beforeAll(async () => {
    stopped = await atGateway(world, channel, stage);
  }, SLOW_MS);

  test.each(TOKENLESS_POINTS)(
    'killed at "$name", what is asked for again is carried out at most once, and told so',
    async (point) => {
      expect(await crashAt(world, stopped, { point, held: HELD_AT_ONCE })).toEqual([]);
    },
    SLOW_MS,
  );
});

describe('a card that a gateway keeps', () => {
  let merchant: GatewayMerchant;
  beforeAll(async () => {
    merchant = await makeGatewayMerchant(world.through(0), channel, NMI);
  }, SLOW_MS);

  test.each(SAVING_POINTS)(
    'whose saving is killed at "$name" is saved once, and takes nothing by it',
    async (point) => {
      expect(await crashSaving(world, merchant, point)).toEqual([]);
    },
    SLOW_MS,
  );
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeChannel, makeConnectedMerchant, type TestMerchant } from '../../world/actors.ts';
import { startWorld, type World } from '../../world/world.ts';
import { chanceOf } from '../world/chance.ts';
import { sendCases, sendForEver, sendSlowly, SHORT_ARRIVALS } from './http.ts';

const SLOW_MS = 180_000;

let world: World;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startWorld({ arrivalLimits: SHORT_ARRIVALS });
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
}, SLOW_MS);
afterAll(async () => world.close());

test(
  'a request inside of another is never taken for one, and what can be read in two ways is refused',
  async () => {
    const { breaches, figures } = await sendCases(world, merchant, { rounds: 2, chance: chanceOf(4) });
    expect(breaches).toEqual([]);
    expect(figures['sent']).toBeGreaterThan(50);
  },
  SLOW_MS,
);

test(
  'whoever does not send a whole request in time is told so and let go, and nobody else waits',
  async () => {
    expect((await sendSlowly(world, merchant, { each: 10, limits: SHORT_ARRIVALS })).breaches).toEqual([]);
  },
  SLOW_MS,
);

test(
  'what does not end is cut off',
  async () => {
    expect((await sendForEver(world, merchant)).breaches).toEqual([]);
  },
  SLOW_MS,
);

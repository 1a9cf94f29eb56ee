import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeChannel, makeConnectedMerchant, type TestMerchant } from '../../world/actors.ts';
import { startWorld, type World } from '../../world/world.ts';
import { FAULT_KINDS, runFaultKind } from './rounds.ts';
import { timeoutOf, roundsOf } from '../world/rounds.ts';

/** How often each kind strikes; `npm run faults` runs them at full size. */
const ROUNDS = roundsOf(2);
const SLOW_MS = timeoutOf(ROUNDS);

let world: World;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
}, SLOW_MS);
afterAll(async () => world.close());

test.each(FAULT_KINDS)(
  '$operation, $mode $status: nothing doubled, told once, settled within a minute',
  async (kind) => {
    expect(await runFaultKind(world, merchant, { kind, rounds: ROUNDS })).toEqual([]);
  },
  SLOW_MS,
);

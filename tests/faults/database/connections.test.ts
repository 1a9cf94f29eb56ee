import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { settleSooner } from '../books/books.ts';
import { chanceOf } from '../world/chance.ts';
import type { LoadCounts } from './load.ts';
import { problemsInTheEnd, type Strike, strikeUnderLoad } from './run.ts';
import { cutAtRandom, frozen, readOnly, refused, snapshotHeld, terminated } from './strikes.ts';
import { type DatabaseWorld, startDatabaseWorld } from './world.ts';

// Short forms of what `npm run faults -- --only database` does for longer.

const SLOW_MS = 600_000;
const LOAD = { clients: 4, afterMs: 500 };
// What was leased by a claim whose answer was lost stays leased; in service for 30 s.
const LEASE_SECONDS = 3;
const STRIKES: Strike[] = [
  terminated({ everyMs: 500, forMs: 1_500 }),
  cutAtRandom({ mostMs: 400, forMs: 2_000 }),
  frozen({ forMs: 6_500 }),
  refused({ forMs: 2_500 }),
  readOnly({ forMs: 1_500 }),
  snapshotHeld({ forMs: 1_500 }),
];

let world: DatabaseWorld;
const told: LoadCounts[] = [];
beforeAll(async () => {
  world = await startDatabaseWorld({ leaseSeconds: LEASE_SECONDS });
}, SLOW_MS);
afterAll(async () => world?.close());
beforeEach(async () => {
  // One that ended has failed its test already.
  if (world.ending(0) !== null) await world.revive(0);
});

test.each(STRIKES)(
  '$name: every call is answered in time, and all is as before soon after',
  async (strike) => {
    const { counts, breaches } = await strikeUnderLoad(world, { ...strike, ...LOAD }, chanceOf(1));
    told.push(counts);
    expect(breaches).toEqual([]);
  },
  SLOW_MS,
);

test(
  'after all of it every sweep runs, and nothing is lost or doubled',
  async () => {
    expect(await problemsInTheEnd(world, told, settleSooner)).toEqual([]);
  },
  SLOW_MS,
);

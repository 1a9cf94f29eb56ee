import { expect, test } from 'vitest';
import { settleSooner } from '../books/books.ts';
import { chanceOf } from '../world/chance.ts';
import { problemsInTheEnd, type Strike, strikeUnderLoad } from './run.ts';
import { diskFull, restarted } from './strikes.ts';
import { type DatabaseWorldOptions, startDatabaseWorld } from './world.ts';

const SLOW_MS = 600_000;
const LOAD = { clients: 4, afterMs: 500 };
// What was leased by a claim whose answer was lost stays leased; in service for 30 s.
const LEASE_SECONDS = 3;

interface Case {
  where: string;
  world: DatabaseWorldOptions;
  strike: Strike;
  /** Whether callers have to hear of it; an absence of moments may be waited out for all of them. */
  isHeardOf: boolean;
}

const CASES: Case[] = [
  {
    where: 'under the service and its provider alike',
    world: { on: 'private', isSandboxBehind: true, leaseSeconds: LEASE_SECONDS },
    strike: restarted({ times: 2, betweenMs: 700 }),
    isHeardOf: false,
  },
  {
    where: 'under the service alone',
    world: { on: 'small', leaseSeconds: LEASE_SECONDS },
    strike: diskFull({ forMs: 2_500 }),
    isHeardOf: true,
  },
];

test.each(CASES)(
  '$strike.name $where: every call is answered, all is as before soon after, and nothing is lost or doubled',
  async ({ world: options, strike, isHeardOf }) => {
    const world = await startDatabaseWorld(options);
    try {
      const plan = { ...strike, ...LOAD };
      const { counts, breaches } = await strikeUnderLoad(world, plan, chanceOf(2));
      expect(breaches).toEqual([]);
      if (isHeardOf) expect(counts.unavailable).toBeGreaterThan(0);
      expect(await problemsInTheEnd(world, [counts], settleSooner)).toEqual([]);
    } finally {
      await world.close();
    }
  },
  SLOW_MS,
);

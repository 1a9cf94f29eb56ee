import { afterAll, beforeAll, expect, test } from 'vitest';
import { settleSooner } from './books.ts';
import { standInTheWay, stormOfDeadlocks } from './database-locks.ts';
import { problemsInTheEnd } from './database-run.ts';
import { type DatabaseWorld, startDatabaseWorld } from './database-world.ts';

const SLOW_MS = 600_000;

let world: DatabaseWorld;
beforeAll(async () => {
  world = await startDatabaseWorld();
}, SLOW_MS);
afterAll(async () => world?.close());

test.each([
  { who: 'a locked table', how: 'locked', callers: 200, operations: 1, forMs: 3_500 },
  { who: 'a slow table', how: 'slow', callers: 200, operations: 1, forMs: 5_500 },
  { who: 'a slow table, in five operations,', how: 'slow', callers: 200, operations: 5, forMs: 5_500 },
] as const)(
  'two hundred callers of $who stand in nobody’s way',
  async (plan) => {
    const { breaches } = await standInTheWay(world, plan);
    expect(breaches).toEqual([]);
  },
  SLOW_MS,
);

test(
  'what the server ends for a deadlock is tried again',
  async () => {
    const { breaches } = await stormOfDeadlocks(world, { refunds: 4 });
    expect(breaches).toEqual([]);
    expect(await problemsInTheEnd(world, [], settleSooner)).toEqual([]);
  },
  SLOW_MS,
);

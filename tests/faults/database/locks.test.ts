import { afterAll, beforeAll, expect, test } from 'vitest';
import { settleSooner } from '../books/books.ts';
import { standInTheWay, stormOfDeadlocks } from './locks.ts';
import { problemsInTheEnd, type Told } from './run.ts';
import { type DatabaseWorld, startDatabaseWorld } from './world.ts';

const SLOW_MS = 600_000;

let world: DatabaseWorld;
const told: Told[] = [];
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
    const { breaches, told: toldNow } = await standInTheWay(world, plan);
    told.push(toldNow);
    expect(breaches).toEqual([]);
  },
  SLOW_MS,
);

test(
  'what the server ends for a deadlock is tried again',
  async () => {
    const { breaches, told: toldNow } = await stormOfDeadlocks(world, { refunds: 4 });
    told.push(toldNow);
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

import { expect, test } from 'vitest';
import { chanceOf } from '../world/chance.ts';
import { planBatch } from './plans.ts';
import { runHistories } from './histories.ts';

const SLOW_MS = 600_000;
const HISTORIES = Number(process.env.FAULT_HISTORIES ?? 40);
const SEED = Number(process.env.FAULT_SEED ?? 20_260);

test(
  `random histories of payments end with books that agree (FAULT_SEED=${SEED})`,
  async () => {
    const plan = { seed: SEED, histories: HISTORIES, batch: 40, batchesInWorld: 5, limitMs: SLOW_MS };
    const { breaches, ...figures } = await runHistories(plan);
    expect(breaches).toEqual([]);
    expect(figures.histories).toBe(HISTORIES);
    expect(figures.captures).toBeGreaterThan(HISTORIES / 2);
    expect(figures.reconciled).toBeGreaterThan(0);
  },
  SLOW_MS,
);

test('a seed always leads to the same histories', () => {
  const planned = () => planBatch(chanceOf(7).fork(3), 20);
  expect(planned()).toEqual(planned());
  expect(planned()).not.toEqual(planBatch(chanceOf(8).fork(3), 20));
});

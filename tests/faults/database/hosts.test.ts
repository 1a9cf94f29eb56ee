import { expect, test } from 'vitest';
import { chanceOf } from '../world/chance.ts';
import { hostsApart } from './hosts.ts';

const SLOW_MS = 600_000;

test(
  'two hosts a minute apart take nothing from each other and stamp with one time',
  async () => {
    const plan = { aheadSeconds: 59, thenAheadSeconds: -59, forMs: 5_000 };
    const { breaches } = await hostsApart(plan, chanceOf(3));
    expect(breaches).toEqual([]);
  },
  SLOW_MS,
);

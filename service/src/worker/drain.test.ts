import pino from 'pino';
import { expect, test } from 'vitest';
import type { Ctx } from '../context.ts';
import { drainAll } from './drain.ts';
import { startLoop } from './loop.ts';

const log = pino({ level: 'silent' });
const ctx = { log } as Ctx;

/** Something that takes these numbers, run by run, and nothing more. */
function taking(...counts: number[]) {
  const runs = { count: 0 };
  const run = async () => counts[runs.count++] ?? 0;
  return { runs, run };
}

test('each sweep is looked at once when nothing is due', async () => {
  const sweeps = ['a', 'b', 'c'].map((name) => ({ name, everyMs: 60_000, ...taking() }));
  const loop = startLoop(sweeps, log);
  await loop.drain();
  const before = sweeps.map(({ runs }) => runs.count);
  expect(await drainAll(ctx, { loop, deliveries: null })).toEqual({ a: 0, b: 0, c: 0, deliveries: 0 });
  expect(sweeps.map(({ runs }, place) => runs.count - before[place]!)).toEqual([1, 1, 1]);
  await loop.close();
});

test('all are looked at once more after the last that took something, and no more often', async () => {
  // The first run of each is its loop's own.
  const sweeps = [taking(), taking(0, 2), taking()].map((sweep, place) => ({
    ...{ ...sweep, name: 'abc'[place]!, everyMs: 60_000 },
  }));
  const loop = startLoop(sweeps, log);
  await new Promise((resolve) => setImmediate(resolve));
  expect(await drainAll(ctx, { loop, deliveries: null })).toMatchObject({ a: 0, b: 2, c: 0 });
  expect(sweeps.map(({ runs }) => runs.count - 1)).toEqual([2, 2, 1]);
  await loop.close();
});

test('what a delivery or an arrival may have given to do is looked for', async () => {
  const sweep = { name: 'a', everyMs: 60_000, ...taking() };
  const loop = startLoop([sweep], log);
  await loop.drain();
  const before = sweep.runs.count;
  const [sent, arrived] = [taking(3), taking(0, 0, 1)];
  const drainFirst = async () => ({ notices: await arrived.run() });
  const drained = await drainAll(ctx, { loop, deliveries: { drain: sent.run }, drainFirst });
  expect(drained).toEqual({ a: 0, deliveries: 3, notices: 1 });
  expect(sweep.runs.count - before).toBe(3);
  await loop.close();
});

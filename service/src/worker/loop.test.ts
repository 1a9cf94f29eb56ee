import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { startLoop, type Sweep } from './loop.ts';

const log = pino({ level: 'silent' });

interface HeldSweep extends Sweep {
  /** Resolves with each run that begins; the run ends when it is given what it took. */
  readonly begun: (() => Promise<(taken: number) => void>) & { count: () => number };
}

function heldSweep(): HeldSweep {
  const ready: ((taken: number) => void)[] = [];
  const asking: ((end: (taken: number) => void) => void)[] = [];
  let count = 0;
  const run = () =>
    new Promise<number>((end) => {
      count += 1;
      const ask = asking.shift();
      if (ask) ask(end);
      else ready.push(end);
    });
  const next = () =>
    new Promise<(taken: number) => void>((resolve) => {
      const end = ready.shift();
      if (end) resolve(end);
      else asking.push(resolve);
    });
  return { name: 'held', everyMs: 60_000, run, begun: Object.assign(next, { count: () => count }) };
}

test('a drain waits for the run under way, and runs once more after it', async () => {
  const sweep = heldSweep();
  const loop = startLoop([sweep], log);
  const endFirst = await sweep.begun();
  let isDrained = false;
  const drained = loop.drain().then((counts) => {
    isDrained = true;
    return counts;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect([sweep.begun.count(), isDrained]).toEqual([1, false]);
  endFirst(0);
  (await sweep.begun())(2);
  (await sweep.begun())(0);
  expect(await drained).toEqual({ held: 2 });
  await loop.close();
});

test('a drain goes round again when the run under way took something', async () => {
  const { promise: taken, resolve: endFirst } = Promise.withResolvers<number>();
  const [before, after] = [vi.fn(async () => 0), vi.fn(async () => 0)];
  after.mockReturnValueOnce(taken);
  const sweeps = Object.entries({ before, after }).map(([name, run]) => ({ name, everyMs: 60_000, run }));
  const loop = startLoop(sweeps, log);
  const drained = loop.drain();
  await new Promise((resolve) => setImmediate(resolve));
  const runs = before.mock.calls.length;
  endFirst(1);
  expect(await drained).toEqual({ before: 0, after: 1 });
  // What was taken may have given an earlier sweep something to do.
  expect(before.mock.calls.length).toBe(runs + 1);
  await loop.close();
});

test('a run that fails neither ends the loop nor the next drain', async () => {
  let runs = 0;
  const fails = async () => {
    runs += 1;
    if (runs === 1) throw new Error('the database is away');
    return 0;
  };
  const loop = startLoop([{ name: 'failing', everyMs: 60_000, run: fails }], log);
  expect(await loop.drain()).toEqual({ failing: 0 });
  expect(runs).toBe(2);
  await loop.close();
});

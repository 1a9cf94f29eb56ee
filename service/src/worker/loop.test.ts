import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pino } from 'pino';
import { describe, expect, test, vi } from 'vitest';
import type { SweepRun } from '../lib/sweep-run.ts';
import { type Loop, startLoop, type Sweep } from './loop.ts';

const log = pino({ level: 'silent' });
const SOON = { interval: 5 };

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

test('a sweep that took less than a full batch rests, and one that took a full one does not', async () => {
  const sweep = { ...heldSweep(), fullBatch: 10 };
  const loop = startLoop([sweep], log);
  (await sweep.begun())(10);
  (await sweep.begun())(9);
  await new Promise((resolve) => setImmediate(resolve));
  expect(sweep.begun.count()).toBe(2);
  loop.wake('held');
  (await sweep.begun())(0);
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

test('a sweep that failed is tried again soon, however far away its next beat is', async () => {
  const HOUR_MS = 3_600_000;
  let runs = 0;
  const run = () =>
    (runs += 1) < 3 ? Promise.reject(new Error('the database is away')) : Promise.resolve(0);
  const loop = startLoop([{ name: 'hourly', everyMs: HOUR_MS, run }], log, { retryMs: 1 });
  await expect.poll(() => runs, SOON).toBe(3);
  await loop.close();
  expect(runs).toBe(3);
});

describe('a run that does not end', () => {
  const LIMIT_MS = 30;
  const hung = new Promise<never>(() => undefined);
  const figuresOf = (loop: Loop, name: string) => loop.figures().find((one) => one.name === name)!;

  test('is given up and told of, and a new one is begun', async () => {
    const ends: string[] = [];
    const lines: string[] = [];
    const told = pino({ level: 'error' }, { write: (line) => void lines.push(line) });
    let runs = 0;
    const run = () => ((runs += 1) === 1 ? hung : Promise.resolve(0));
    const sweep = { name: 'hanging', everyMs: 5, limitMs: LIMIT_MS, run };
    const loop = startLoop([sweep], told, { onEnd: (name, end) => void ends.push(`${name} ${end}`) });
    await expect.poll(() => runs, SOON).toBeGreaterThan(3);
    expect(ends.slice(0, 2)).toEqual(['hanging overran', 'hanging done']);
    expect(lines.map((line) => JSON.parse(line).event)).toEqual(['run.overran', 'sweep.failed']);
    expect(figuresOf(loop, 'hanging')).toMatchObject({ abandoned: 1, isStuck: false });
    await loop.close({ graceMs: 10 });
  });

  test('is not tried again before its next beat', async () => {
    let [runs, others] = [0, 0];
    const ends: string[] = [];
    const hanging = {
      name: 'hanging',
      everyMs: 3_600_000,
      limitMs: LIMIT_MS,
      run: () => ((runs += 1), hung),
    };
    const other = { name: 'other', everyMs: 1, run: async () => ((others += 1), 0) };
    const onEnd = (name: string, end: string) => void ends.push(`${name} ${end}`);
    const loop = startLoop([hanging, other], log, { retryMs: 1, onEnd });
    await expect.poll(() => ends, SOON).toContain('hanging overran');
    const before = others;
    await expect.poll(() => others, SOON).toBeGreaterThan(before + 10);
    expect(runs).toBe(1);
    await loop.close({ graceMs: 10 });
  });

  test('does not keep other sweeps from running, nor a drain from ending', async () => {
    let runs = 0;
    const sweeps = [
      { name: 'hanging', everyMs: 5, limitMs: LIMIT_MS, run: () => hung },
      { name: 'other', everyMs: 5, run: async () => ((runs += 1), 0) },
    ];
    const loop = startLoop(sweeps, log);
    await expect.poll(() => runs, SOON).toBeGreaterThan(3);
    await expect(loop.drain()).rejects.toThrow(/hanging/);
    await loop.close({ graceMs: 10 });
  });

  test('is lost three times at most, and then the sweep is stuck until one of them comes back', async () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    let runs = 0;
    const run = () => ((runs += 1) <= 3 ? promise : Promise.resolve(0));
    const loop = startLoop([{ name: 'hanging', everyMs: 5, limitMs: LIMIT_MS, run }], log);
    await expect.poll(() => figuresOf(loop, 'hanging').isStuck, SOON).toBe(true);
    await expect.poll(() => figuresOf(loop, 'hanging').abandoned, SOON).toBe(3);
    expect(figuresOf(loop, 'hanging').lateSeconds).toBeGreaterThan(0.06);
    await new Promise((later) => setTimeout(later, 3 * LIMIT_MS));
    expect(runs).toBe(3);
    resolve(0);
    await expect.poll(() => runs, SOON).toBeGreaterThan(3);
    expect(figuresOf(loop, 'hanging')).toMatchObject({ abandoned: 0, isStuck: false });
    await loop.close();
  });

  test('does not keep the process from stopping', async () => {
    const loop = startLoop([{ name: 'hanging', everyMs: 5, run: () => hung }], log);
    // The run never ends: a close that waited for it would not either.
    await loop.close({ graceMs: 50 });
  });
});

test('what runs left behind is ended with the loop', async () => {
  const ended: string[] = [];
  const run = () => Promise.reject(new Error('the database is away'));
  const end = async ({ stopping }: SweepRun) => void ended.push(`stopping: ${stopping.aborted}`);
  const loop = startLoop([{ name: 'failing', everyMs: 60_000, run, end }], log);
  await loop.close();
  expect(ended).toEqual(['stopping: true']);
});

test('who waited to be woken, and waits no longer, is not remembered', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const waited: WeakRef<object>[] = [];
  const run = async ({ woken }: SweepRun) => {
    const waiter = {};
    waited.push(new WeakRef(waiter));
    await Promise.race([woken().then(() => waiter), Promise.resolve()]);
    return 0;
  };
  const loop = startLoop([{ name: 'unwoken', everyMs: 60_000, run }], log);
  for (let runs = 0; runs < 10; runs += 1) await loop.drain();
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  // That of the last run may still be woken.
  expect(waited.filter((one) => one.deref() !== undefined).length).toBeLessThan(3);
  await loop.close();
});

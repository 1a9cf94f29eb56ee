import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { newWorkPool, type Work, type WorkPoolOptions } from './work-pool.ts';
import { type SweepRun, UNTIL_DONE } from './sweep-run.ts';

const NOW = () => new Promise<void>((resolve) => setImmediate(resolve));
const SOON = { interval: 2 };

/** Rows that end when they are told to, and what was done with them. */
function newBench(options: Partial<WorkPoolOptions> = {}) {
  const due: string[] = [];
  const claims: number[] = [];
  const [begun, renewed, givenBack]: string[][] = [[], [], []];
  const ends = new Map<string, () => void>();
  const work: Work<string> = {
    claim: async (limit) => {
      claims.push(limit);
      return due.splice(0, limit);
    },
    act: (row) => {
      begun!.push(row);
      return new Promise<void>((resolve) => ends.set(row, resolve));
    },
    giveBack: async (rows) => void givenBack!.push(...rows),
    renew: async (rows) => void renewed!.push(...rows),
  };
  const pool = newWorkPool(work, { places: 2, lookMs: 60_000, ...options });
  const end = (row: string) => ends.get(row)!();
  return { due, claims, begun: begun!, renewed: renewed!, givenBack: givenBack!, work, pool, end };
}

function newSweepRun() {
  const [stopping, cut] = [new AbortController(), new AbortController()];
  let waker = Promise.withResolvers<void>();
  let isOver = false;
  const sweepRun: SweepRun = {
    isOver: () => isOver,
    woken: () => waker.promise,
    stopping: stopping.signal,
    cut: cut.signal,
  };
  const wake = () => {
    waker.resolve();
    waker = Promise.withResolvers();
  };
  const endSweepRun = () => {
    isOver = true;
    wake();
  };
  return { sweepRun, wake, endSweepRun, stop: () => stopping.abort(), cut: () => cut.abort() };
}

test('as many are under way as there are places, and the next takes the place that comes free', async () => {
  const { due, begun, pool, end } = newBench();
  due.push('a', 'b', 'c', 'd');
  const run = pool.run(UNTIL_DONE);
  await expect.poll(() => begun, SOON).toEqual(['a', 'b']);
  end('b');
  await expect.poll(() => begun, SOON).toEqual(['a', 'b', 'c']);
  end('c');
  end('a');
  await expect.poll(() => begun, SOON).toEqual(['a', 'b', 'c', 'd']);
  end('d');
  expect(await run).toBe(4);
});

test('a place that comes free while others are looked for is taken as well', async () => {
  const { due, begun, work, end } = newBench();
  const looking = Promise.withResolvers<void>();
  let looks = 0;
  const claim: typeof work.claim = async (limit) => {
    looks += 1;
    const rows = await work.claim(limit);
    if (looks === 2) await looking.promise;
    return rows;
  };
  const pool = newWorkPool({ ...work, claim }, { places: 2, lookMs: 60_000 });
  due.push('a', 'b', 'c', 'd');
  const run = pool.run(UNTIL_DONE);
  await expect.poll(() => begun, SOON).toEqual(['a', 'b']);
  end('a');
  await expect.poll(() => looks, SOON).toBe(2);
  end('b');
  await NOW();
  looking.resolve();
  await expect.poll(() => begun, SOON).toEqual(['a', 'b', 'c', 'd']);
  end('c');
  end('d');
  expect(await run).toBe(4);
});

test('one that takes long delays no other', async () => {
  const { due, begun, pool, end } = newBench();
  const rows = Array.from({ length: 20 }, (_, index) => `quick ${index}`);
  due.push('long', ...rows);
  const run = pool.run(UNTIL_DONE);
  for (const row of rows) {
    await expect.poll(() => begun.includes(row), SOON).toBe(true);
    end(row);
  }
  end('long');
  expect(await run).toBe(21);
});

test('what becomes due while something is under way is taken as soon as somebody says so', async () => {
  const { due, begun, pool, end } = newBench();
  const { sweepRun, wake } = newSweepRun();
  due.push('a');
  const run = pool.run(sweepRun);
  await expect.poll(() => begun, SOON).toEqual(['a']);
  due.push('b');
  wake();
  await expect.poll(() => begun, SOON).toEqual(['a', 'b']);
  end('a');
  end('b');
  expect(await run).toBe(2);
});

test('what becomes due unsaid is found by looking', async () => {
  const { due, begun, pool, end } = newBench({ lookMs: 5 });
  due.push('a');
  const run = pool.run(UNTIL_DONE);
  await expect.poll(() => begun, SOON).toEqual(['a']);
  due.push('b');
  await expect.poll(() => begun, SOON).toEqual(['a', 'b']);
  end('a');
  end('b');
  await run;
});

test('while nothing more is due, an end is no reason to look', async () => {
  const { due, claims, begun, pool, end } = newBench({ places: 3 });
  due.push('a', 'b');
  const run = pool.run(UNTIL_DONE);
  await expect.poll(() => begun, SOON).toEqual(['a', 'b']);
  end('a');
  await NOW();
  expect(claims).toEqual([3]);
  end('b');
  await run;
  expect(claims).toEqual([3, 3]);
});

test('what outlasts a run goes on in its place, and its end is counted by the next', async () => {
  const { due, begun, pool, end } = newBench();
  const first = newSweepRun();
  due.push('long');
  const run = pool.run(first.sweepRun);
  await expect.poll(() => begun, SOON).toEqual(['long']);
  first.endSweepRun();
  // Not nothing, or the sweep would rest with something under way.
  expect(await run).toBe(1);
  due.push('a', 'b');
  const second = pool.run(UNTIL_DONE);
  await expect.poll(() => begun, SOON).toEqual(['long', 'a']);
  for (const row of ['long', 'a']) end(row);
  await expect.poll(() => begun, SOON).toEqual(['long', 'a', 'b']);
  end('b');
  expect(await second).toBe(3);
});

test('a row that fails gives its place back like any other', async () => {
  const { due, work, pool } = newBench({ places: 1 });
  const failed: string[] = [];
  work.act = async (row) => {
    failed.push(row);
    throw new Error('a fault');
  };
  due.push('a', 'b');
  expect(await pool.run(UNTIL_DONE)).toBe(2);
  expect(failed).toEqual(['a', 'b']);
});

test('nothing due ends a run at once, and what cannot be asked for fails it', async () => {
  const { work, pool } = newBench();
  expect(await pool.run(UNTIL_DONE)).toBe(0);
  work.claim = () => Promise.reject(new Error('the database is away'));
  await expect(pool.run(UNTIL_DONE)).rejects.toThrow('the database is away');
});

test('what is under way for long is held anew', async () => {
  const { due, begun, renewed, pool, end } = newBench({ lookMs: 2, renewMs: 10 });
  due.push('long');
  const run = pool.run(UNTIL_DONE);
  await expect.poll(() => renewed.length, SOON).toBeGreaterThan(2);
  expect(begun).toEqual(['long']);
  end('long');
  await run;
});

describe('when the process stops', () => {
  async function beginTwo() {
    const bench = newBench();
    const stop = newSweepRun();
    bench.due.push('a', 'b', 'c');
    const run = bench.pool.run(stop.sweepRun);
    await expect.poll(() => bench.begun, SOON).toEqual(['a', 'b']);
    return { ...bench, ...stop, run };
  }

  test('what is under way ends, and nothing more is taken', async () => {
    const { run, stop, end, begun, givenBack } = await beginTwo();
    stop();
    end('a');
    end('b');
    expect(await run).toBe(2);
    expect([begun, givenBack]).toEqual([['a', 'b'], []]);
  });

  test('what does not end is given back', async () => {
    const { run, stop, cut, end, givenBack } = await beginTwo();
    stop();
    end('a');
    cut();
    await run;
    expect(givenBack).toEqual(['b']);
  });

  test('what a run left under way that failed is given back as well, once', async () => {
    const { run, stop, cut, end, work, pool, sweepRun, givenBack } = await beginTwo();
    work.claim = () => Promise.reject(new Error('the database is away'));
    end('a');
    await expect(run).rejects.toThrow('the database is away');
    stop();
    const ended = pool.end(sweepRun);
    cut();
    await ended;
    await pool.end(sweepRun);
    expect(givenBack).toEqual(['b']);
  });

  test('what was just taken is given back at once', async () => {
    const { due, begun, givenBack, pool, work } = newBench();
    const { sweepRun, stop } = newSweepRun();
    due.push('a');
    const { claim } = work;
    work.claim = async (limit) => {
      stop();
      return claim(limit);
    };
    expect(await pool.run(sweepRun)).toBe(0);
    expect([begun, givenBack]).toEqual([[], ['a']]);
  });
});

test('one that is always under way makes nothing pile up', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const { due, pool, end } = newBench();
  due.push('long');
  const lookOften = async (times: number) => {
    for (let run = 0; run < times / 1_000; run += 1) {
      let looks = 0;
      const isOver = () => (looks += 1) > 1_000;
      await pool.run({ ...UNTIL_DONE, isOver, woken: () => Promise.resolve() });
    }
    await NOW();
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = await lookOften(5_000);
  expect((await lookOften(50_000)) - before).toBeLessThan(3_000_000);
  end('long');
});

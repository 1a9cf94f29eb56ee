import type { SweepRun } from './sweep-run.ts';
import { within } from './within.ts';

/** Rows that are due, taken for a while so that no other worker takes them, and dealt with one by one. */
export interface Work<Row> {
  /** Takes up to `limit` rows that are due. */
  claim(limit: number): Promise<readonly Row[]>;
  /** Deals with one. A row that cannot be dealt with is its own affair: this does not reject. */
  act(row: Row, sweepRun: SweepRun): Promise<unknown>;
  /** Lets others take them at once. */
  giveBack(rows: readonly Row[]): Promise<unknown>;
  /** Takes them for another while, when they have been under way for `renewMs`. */
  renew?(rows: readonly Row[]): Promise<unknown>;
  /** Writes down what was left to be written together: before a run ends, and every so often. */
  flush?(): Promise<unknown>;
}

export interface WorkPoolOptions {
  /** How many rows are dealt with at once. */
  places: number;
  /** After how long it is looked for more when nothing was due and something is still under way. */
  lookMs?: number;
  renewMs?: number;
  flushMs?: number;
}

export interface WorkPool {
  /** One run of a sweep: takes a row for each place that is free and another for each that comes free, until nothing is
   *  due and nothing under way, or the run's time is over. What is under way then goes on, and holds its place and no other's.
   *  Returns how many ended, at least 1 while one has not. */
  run(sweepRun: SweepRun): Promise<number>;
  /** The process stops between two runs: what is under way all the same ends, or is given back. */
  end(sweepRun: SweepRun): Promise<void>;
}

const LOOK_MS = 1_000;
const RENEW_MS = 20_000;
const FLUSH_MS = 50;
// What was cut short has this long to be written down.
const WRITTEN_WITHIN_MS = 1_000;

/** Deals with what is due at so many places at once: one that takes long delays no other. */
export function newWorkPool<Row>(work: Work<Row>, options: WorkPoolOptions): WorkPool {
  const { places, lookMs = LOOK_MS, renewMs = RENEW_MS, flushMs = FLUSH_MS } = options;
  const underWay = newUnderWay(work);

  /** Tells whether more may be due than there are places. */
  async function takeMore(sweepRun: SweepRun): Promise<boolean> {
    const free = places - underWay.size();
    if (free === 0) return true;
    const rows = await work.claim(free);
    if (sweepRun.stopping.aborted) await work.giveBack(rows);
    else for (const row of rows) underWay.begin(row, sweepRun);
    return rows.length === free;
  }

  let flushedMs = performance.now();
  async function flushNow(afterMs: number): Promise<void> {
    if (performance.now() - flushedMs < afterMs) return;
    flushedMs = performance.now();
    await work.flush?.();
  }

  async function workUntilOver(sweepRun: SweepRun, stopped: Promise<void>): Promise<void> {
    while (!sweepRun.stopping.aborted && !sweepRun.isOver()) {
      // Asked for before it is looked: who says so meanwhile is heard, and so is whatever ends.
      const woken = sweepRun.woken();
      const oneEnded = underWay.oneEnded();
      const isMoreDue = await takeMore(sweepRun);
      await underWay.renew(renewMs);
      await flushNow(flushMs);
      if (underWay.size() === 0 && !isMoreDue) return;
      if (underWay.size() === 0) continue;
      const ended = isMoreDue ? oneEnded : underWay.allEnded();
      await within(lookMs, Promise.race([woken, stopped, ended]));
    }
  }

  return {
    end: async (sweepRun) => {
      await underWay.end(sweepRun.cut);
      await flushNow(0);
    },
    run: async (sweepRun) => {
      underWay.countAnew();
      const over = new AbortController();
      try {
        await workUntilOver(sweepRun, onceAborted(sweepRun.stopping, over.signal));
      } finally {
        over.abort();
        if (sweepRun.stopping.aborted) await underWay.end(sweepRun.cut);
        await flushNow(0);
      }
      return Math.max(underWay.endedCount(), Math.min(underWay.size(), 1));
    },
  };
}

interface UnderWay {
  ended: Promise<void>;
  sinceMs: number;
}

/** The rows that are being dealt with. */
function newUnderWay<Row>(work: Work<Row>) {
  const rows = new Map<Row, UnderWay>();
  let endedCount = 0;
  let hasEnded = false;
  let oneEnded = Promise.withResolvers<void>();
  let allEnded = Promise.withResolvers<void>();

  function end(row: Row): void {
    rows.delete(row);
    endedCount += 1;
    oneEnded.resolve();
    oneEnded = Promise.withResolvers();
    if (rows.size === 0) allEnded.resolve();
  }

  return {
    size: () => rows.size,
    oneEnded: () => oneEnded.promise,
    // A promise of its own for each wait: one that is waited for again and again keeps every wait until it is kept itself.
    allEnded: () => (allEnded = Promise.withResolvers()).promise,
    endedCount: () => endedCount,
    countAnew: () => void (endedCount = 0),
    begin: (row: Row, sweepRun: SweepRun) => {
      const over = () => end(row);
      rows.set(row, { ended: work.act(row, sweepRun).then(over, over), sinceMs: performance.now() });
    },
    renew: async (afterMs: number) => {
      const nowMs = performance.now();
      const long = [...rows].filter(([, { sinceMs }]) => nowMs - sinceMs >= afterMs);
      for (const [, entry] of long) entry.sinceMs = nowMs;
      if (long.length > 0) await work.renew?.(long.map(([row]) => row));
    },
    /** The process stops: what is under way ends, or is given back with its end unknown. Once. */
    end: async (cut: AbortSignal) => {
      if (hasEnded) return;
      hasEnded = true;
      const left = [...rows];
      const ended = Promise.all(left.map(([, entry]) => entry.ended));
      const over = new AbortController();
      await Promise.race([ended, onceAborted(cut, over.signal)]);
      over.abort();
      if (!cut.aborted) return;
      await within(WRITTEN_WITHIN_MS, ended);
      await work.giveBack(left.map(([row]) => row));
    },
  };
}

function onceAborted(signal: AbortSignal, over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true, signal: over });
  });
}

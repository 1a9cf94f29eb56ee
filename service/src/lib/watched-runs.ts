import type { Logger } from 'pino';

// So many runs that never ended are lost before no other is begun: each may hold a connection or a lock.
const ABANDONED_MAX = 3;

export type RunEnd = 'done' | 'failed' | 'overran';

/** How the runs of one piece of recurring work go. */
export interface RunFigures {
  name: string;
  /** How long ago a run should have ended well; 0 while all is in time. */
  lateSeconds: number;
  /** Runs that were given up on and have not ended yet. */
  abandoned: number;
  /** No run has ended for so long that none is to be expected. */
  isStuck: boolean;
}

interface WatchedRuns {
  /** Runs `work`, and waits for it no longer than the limit: then throws, and leaves it to itself. */
  run<T>(work: () => Promise<T>): Promise<T>;
  figures(): RunFigures;
}

export interface WatchOptions {
  name: string;
  everyMs: number;
  limitMs: number;
  log: Logger;
  /** Told how each run ended, for figures. */
  onEnd?: ((name: string, end: RunEnd) => void) | undefined;
}

/** Watches the runs of work that recurs: one that never ends is told of, counted, and stands in nobody's way. */
export function watchRuns({ name, everyMs, limitMs, log, onEnd }: WatchOptions): WatchedRuns {
  let abandoned = 0;
  let [doneMs, endedMs] = [performance.now(), performance.now()];

  function note(end: RunEnd): void {
    if (end !== 'overran') endedMs = performance.now();
    if (end === 'done') doneMs = endedMs;
    onEnd?.(name, end);
  }

  async function settle<T>(running: Promise<T>): Promise<T> {
    try {
      const result = await running;
      note('done');
      return result;
    } catch (error) {
      note('failed');
      throw error;
    }
  }

  function abandon(ended: Promise<unknown>, startedMs: number): Error {
    abandoned += 1;
    note('overran');
    log.error({ event: 'run.overran', sweep: name, limit_ms: limitMs, abandoned }, 'a run does not end');
    const back = () => {
      abandoned -= 1;
      const ms = Math.round(performance.now() - startedMs);
      log.warn({ event: 'run.came_back', sweep: name, ms }, 'a run that was given up has ended');
    };
    ended.then(back, back);
    return new Error(`${name} did not end within ${limitMs} ms`);
  }

  return {
    run: async (work) => {
      if (abandoned >= ABANDONED_MAX) throw new Error(`${abandoned} runs of ${name} have not ended`);
      const startedMs = performance.now();
      const ended = settle(work());
      const late = Promise.withResolvers<never>();
      const timer = setTimeout(() => late.reject(abandon(ended, startedMs)), limitMs);
      return Promise.race([ended, late.promise]).finally(() => clearTimeout(timer));
    },
    figures: () => {
      const now = performance.now();
      const lateSeconds = Math.max(0, now - doneMs - everyMs) / 1000;
      return { name, lateSeconds, abandoned, isStuck: now - endedMs > everyMs + 2 * limitMs };
    },
  };
}

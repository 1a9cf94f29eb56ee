import type { Logger } from 'pino';
import { type RunFigures, watchRuns, type WatchOptions } from '../../lib/watched-runs.ts';

const LIMIT_MS = 60_000;

export interface Repeating {
  stop(): void;
  /** Runs earlier than planned, in so many milliseconds. */
  sooner(inMs: number): void;
  figures(): RunFigures;
}

/** Runs `work` again and again, `everyMs` after it has ended. An error is logged and does not end it, nor does a run that
 *  never ends. */
export function repeat(
  options: { everyMs: number; name: string; log: Logger } & Pick<WatchOptions, 'onEnd'>,
  work: () => Promise<void>,
): Repeating {
  const watched = watchRuns({ ...options, limitMs: LIMIT_MS });
  let timer: NodeJS.Timeout | null = null;
  let dueAt = Infinity;
  let isStopped = false;

  function plan(inMs: number): void {
    if (isStopped) return;
    if (timer) clearTimeout(timer);
    dueAt = performance.now() + inMs;
    timer = setTimeout(() => void run(), inMs);
  }

  async function run(): Promise<void> {
    timer = null;
    dueAt = Infinity;
    try {
      await watched.run(work);
    } catch (error) {
      // Who stopped it has closed what it works with.
      if (isStopped) return;
      options.log.error({ event: 'sweep.failed', sweep: options.name, err: error }, 'sweep failed');
    }
    if (dueAt === Infinity) plan(options.everyMs);
  }

  plan(options.everyMs);
  return {
    stop: () => {
      isStopped = true;
      if (timer) clearTimeout(timer);
    },
    sooner: (inMs) => {
      if (performance.now() + inMs < dueAt) plan(inMs);
    },
    figures: () => watched.figures(),
  };
}

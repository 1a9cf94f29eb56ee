import type { Logger } from 'pino';

/** Something that becomes due by itself. `run` takes a bounded batch and tells how much it took; 0 means nothing was
 *  due. */
export interface Sweep {
  readonly name: string;
  readonly everyMs: number;
  run(): Promise<number>;
}

export interface Loop {
  /** Runs the named sweep soon instead of at its next turn. */
  wake(name: string): void;
  /** Runs every sweep until none has anything due, and tells how much each took. */
  drain(): Promise<Record<string, number>>;
  close(): Promise<void>;
}

const DRAIN_ROUNDS_MAX = 1_000;

/** Runs each sweep on a beat of its own, one run of a sweep at a time. A sweep that fails is logged and tried again
 *  at its next turn. */
export function startLoop(sweeps: readonly Sweep[], log: Logger): Loop {
  const beats = sweeps.map((sweep) => startBeat(sweep, log));
  return {
    wake: (name) => beats.find((beat) => beat.name === name)?.wake(),
    drain: () => drainAll(beats),
    close: async () => {
      await Promise.all(beats.map((beat) => beat.close()));
    },
  };
}

interface Beat {
  readonly name: string;
  wake(): void;
  /** Runs after the run under way, if there is one, and tells what both took. */
  run(): Promise<number>;
  close(): Promise<void>;
}

function startBeat(sweep: Sweep, log: Logger): Beat {
  // Who asks for a run waits for the one under way: what that one holds is not due, and not done either. What it took
  // may have given other sweeps something to do, so it counts for a drain as well.
  let underWay: Promise<number> = Promise.resolve(0);
  const runAlone = () => {
    const before = underWay;
    const started = before.then(() => sweep.run());
    const ended = started.catch(() => 0);
    underWay = ended;
    void ended.then(() => {
      if (underWay === ended) underWay = Promise.resolve(0);
    });
    return { started, before };
  };
  let closed = false;
  let woken = false;
  let resume: (() => void) | null = null;
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, sweep.everyMs);
      resume = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const run = async () => {
    while (!closed) {
      woken = false;
      const taken = await runAlone().started.catch((error: unknown) => {
        log.error({ event: 'sweep.failed', sweep: sweep.name, err: error }, 'sweep failed');
        return 0;
      });
      if (taken === 0 && !woken && !closed) await pause();
      resume = null;
    }
  };
  const finished = run();
  return {
    name: sweep.name,
    run: async () => {
      const { started, before } = runAlone();
      return (await started) + (await before);
    },
    wake: () => {
      woken = true;
      resume?.();
    },
    close: async () => {
      closed = true;
      resume?.();
      await finished;
    },
  };
}

async function drainAll(beats: readonly Beat[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = Object.fromEntries(beats.map((beat) => [beat.name, 0]));
  for (let round = 0; round < DRAIN_ROUNDS_MAX; round += 1) {
    let taken = 0;
    for (const beat of beats) {
      const count = await beat.run();
      counts[beat.name] = counts[beat.name]! + count;
      taken += count;
    }
    if (taken === 0) break;
  }
  return counts;
}

import type { Logger } from 'pino';
import type { SweepRun } from '../lib/sweep-run.ts';
import { type RunEnd, type RunFigures, watchRuns } from '../lib/watched-runs.ts';
import { within } from '../lib/within.ts';

/** Something that becomes due by itself. `run` takes a bounded batch and tells how much it took; 0 means nothing was
 *  due. */
export interface Sweep {
  readonly name: string;
  readonly everyMs: number;
  /** After how long a run is given up and another one begun; a minute when left out. */
  readonly limitMs?: number;
  /** What a run takes when there is more to do. One that took less rests until its next run; when left out, one that took
   *  nothing does. */
  readonly fullBatch?: number;
  run(sweepRun: SweepRun): Promise<number>;
  /** Ends what runs have left under way, when the process stops. */
  end?(sweepRun: SweepRun): Promise<void>;
}

export interface Loop {
  /** Runs the named sweep soon instead of at its next beat. */
  wake(name: string): void;
  /** Runs every sweep until none has anything due, and tells how much each took. */
  drain(): Promise<Record<string, number>>;
  /** How the runs of each sweep go. */
  figures(): RunFigures[];
  /** Begins nothing more, gives back what was not begun, waits up to `graceMs` (5 s) for what is under way, then has it
   *  given back as well. Always ends. */
  close(options?: { graceMs?: number }): Promise<void>;
}

interface LoopOptions {
  /** Told how each run ended, for figures. */
  onEnd?: (name: string, end: RunEnd) => void;
  /** Ends whatever the sweeps ask of others, and with it what they wait for. */
  cut?: AbortSignal;
  /** Fixed in service; tests scale it down. */
  retryMs?: number;
}

const DRAIN_ROUNDS_MAX = 1_000;
const LIMIT_MS = 60_000;
// A batch behind a provider that hangs: no row is begun after this, well before its hold lapses.
const RUN_MS = 30_000;
// What failed because the database did is not to wait for an hour once that is back.
const RETRY_MS = 5_000;
const GRACE_MS = 5_000;
// What was cut short is written down and the rest given back.
const GIVEN_BACK_WITHIN_MS = 2_000;

/** Runs each sweep on a beat of its own, one run of a sweep at a time. A sweep that fails is logged and tried again
 *  after 5 s, or at its next beat where that is sooner; a run that does not end is given up, and the next begun at its beat. */
export function startLoop(sweeps: readonly Sweep[], log: Logger, options: LoopOptions = {}): Loop {
  const stopping = new AbortController();
  const late = new AbortController();
  // One signal for both: an answer that was cut is seen as cut by whoever waited for it.
  const cut = options.cut ? AbortSignal.any([late.signal, options.cut]) : late.signal;
  const newSweepRun = (woken: SweepRun['woken']): SweepRun => {
    const startedMs = performance.now();
    const isOver = () => performance.now() - startedMs > RUN_MS;
    return { isOver, woken, stopping: stopping.signal, cut };
  };
  const { onEnd, retryMs = RETRY_MS } = options;
  const beats = sweeps.map((sweep) => startBeat(sweep, { log, newSweepRun, onEnd, retryMs }));
  return {
    wake: (name) => beats.find((beat) => beat.name === name)?.wake(),
    drain: () => drainAll(beats),
    figures: () => beats.map((beat) => beat.figures()),
    close: async ({ graceMs = GRACE_MS } = {}) => {
      const ended = Promise.all(beats.map((beat) => beat.close()));
      stopping.abort();
      await within(graceMs, ended);
      late.abort();
      await within(GIVEN_BACK_WITHIN_MS, ended);
    },
  };
}

interface Beat {
  readonly name: string;
  wake(): void;
  /** Runs after the run under way, if there is one, and tells what both took. */
  run(): Promise<number>;
  figures(): RunFigures;
  close(): Promise<void>;
}

interface BeatOptions {
  onEnd: LoopOptions['onEnd'];
  log: Logger;
  newSweepRun: (woken: SweepRun['woken']) => SweepRun;
  retryMs: number;
}

function startBeat(sweep: Sweep, { log, newSweepRun, onEnd, retryMs }: BeatOptions): Beat {
  const { name, everyMs, limitMs = LIMIT_MS, fullBatch = 1 } = sweep;
  const watched = watchRuns({ name, everyMs, limitMs, log, onEnd });
  let closed = false;
  const pause = newPause();
  let wakeRun = Promise.withResolvers<void>();
  // A promise of its own for each wait: what nobody wakes would keep every wait there ever was.
  const sweepRun = () => newSweepRun(() => (wakeRun = Promise.withResolvers<void>()).promise);
  const runAlone = inTurn(async () => (closed ? 0 : watched.run(() => sweep.run(sweepRun()))));
  const run = async () => {
    while (!closed) {
      pause.begin();
      let restMs = everyMs;
      const taken = await runAlone().started.catch((error: unknown) => {
        log.error({ event: 'sweep.failed', sweep: name, err: error }, 'sweep failed');
        // One that did not end may hold what the next would wait for.
        if (watched.figures().abandoned === 0) restMs = Math.min(everyMs, retryMs);
        return 0;
      });
      if (taken < fullBatch && !closed) await pause.rest(restMs);
    }
  };
  const finished = run();
  return {
    name,
    figures: () => watched.figures(),
    run: async () => {
      const { started, before } = runAlone();
      return (await started) + (await before);
    },
    wake: () => {
      pause.cutShort();
      wakeRun.resolve();
    },
    close: async () => {
      closed = true;
      pause.cutShort();
      await finished;
      await sweep.end?.(sweepRun()).catch((error: unknown) => {
        log.error({ event: 'sweep.failed', sweep: name, err: error }, 'sweep could not be ended');
      });
    },
  };
}

// Who asks for a run waits for the one under way: what that one holds is not due, and not done either. What it took may
// have given other sweeps something to do, so it counts for a drain as well.
function inTurn(run: () => Promise<number>): () => { started: Promise<number>; before: Promise<number> } {
  let underWay: Promise<number> = Promise.resolve(0);
  return () => {
    const before = underWay;
    const started = before.then(run);
    const ended = started.catch(() => 0);
    underWay = ended;
    void ended.then(() => {
      if (underWay === ended) underWay = Promise.resolve(0);
    });
    return { started, before };
  };
}

// A rest until the next run. Being woken before it has begun is not lost.
function newPause(): { begin(): void; rest(ms: number): Promise<void>; cutShort(): void } {
  let isWoken = false;
  let resume: (() => void) | null = null;
  return {
    begin: () => {
      isWoken = false;
    },
    rest: async (ms) => {
      if (isWoken) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      resume = resolve;
      await within(ms, promise);
      resume = null;
    },
    cutShort: () => {
      isWoken = true;
      resume?.();
    },
  };
}

async function drainAll(beats: readonly Beat[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = Object.fromEntries(beats.map((beat) => [beat.name, 0]));
  // What one takes may give any other something to do: all must have had nothing since.
  let idle = 0;
  for (let turn = 0; turn < DRAIN_ROUNDS_MAX * beats.length && idle < beats.length; turn += 1) {
    const beat = beats[turn % beats.length]!;
    const count = await beat.run();
    counts[beat.name] = counts[beat.name]! + count;
    idle = count === 0 ? idle + 1 : 0;
  }
  return counts;
}

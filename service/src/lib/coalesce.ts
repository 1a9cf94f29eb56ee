import { AsyncResource } from 'node:async_hooks';

const BATCH_MAX = 500;
const LANES_KEPT = 1_000;
// So many turns of the loop may bring more to a batch before it is asked: each takes as long as what it brings.
const TURNS_MAX = 8;

interface CoalesceOptions {
  /** How many batches may be under way at once; a slow one then holds up only its own. */
  lanes?: number;
  /** How many calls a batch has at most: fewer than 500 where each may bring much. */
  most?: number;
}

interface Waiting<I, O> {
  item: I;
  resolve: (answer: O) => void;
  reject: (error: unknown) => void;
  /** Of the first of a batch: runs on its behalf. */
  asker: AsyncResource | null;
}

/** Turns many small calls into few statements without making any of them wait on a timer: a call runs at once while a
 *  lane is free, together with all that its turn of the loop brings, and the next few as long as each brings more. What arrives
 *  while all lanes are taken goes together in the next. A call is answered by a batch that began after it was made. `run`
 *  answers in the order it was asked. */
export function coalesce<I, O>(
  run: (items: readonly I[]) => Promise<readonly O[]>,
  options: CoalesceOptions = {},
): (item: I) => Promise<O> {
  const { lanes = 1, most = BATCH_MAX } = options;
  const waiting: Waiting<I, O>[] = [];
  let running = 0;

  // What other sockets bring in this turn of the loop shares the statement, and in the next ones for as long as each brings
  // more: fewer statements, each of more calls.
  function drainQueue(turns = TURNS_MAX): void {
    const had = waiting.length;
    setImmediate(() => {
      if (waiting.length > had && waiting.length < most && turns > 1) drainQueue(turns - 1);
      else void answerBatch();
    });
  }

  // One batch at a time and not a loop: what such a one waits for keeps what it waited for before from the quick collections.
  async function answerBatch(): Promise<void> {
    const batch = waiting.splice(0, most);
    if (batch.length === 0) {
      running -= 1;
      return;
    }
    try {
      // On behalf of the first of them, and not of whoever asked first since the queue was last empty.
      const ask = () => run(batch.map(({ item }) => item));
      const answers = await (batch[0]!.asker?.runInAsyncScope(ask) ?? ask());
      batch.forEach(({ resolve }, index) => resolve(answers[index]!));
    } catch (error) {
      batch.forEach(({ reject }) => reject(error));
    }
    drainQueue();
  }

  return (item) =>
    new Promise((resolve, reject) => {
      // Not a snapshot: a kilobyte of each stays until a full collection.
      const asker = waiting.length % most === 0 ? new AsyncResource('batch') : null;
      waiting.push({ item, resolve, reject, asker });
      if (running >= lanes) return;
      running += 1;
      drainQueue();
    });
}

/** The same for calls that one statement can answer together only when they are alike: each kind has lanes of its own, one
 *  unless told otherwise, so that calls of one kind never wait for each other's row in the database and another kind never
 *  waits at all. */
export function coalesceAlike<I, O>(
  alike: (item: I) => string,
  run: (items: readonly I[]) => Promise<readonly O[]>,
  options: CoalesceOptions = {},
): (item: I) => Promise<O> {
  const lanes = new Map<string, Lane<I, O>>();
  let forgetAt = LANES_KEPT;
  return async (item) => {
    const kind = alike(item);
    const lane = lanes.get(kind) ?? { calls: 0, add: coalesce(run, options) };
    lanes.set(kind, lane);
    lane.calls += 1;
    try {
      return await lane.add(item);
    } finally {
      lane.calls -= 1;
      if (lanes.size >= forgetAt) forgetAt = Math.max(LANES_KEPT, 2 * forgetIdle(lanes));
    }
  };
}

interface Lane<I, O> {
  calls: number;
  add: (item: I) => Promise<O>;
}

// Not each as it becomes idle: a map whose last entry comes and goes is made anew each time, and each old one keeps the next
// from the quick collections. Returns how many are left.
function forgetIdle(lanes: Map<string, Lane<never, unknown>>): number {
  for (const [kind, { calls }] of lanes) if (calls === 0) lanes.delete(kind);
  return lanes.size;
}

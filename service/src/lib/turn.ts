import { within } from './within.ts';

/** One run of a sweep, as the sweep sees it. */
export interface Turn {
  /** Whether its time is up: nothing more is begun. */
  isOver(): boolean;
  /** Aborted when the process stops: what is under way ends, and nothing more is begun. */
  readonly stopping: AbortSignal;
  /** Aborted when what is under way is not waited for any longer either. */
  readonly cut: AbortSignal;
}

const NEVER = new AbortController().signal;

/** For what is asked for by a person, who waits for its end. */
export const UNTIL_DONE: Turn = { isOver: () => false, stopping: NEVER, cut: NEVER };

// What was cut short has this long to be written down.
const WRITTEN_WITHIN_MS = 1_000;

interface Work<Row> {
  act(row: Row): Promise<unknown>;
  giveBack(rows: readonly Row[]): Promise<unknown>;
}

/** Deals with claimed rows one after the other and gives back, for others to take at once, those that the turn had no
 *  time for: the ones not begun, and one whose end the process cannot wait for. Returns how many were dealt with. */
export async function workThrough<Row>(turn: Turn, rows: readonly Row[], work: Work<Row>): Promise<number> {
  const left = new Set(rows);
  const giving: Promise<unknown>[] = [];
  const giveBackLeft = () => {
    if (left.size > 0) giving.push(work.giveBack([...left]));
    left.clear();
  };
  // Nobody waits for a failure of it before the row under way has ended.
  const onStop = () => {
    giveBackLeft();
    giving.at(-1)?.catch(() => undefined);
  };
  turn.stopping.addEventListener('abort', onStop, { once: true });
  let dealtWith = 0;
  try {
    for (const row of rows) {
      if (turn.isOver() || turn.stopping.aborted) break;
      left.delete(row);
      await endOrCut(turn.cut, work.act(row));
      if (turn.cut.aborted) left.add(row);
      else dealtWith += 1;
    }
  } finally {
    turn.stopping.removeEventListener('abort', onStop);
    giveBackLeft();
    await Promise.all(giving);
  }
  return dealtWith;
}

async function endOrCut(cut: AbortSignal, acting: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const onCut = () =>
    void within(
      WRITTEN_WITHIN_MS,
      acting.catch(() => undefined),
    ).then(resolve);
  if (cut.aborted) onCut();
  else cut.addEventListener('abort', onCut, { once: true });
  try {
    await Promise.race([acting, promise]);
  } finally {
    cut.removeEventListener('abort', onCut);
  }
}

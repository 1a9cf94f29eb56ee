import { within } from './within.ts';

/** One run of a sweep, as the sweep sees it. */
export interface Turn {
  /** Whether to begin nothing more: its time is up, or the process is stopping. */
  isOver(): boolean;
  /** Aborted when what is under way is not waited for any longer, since the process ends. */
  readonly cut: AbortSignal;
}

/** For what is asked for by a person, who waits for its end. */
export const UNTIL_DONE: Turn = { isOver: () => false, cut: new AbortController().signal };

// What was cut short has this long to be written down.
const WRITTEN_WITHIN_MS = 1_000;

/** Deals with claimed rows one after the other and gives back, for others to take at once, those that the turn had no
 *  time for: the ones not begun, and one whose end the process cannot wait for. Returns how many were dealt with. */
export async function workThrough<Row>(
  turn: Turn,
  rows: readonly Row[],
  work: { act(row: Row): Promise<unknown>; giveBack(rows: readonly Row[]): Promise<unknown> },
): Promise<number> {
  const left = new Set(rows);
  try {
    for (const row of rows) {
      if (turn.isOver()) break;
      left.delete(row);
      await endOrCut(turn.cut, work.act(row));
      if (turn.cut.aborted) left.add(row);
    }
  } finally {
    if (left.size > 0) await work.giveBack([...left]);
  }
  return rows.length - left.size;
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

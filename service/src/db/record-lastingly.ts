import { setTimeout as pause } from 'node:timers/promises';
import { beginWait, currentCaller, endWait, patienceOf } from '../../../postgres/caller.ts';
import { DatabaseUnavailable, isUnavailable } from '../../../postgres/failures.ts';
import { onBehalfOfNobody } from './callers.ts';
import { keepAsOverdue, RECORDING_MS } from './overdue.ts';
import { type Db, inTransaction, inTransactionIf, type Tx } from './tx.ts';

interface Limits {
  /** How long it is tried. Less than what is under way may stay unrecorded before a sweep takes it for abandoned. */
  tried: number;
  /** How long the caller waits for it. */
  waited: number;
  pause: number;
}

const LIMITS: Limits = { tried: RECORDING_MS, waited: 2_000, pause: 150 };

/** Commits what has happened outside already and, unrecorded, would be found out only by asking there again. While the
 *  database fails it is tried again; a caller who has waited long enough is told that it failed, and it is tried
 *  without the caller. So `work` may run again after it was committed, when nobody could tell whether it was. */
export function recordLastingly<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  limits: Limits = LIMITS,
): Promise<T> {
  return recordAwaited(db, [], work, limits);
}

/** The same for what others wait for, by these ids. */
export async function recordAwaited<T>(
  db: Db,
  ids: readonly string[],
  work: (tx: Tx) => Promise<T>,
  limits: Limits = LIMITS,
): Promise<T> {
  const caller = currentCaller();
  const recorded = onBehalfOfNobody(() => insist(db, work, limits));
  recorded.catch(() => undefined);
  const over = new AbortController();
  const waitedMs = Math.max(0, patienceOf(caller, limits.waited));
  // It is tried on behalf of nobody: what the caller waits for it would be waited once more for what is asked behind it.
  beginWait(caller);
  try {
    return await Promise.race([recorded, refuseAfter(waitedMs, over.signal)]);
  } catch (error) {
    if (ids.length > 0 && isUnavailable(error)) keepAsOverdue(db, ids, recorded);
    throw error;
  } finally {
    endWait(caller);
    over.abort();
  }
}

async function insist<T>(db: Db, work: (tx: Tx) => Promise<T>, limits: Limits): Promise<T> {
  const until = performance.now() + limits.tried;
  for (;;) {
    try {
      return await inTransaction(db, work);
    } catch (error) {
      if (!isUnavailable(error) || performance.now() > until) throw error;
      // Nobody may be waiting any more, and a process that has nothing else to do ends.
      await pause(limits.pause, undefined, { ref: false });
    }
  }
}

async function refuseAfter(ms: number, signal: AbortSignal): Promise<never> {
  await pause(ms, undefined, { signal });
  throw new DatabaseUnavailable(`not recorded within ${Math.round(ms)} ms`);
}

/** Commits `work` where what it decided stands. When nobody can tell whether it was committed, `inDoubt` is begun with what it
 *  decided, on behalf of nobody, and the failure is the caller's to hear. */
export async function commitOrDoubt<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  of: { stands: (decided: T) => boolean; inDoubt: (decided: T) => Promise<unknown> },
): Promise<T> {
  let decided: { value: T } | null = null;
  const decide = async (tx: Tx) => {
    decided = null;
    const value = await work(tx);
    decided = { value };
    return value;
  };
  try {
    return await inTransactionIf(db, decide, of.stands);
  } catch (error) {
    // Read anew: the compiler does not see what the transaction has written.
    const last = decided as { value: T } | null;
    if (last !== null && isUnavailable(error)) {
      onBehalfOfNobody(() => of.inDoubt(last.value)).catch(() => undefined);
    }
    throw error;
  }
}

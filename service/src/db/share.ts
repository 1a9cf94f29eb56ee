import { beginWait, currentCaller, endWait, patienceOf } from '../../../postgres/caller.ts';
import { DatabaseUnavailable } from '../../../postgres/failures.ts';
import { onBehalfOfNobody } from './callers.ts';

// One timer looks after all who wait: a timer for each would cost more than what they wait for.
const LOOK_EVERY_MS = 50;
// Whoever comes while a statement is under way waits for it and for the next. Where neither finds a connection that would
// be as long as two waits for one.
const SHARED_MS = 3_000;

interface Waiting {
  untilMs: number;
  giveUp(): void;
}

// Not a set: each table that one has outgrown points to the next, and the first that grew old takes all that come after it,
// and whoever they held, out of reach of the quick collections.
const waiting: Waiting[] = [];
let timer: NodeJS.Timeout | null = null;

/** Asks the database on behalf of several callers at once: none of them being out of patience ends it for the others. */
export function forMany<T>(work: () => Promise<T>): Promise<T> {
  return onBehalfOfNobody(work);
}

/** Waits for what is asked on behalf of many, no longer than the caller at hand does, and three seconds at most. Rejects
 *  with DatabaseUnavailable. */
export function asOneOfMany<T>(shared: Promise<T>): Promise<T> {
  const caller = currentCaller();
  if (!caller || caller.leftMs === Infinity) return shared;
  const untilMs = performance.now() + patienceOf(caller, SHARED_MS);
  beginWait(caller);
  return new Promise<T>((resolve, reject) => {
    const one: Waiting = {
      untilMs,
      giveUp: () => {
        end();
        reject(new DatabaseUnavailable('no answer for many while the caller waited'));
      },
    };
    const end = (): void => {
      const at = waiting.indexOf(one);
      if (at === -1) return;
      waiting.splice(at, 1);
      endWait(caller);
    };
    waiting.push(one);
    timer ??= setTimeout(look, LOOK_EVERY_MS).unref();
    shared.then(end, end);
    shared.then(resolve, reject);
  });
}

function look(): void {
  const now = performance.now();
  for (const one of waiting.filter(({ untilMs }) => untilMs <= now)) one.giveUp();
  timer = waiting.length > 0 ? setTimeout(look, LOOK_EVERY_MS).unref() : null;
}

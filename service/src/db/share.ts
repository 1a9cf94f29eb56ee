import { asCaller, currentCaller, patienceOf, spendPatience } from '../../../postgres/caller.ts';
import { DatabaseUnavailable } from '../../../postgres/failures.ts';

const NO_LANE = 'shared';

/** Asks the database on behalf of several callers at once: none of them being out of patience ends it for the others. */
export function forMany<T>(work: () => Promise<T>): Promise<T> {
  return asCaller({ lane: currentCaller()?.lane ?? NO_LANE, leftMs: Infinity }, work);
}

/** Waits for what is asked on behalf of many, no longer than the caller at hand does. */
export async function asOneOfMany<T>(shared: Promise<T>): Promise<T> {
  const caller = currentCaller();
  if (!caller || caller.leftMs === Infinity) return shared;
  const began = performance.now();
  const ms = Math.max(0, patienceOf(caller, caller.leftMs));
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new DatabaseUnavailable(`no answer for many within ${Math.round(ms)} ms`));
  }, ms);
  try {
    return await Promise.race([shared, promise]);
  } finally {
    clearTimeout(timer);
    spendPatience(caller, began);
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import { sqlState } from './tx.ts';

/** How often something that needs a lock on a table in use is tried, and how long is waited in between. */
export interface LockRetries {
  tries: number;
  /** After the first try; doubled each time, up to `pauseMaxMs`. */
  pauseMs: number;
  pauseMaxMs: number;
}

/** How long a change of a table may be in its callers' way at a time: half of what they wait for a lock, so that none of
 *  them gives up before the change does. */
export const IN_THE_WAY_MS = 1_000;

// A lock that was not given in time, work that was not done in time, and a deadlock.
const IN_THE_WAY = new Set(['55P03', '57014', '40P01']);

/** Does `work` again as long as it fails by waiting for others, with pauses in which they go first. What it failed by
 *  last where they never let it through; any other failure is thrown. */
export async function retryOnLock<T>(
  retries: LockRetries,
  work: () => Promise<T>,
): Promise<{ result: T } | { given_up: unknown }> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { result: await work() };
    } catch (error) {
      if (!IN_THE_WAY.has(sqlState(error) ?? '')) throw error;
      if (attempt >= retries.tries) return { given_up: error };
      await pause(Math.min(retries.pauseMs * 2 ** (attempt - 1), retries.pauseMaxMs));
    }
  }
}

import type { Kysely, Transaction } from 'kysely';
import { isConnectionLost } from './failures.ts';

const ATTEMPTS_MAX = 3;
const RETRYABLE = new Set<unknown>(['40001', '40P01']);

/** Runs `work` in one transaction and commits it. Serialization failures and deadlocks are tried again, so `work`
 *  must have no effect outside the database; so is a beginning that met a connection which had ended meanwhile. */
export async function inTransaction<Tables, T>(
  db: Kysely<Tables>,
  work: (tx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    let hasBegun = false;
    try {
      return await db.transaction().execute((tx) => {
        hasBegun = true;
        return work(tx);
      });
    } catch (error) {
      const mayRepeat = isRetryable(error) || (!hasBegun && isConnectionLost(error));
      if (attempt >= ATTEMPTS_MAX || !mayRepeat) throw error;
    }
  }
}

function isRetryable(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && RETRYABLE.has(error.code);
}

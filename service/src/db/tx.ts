import type { Kysely, Transaction } from 'kysely';
import { isConnectionLost } from '../../../postgres/failures.ts';
import { whileTransactionHeld } from '../lib/transaction-guard.ts';
import type { Tables } from './tables.ts';

/** Reads, and single statements that stand alone. */
export type Db = Kysely<Tables>;
/** An open transaction. Distinct from Db: a function that must be atomic with its caller cannot be called without. */
export type Tx = Transaction<Tables>;

const ATTEMPTS_MAX = 3;
const RETRYABLE = new Set(['40001', '40P01']);

/** Runs `work` in one transaction and commits it. Serialization failures and deadlocks are tried again, so `work`
 *  must have no effect outside the database; so is a beginning that met a connection which had ended meanwhile. */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    let hasBegun = false;
    try {
      return await db.transaction().execute((tx) => {
        hasBegun = true;
        return whileTransactionHeld(() => work(tx));
      });
    } catch (error) {
      const mayRepeat = RETRYABLE.has(sqlState(error) ?? '') || (!hasBegun && isConnectionLost(error));
      if (attempt >= ATTEMPTS_MAX || !mayRepeat) throw error;
    }
  }
}

/** The SQLSTATE of a database error, or null for any other error. */
export function sqlState(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  const { code } = error;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null;
}

/** Whether `error` is the breach of this unique index or constraint. */
export function breaches(error: unknown, constraint: string): boolean {
  return (
    typeof error === 'object' && error !== null && 'constraint' in error && error.constraint === constraint
  );
}

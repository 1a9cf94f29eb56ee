import type { Kysely, Selectable, Transaction } from 'kysely';
import { isUnavailable } from '../../../postgres/failures.ts';
import { inTransaction as beginAndCommit } from '../../../postgres/transaction.ts';
import { whileTransactionHeld } from '../lib/transaction-guard.ts';
import type { Tables } from './tables.ts';

export { isUnavailable };

/** Reads, and single statements that stand alone. */
export type Db = Kysely<Tables>;
/** An open transaction. Distinct from Db: a function that must be atomic with its caller cannot be called without. */
export type Tx = Transaction<Tables>;
/** These columns of a table, as they are read. */
export type RowOf<T extends keyof Tables, C extends keyof Selectable<Tables[T]>> = Pick<
  Selectable<Tables[T]>,
  C
>;

/** Runs `work` in one transaction and commits it. What may be tried again is, so `work` must have no effect outside the
 *  database; and it never waits for the network. */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  let committed: Tx | null = null;
  const result = await beginAndCommit(db, (tx) => {
    committed = tx;
    return whileTransactionHeld(() => work(tx));
  });
  for (const run of following.get(committed!)?.values() ?? []) run();
  return result;
}

/** The same for work that may come to nothing: what does not stand is answered, and nothing of it is committed. */
export async function inTransactionIf<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  stands: (result: T) => boolean,
): Promise<T> {
  const undoing = new Error('it does not stand');
  let undone: { result: T } | null = null;
  try {
    return await inTransaction(db, async (tx) => {
      const result = await work(tx);
      if (stands(result)) return result;
      undone = { result };
      throw undoing;
    });
  } catch (error) {
    // Read anew: the compiler does not see what the transaction has written.
    const last = undone as { result: T } | null;
    if (last !== null && error === undoing) return last.result;
    throw error;
  }
}

const following = new WeakMap<Tx, Map<string, () => void>>();

/** Has something done when the transaction at hand is committed, once for each name, however often it is asked for; not
 *  at all when it is not, or nobody can tell. */
export function afterCommit(tx: Tx, name: string, run: () => void): void {
  const names = following.get(tx) ?? new Map<string, () => void>();
  following.set(tx, names.set(name, run));
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

import { sql } from 'kysely';
import { IN_THE_WAY_MS, type LockRetries, retryOnLock } from './lock-retries.ts';
import { type Db, inTransaction, type Tx } from './tx.ts';

// Whoever reads or writes the table stands behind a try for so long; what is in its way ends within milliseconds or is
// waited for by the next run.
const LOCK_TIMEOUT_MS = 100;
const RETRIES: LockRetries = { tries: 5, pauseMs: 50, pauseMaxMs: 400 };

/** Changes a table in use, in one transaction, in nobody's way for longer than 100 ms at a time. False when others were in the
 *  way of every try, and nothing was changed; what else fails is thrown. */
export async function changeGently(db: Db, change: (tx: Tx) => Promise<unknown>): Promise<boolean> {
  const outcome = await retryOnLock(RETRIES, () =>
    inTransaction(db, async (tx) => {
      await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(tx);
      await sql`set local statement_timeout = ${sql.lit(IN_THE_WAY_MS)}`.execute(tx);
      await change(tx);
    }),
  );
  return 'result' in outcome;
}

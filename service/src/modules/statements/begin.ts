import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { StatingCtx } from './stating-ctx.ts';
import { type Db, inTransaction } from '../../db/tx.ts';
import { uuidAt } from '../../lib/ids.ts';
import { closeMonth } from '../ledger/index.ts';
import { type DueMonth, dueMonths } from './due.ts';
import { boundsOf } from './period.ts';
import { insertRun, type Run } from './run-queries.ts';

const OTHERS_END_MS = 2_000;
const LOOK_MS = 20;

/** Begins the statement of a month, if it is due: from now on what is posted in it is late. Null when it is not due any
 *  more, because something of it is in doubt or another has begun it. */
export async function beginMonth(
  ctx: StatingCtx,
  month: DueMonth,
  generated_by: Run['generated_by'],
): Promise<Run | null> {
  return inTransaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    if ((await dueMonths(tx, { ...month, before: now, limit: 1 })).length === 0) return null;
    const { to } = boundsOf(month.period);
    const statement_id = uuidAt(now);
    const run = await insertRun(tx, { ...month, generated_by, now, statement_id, period_to: to });
    if (run) await closeMonth(tx, { ...month, month: month.period, now });
    return run;
  });
}

/** Waits until everybody has ended who may not have seen yet that the month is closed: they could still post in it as if it
 *  were not. They hold the ledger from before they look at its months, so nobody else is waited for, however long it works on
 *  something. False when they take longer than two seconds. */
export async function othersHaveEnded(db: Db): Promise<boolean> {
  const until = performance.now() + OTHERS_END_MS;
  for (let posting = await postingNow(db); posting.length > 0;) {
    if (performance.now() > until) return false;
    await pause(LOOK_MS);
    const left = new Set(await postingNow(db));
    posting = posting.filter((one) => left.has(one));
  }
  return true;
}

// The transactions that write into the ledger and have not ended, each by a name that is never used again.
async function postingNow(db: Db): Promise<string[]> {
  const { rows } = await sql<{ virtualtransaction: string }>`
    select virtualtransaction from pg_locks
    where locktype = 'relation' and mode = 'RowExclusiveLock' and granted and relation = 'ledger_postings'::regclass
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return rows.map(({ virtualtransaction }) => virtualtransaction);
}

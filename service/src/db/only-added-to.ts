import { sql } from 'kysely';
import { IN_THE_WAY_MS, type LockRetries, retryOnLock } from './lock-retries.ts';
import type { Db } from './tx.ts';

const LOCK_TIMEOUT_MS = 100;
const RETRIES: LockRetries = { tries: 5, pauseMs: 50, pauseMaxMs: 400 };
const RULE = 'refuse_change';

/** Refuses to empty every table whose rows are only added to: a partition takes over from its table what refuses the change of
 *  a row, but neither what refuses to empty it nor what its owner gave up. One that is in use for too long is left for the
 *  next run. Returns how many were missing it and have it now. */
export async function refuseEmptying(db: Db): Promise<number> {
  const { rows } = await sql<{ name: string }>`
    select t.tgrelid::regclass::text as name
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where p.proname = ${RULE} and p.pronamespace = current_schema()::regnamespace and t.tgqual is null
    group by t.tgrelid
    having bool_or(pg_get_triggerdef(t.oid) like '% BEFORE DELETE OR UPDATE %')
      and not bool_or(pg_get_triggerdef(t.oid) like '% BEFORE TRUNCATE %')
    order by 1`.execute(db);
  let refused = 0;
  for (const { name } of rows) {
    const outcome = await retryOnLock(RETRIES, () => refuse(db, name));
    if ('result' in outcome) refused += 1;
  }
  return refused;
}

function refuse(db: Db, name: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(tx);
    await sql`set local statement_timeout = ${sql.lit(IN_THE_WAY_MS)}`.execute(tx);
    await sql`create or replace trigger is_not_emptied before truncate on ${sql.raw(name)}
      for each statement execute function ${sql.raw(RULE)}()`.execute(tx);
    await sql`revoke update, delete, truncate on ${sql.raw(name)} from public, current_user`.execute(tx);
  });
}

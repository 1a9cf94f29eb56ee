import { sql } from 'kysely';
import { changeGently } from './change-gently.ts';
import type { Db } from './tx.ts';

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
    if (await refuse(db, name)) refused += 1;
  }
  return refused;
}

function refuse(db: Db, name: string): Promise<boolean> {
  return changeGently(db, async (tx) => {
    await sql`create or replace trigger is_not_emptied before truncate on ${sql.raw(name)}
      for each statement execute function ${sql.raw(RULE)}()`.execute(tx);
    await sql`revoke update, delete, truncate on ${sql.raw(name)} from public, current_user`.execute(tx);
  });
}

import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Tables } from '../../service/src/db/tables.ts';
import type { Db } from '../../service/src/db/tx.ts';

/** A commit that is lost. */
export interface LostCommit {
  /** Until it is being committed: whoever waits for one of its locks then is the next to have it. */
  begun(): Promise<void>;
  /** Until nothing is under way in the database. Others are not lost. */
  over(): Promise<void>;
}

/** Has the server end the connection of the next transaction that changes a table to something that `when` holds for, in the middle of
 *  its commit: whoever commits cannot tell whether it was committed, and it was not. Somebody has to wait for one of its locks by
 *  then, unless it is `alone`. */
export async function loseNextCommit(
  db: Db,
  of: { table: keyof Tables; when?: string; alone?: true },
): Promise<LostCommit> {
  const isTime = of.alone
    ? sql`true`
    : sql`exists (
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      )`;
  // A sequence is the one thing that a transaction changes although it is undone.
  await sql`create sequence commits_lost`.execute(db);
  await sql`
    create function lose_commit() returns trigger language plpgsql as $lose$
    begin
      if nextval('commits_lost') > 1 then return null; end if;
      loop
        perform pg_stat_clear_snapshot();
        exit when ${isTime};
        perform pg_sleep(0.01);
      end loop;
      perform pg_terminate_backend(pg_backend_pid());
      return null;
    end $lose$`.execute(db);
  await sql`
    create constraint trigger lose_commit after insert or update on ${sql.table(of.table)}
    deferrable initially deferred for each row when (${sql.raw(of.when ?? 'true')}) execute function lose_commit()`.execute(
    db,
  );
  return {
    begun: async () => {
      const isBegun = async () =>
        (await sql<{ is_called: boolean }>`select is_called from commits_lost`.execute(db)).rows[0]!
          .is_called;
      await expect.poll(isBegun).toBe(true);
    },
    over: async () => {
      await expect.poll(() => underWay(db)).toBe(0);
      await sql`drop function lose_commit cascade`.execute(db);
      await sql`drop sequence commits_lost`.execute(db);
    },
  };
}

async function underWay(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`.execute(db);
  return rows[0]!.count;
}

import { sql } from 'kysely';
import { Client } from 'pg';
import { expect } from 'vitest';
import type { Tables } from '../../service/src/db/tables.ts';
import type { Db } from '../../service/src/db/tx.ts';

/** A commit that is lost. */
interface LostCommit {
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

const HELD_LOCK = 7_261_046;

/** Holds the commit of the next transaction that changes a table until it is let go, and longer than anybody here waits for it: whoever
 *  commits cannot tell whether it was committed, and it is, later. */
export async function holdNextCommit(
  database_url: string,
  table: keyof Tables,
): Promise<{ release(): Promise<void> }> {
  const holder = new Client(database_url);
  await holder.connect();
  await holder.query(`
    select pg_advisory_lock(${HELD_LOCK});
    create sequence commits_held;
    create function wait_without_end() returns trigger language plpgsql as $wait$
    begin
      perform set_config(name, '0', true)
      from unnest(array['statement_timeout', 'lock_timeout', 'client_connection_check_interval']) as name;
      return new;
    end $wait$;
    create trigger wait_without_end before insert or update on ${table}
    for each row execute function wait_without_end();
    create function hold_commit() returns trigger language plpgsql as $hold$
    begin
      if nextval('commits_held') = 1 then perform pg_advisory_xact_lock(${HELD_LOCK}); end if;
      return null;
    end $hold$;
    create constraint trigger hold_commit after insert or update on ${table}
    deferrable initially deferred for each row execute function hold_commit()`);
  return {
    release: async () => {
      await holder.query(`select pg_advisory_unlock(${HELD_LOCK})`);
      const { rows } = await holder.query<{ is_called: boolean }>('select is_called from commits_held');
      expect(rows).toEqual([{ is_called: true }]);
      await expect
        .poll(() => holder.query('drop function wait_without_end, hold_commit cascade').catch(String))
        .not.toBeTypeOf('string');
      await holder.query('drop sequence commits_held');
      await holder.end();
    },
  };
}

import { sql } from 'kysely';
import type { World } from '../../world/world.ts';
import { type Db, openSql, withSql } from '../books/books.ts';

/** Where calls are kept from going on. */
export interface Hold {
  /** Whether all that was asked for has come to the point. */
  reached(): Promise<boolean>;
  release(): Promise<void>;
}

type Held = Pick<World, 'control' | 'database_url'>;

/** Holds calls at the provider, so many of each operation, as a fault of this mode does: they are under way for as long
 *  as we like. */
export async function holdAtProvider(
  world: Held,
  ...faults: { operation: string; mode: string; times?: number }[]
): Promise<Hold> {
  for (const fault of faults) await world.control('POST', 'faults', fault);
  return {
    reached: async () => (await world.control('GET', 'faults')).body.total === 0,
    release: async () => {
      await world.control('DELETE', 'faults');
    },
  };
}

/** Holds whoever writes into a table; so many are expected. */
export function holdWriters(world: Held, table: string, writers: number): Promise<Hold> {
  return holdLock(world, writers, async (db) => {
    await sql`lock table ${sql.table(table)} in share mode`.execute(db);
  });
}

/** Holds whoever waits for a row, and tells how many wait. They come for it in their order when it is released. */
export async function holdRow(
  of: Pick<Held, 'database_url'>,
  table: string,
  id: string,
): Promise<Pick<Hold, 'release'> & { waiting(): Promise<number> }> {
  const { release } = await holdLock(of, 1, async (db) => {
    await sql`select from ${sql.table(table)} where id = ${id} for update`.execute(db);
  });
  return { release, waiting: () => countWaiting(of.database_url) };
}

/** Holds whoever waits for what `lock` locks; so many are expected. */
export async function holdLock(
  { database_url }: Pick<Held, 'database_url'>,
  waiting: number,
  lock: (db: Db) => Promise<void>,
): Promise<Hold> {
  const db = openSql(database_url);
  const [locked, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = db.transaction().execute(async (tx) => {
    await lock(tx);
    locked.resolve();
    await done.promise;
  });
  await Promise.race([locked.promise, holding]);
  return {
    reached: async () => (await countWaiting(database_url)) >= waiting,
    release: async () => {
      done.resolve();
      await holding;
      await db.destroy();
    },
  };
}

function countWaiting(database_url: string): Promise<number> {
  return withSql(database_url, async (db) => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows[0]!.waiting;
  });
}

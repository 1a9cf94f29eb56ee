import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Limits, openPool } from '../../../postgres/pool.ts';
import { lockKey } from './records.ts';
import { type Db, inTransaction, type Tx } from './sql.ts';

const CONNECTIONS_MAX = 5;
// A reset or a restored snapshot replaces everything at once, and waits until nothing else is under way.
const LIMITS: Partial<Limits> = { lock: 5_000, statement: 10_000 };

/** Opens the pool and makes the tables when they are missing. While the database is away every statement fails within
 *  seconds, and all is well again when it is back. */
export async function openDatabase(url: string): Promise<Db> {
  const pool = openPool({ url, connectionsMax: CONNECTIONS_MAX, name: 'sandbox', limits: LIMITS });
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool }) });
  try {
    await inTransaction(db, makeTables);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return db;
}

async function makeTables(tx: Tx): Promise<void> {
  await lockKey(tx, 'tables');
  await sql`
    create table if not exists records (
      kind text not null,
      id text not null,
      body jsonb not null,
      seq bigint generated always as identity,
      updated_at timestamptz not null default now(),
      primary key (kind, id)
    )`.execute(tx);
  await sql`create index if not exists records_newest on records (kind, seq)`.execute(tx);
  // What is due, for the sender: only rows that wait for a moment are in it.
  await sql`
    create index if not exists records_due on records ((body ->> 'due_at'), seq)
    where kind in ('delivery', 'timer') and (body ->> 'due_at') is not null`.execute(tx);
  // The log of calls may be lost with the database server's crash; the state may not.
  await sql`
    create unlogged table if not exists calls (
      seq bigint generated always as identity primary key,
      body jsonb not null
    )`.execute(tx);
}

import postgres from 'postgres';
import type { Db, Tx } from './sql.ts';
import { lockKey } from './records.ts';

const CONNECTIONS = 5;
const IDLE_SECONDS = 20;
const CONNECT_TIMEOUT_SECONDS = 10;

/** Opens the pool and makes the tables when they are missing. */
export async function openDatabase(url: string): Promise<Db> {
  const sql = postgres(url, {
    max: CONNECTIONS,
    idle_timeout: IDLE_SECONDS,
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    onnotice: () => undefined,
    connection: { application_name: 'sandbox' },
  });
  try {
    await sql.begin(makeTables);
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw error;
  }
  return sql;
}

async function makeTables(tx: Tx): Promise<void> {
  await lockKey(tx, 'tables');
  await tx`
    create table if not exists records (
      kind text not null,
      id text not null,
      body jsonb not null,
      seq bigint generated always as identity,
      updated_at timestamptz not null default now(),
      primary key (kind, id)
    )`;
  await tx`create index if not exists records_newest on records (kind, seq)`;
  await tx`
    create index if not exists records_refunds on records ((body ->> 'capture_id'), seq)
    where kind = 'refund'`;
  // What is due, for the sender: only rows that wait for a moment are in it.
  await tx`
    create index if not exists records_due on records ((body ->> 'due_at'), seq)
    where kind in ('delivery', 'timer') and (body ->> 'due_at') is not null`;
  await tx`
    create index if not exists records_received on records ((body ->> 'receiver'), seq)
    where kind = 'received'`;
  // The log of calls may be lost with the database server's crash; the state may not.
  await tx`
    create unlogged table if not exists calls (
      seq bigint generated always as identity primary key,
      body jsonb not null
    )`;
}

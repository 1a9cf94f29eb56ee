import { sql } from 'kysely';
import { firstUuidAt } from '../lib/ids.ts';
import { changeGently } from './change-gently.ts';
import type { Tables } from './tables.ts';
import { type Db, sqlState } from './tx.ts';

const GONE = '42P01';
const UPPER_BOUND = /\bTO \('([0-9a-f-]{36})'\)$/;

/** Drops the partitions of a table whose ids are all of before a time, oldest first and in nobody's way for longer than
 *  100 ms at a time. Those that others are in the way of stay until the next run. Returns how many are gone. The table
 *  is partitioned by a UUIDv7; what its default partition holds is left. */
export async function dropPartitionsBefore(db: Db, table: keyof Tables, before: Date): Promise<number> {
  const first = firstUuidAt(before);
  const old = (await partitionsOf(db, table)).filter(({ to }) => to !== null && to <= first);
  let dropped = 0;
  for (const { name } of old.sort((a, b) => a.to!.localeCompare(b.to!))) {
    // Whoever is in the way of one is in the way of the next.
    if (!(await dropGently(db, name))) break;
    dropped += 1;
  }
  return dropped;
}

interface Partition {
  name: string;
  /** The id that the next one begins with; null for the default partition. */
  to: string | null;
}

async function partitionsOf(db: Db, table: keyof Tables): Promise<Partition[]> {
  const { rows } = await sql<{ name: string; bounds: string }>`
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
    from pg_inherits h join pg_class c on c.oid = h.inhrelid
    where h.inhparent = ${table}::regclass`.execute(db);
  return rows.map(({ name, bounds }) => ({ name, to: UPPER_BOUND.exec(bounds)?.[1] ?? null }));
}

async function dropGently(db: Db, name: string): Promise<boolean> {
  try {
    return await changeGently(db, (tx) => sql`drop table ${sql.id(name)}`.execute(tx));
  } catch (error) {
    // Another process was first.
    if (sqlState(error) === GONE) return true;
    throw error;
  }
}

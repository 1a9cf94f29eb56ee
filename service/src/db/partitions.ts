import { sql } from 'kysely';
import type { Db } from './tx.ts';

const QUARTERS_AHEAD = 2;

interface Partitioned {
  table: string;
  /** Whether the key is the creation time itself or a UUIDv7, which begins with it. */
  key: 'time' | 'uuid';
}

const PARTITIONED: readonly Partitioned[] = [
  { table: 'checkout_sessions', key: 'time' },
  { table: 'transactions', key: 'uuid' },
  { table: 'events', key: 'uuid' },
  { table: 'deliveries_finished', key: 'uuid' },
  { table: 'delivery_attempts', key: 'uuid' },
];

/** Makes the partitions of this quarter and the next ones where they are missing. Run at the start and daily; a row
 *  that comes before its partition is kept by the default one. Returns how many were made. */
export async function ensurePartitions(db: Db, now: Date): Promise<number> {
  const existing = await sql<{ name: string }>`
    select c.relname as name from pg_class c where c.relispartition`.execute(db);
  const names = new Set(existing.rows.map((row) => row.name));
  let made = 0;
  for (const { table, key } of PARTITIONED) {
    for (let ahead = 0; ahead <= QUARTERS_AHEAD; ahead += 1) {
      const from = quarterStart(now, ahead);
      const name = `${table}_${from.getUTCFullYear()}q${from.getUTCMonth() / 3 + 1}`;
      if (names.has(name)) continue;
      made += await makePartition(db, {
        name,
        table,
        from: bound(from, key),
        to: bound(quarterStart(now, ahead + 1), key),
      });
    }
  }
  return made;
}

// Several processes may start at once, and the default partition may already hold rows of the range after the clock
// was moved far; both leave things as they are.
async function makePartition(
  db: Db,
  partition: { name: string; table: string; from: string; to: string },
): Promise<number> {
  const { name, table, from, to } = partition;
  try {
    await sql`create table if not exists ${sql.id(name)} partition of ${sql.id(table)}
      for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(db);
    return 1;
  } catch (error) {
    if (
      ['42P07', '23514', '42P17', '23505', 'XX000', '40P01'].includes(
        String((error as { code?: string }).code),
      )
    )
      return 0;
    throw error;
  }
}

function quarterStart(now: Date, ahead: number): Date {
  const quarter = Math.floor(now.getUTCMonth() / 3) + ahead;
  return new Date(Date.UTC(now.getUTCFullYear(), quarter * 3, 1));
}

function bound(at: Date, key: Partitioned['key']): string {
  if (key === 'time') return at.toISOString();
  const hex = at.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

import { sql } from 'kysely';
import { changeGently } from './change-gently.ts';
import { refuseEmptying } from './only-added-to.ts';
import { type Db, sqlState, type Tx } from './tx.ts';

const QUARTERS_AHEAD = 2;
// Another process made it first, or the default partition holds rows of its range.
const LEFT_AS_IT_IS = new Set(['42P07', '42710', '23505', '42P17', '42809', '23514']);

interface Partitioned {
  table: string;
  /** Whether the key is the creation time itself or a UUIDv7, which begins with it. */
  key: 'time' | 'uuid';
}

const PARTITIONED: readonly Partitioned[] = [
  { table: 'checkout_sessions', key: 'time' },
  { table: 'transactions', key: 'uuid' },
  { table: 'ledger_postings', key: 'time' },
  { table: 'statement_lines', key: 'uuid' },
  { table: 'events', key: 'uuid' },
  { table: 'deliveries_finished', key: 'uuid' },
  { table: 'delivery_attempts', key: 'uuid' },
];

/** Makes the partitions of this quarter and the next ones where they are missing, in nobody's way. Run at the start and
 *  hourly; a row that comes before its partition is kept by the default one, and once that holds rows of a range, the
 *  range stays with it. One of a table that is only added to is not emptied either. Returns how many were made. */
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
      const to = bound(quarterStart(now, ahead + 1), key);
      const outcome = await makePartition(db, { name, table, from: bound(from, key), to });
      // Whoever is in the way of one is in the way of the next.
      if (outcome === 'given_up') break;
      if (outcome === 'made') made += 1;
    }
  }
  await refuseEmptying(db);
  return made;
}

// Made as a table of its own and attached, which lets everybody read and write meanwhile; made as a partition it would
// lock its parent against all. What is locked is the default partition, for as long as it takes to see that it holds
// nothing of the range.
async function makePartition(
  db: Db,
  partition: { name: string; table: string; from: string; to: string },
): Promise<'made' | 'left' | 'given_up'> {
  const name = sql.id(partition.name);
  const parent = sql.id(partition.table);
  const make = async (tx: Tx) => {
    await sql`create table ${name} (like ${parent} including all)`.execute(tx);
    await sql`alter table ${parent} attach partition ${name}
        for values from (${sql.lit(partition.from)}) to (${sql.lit(partition.to)})`.execute(tx);
  };
  try {
    return (await changeGently(db, make)) ? 'made' : 'given_up';
  } catch (error) {
    if (LEFT_AS_IT_IS.has(sqlState(error) ?? '')) return 'left';
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

import { sql } from 'kysely';
import type { Db, Tx } from './sql.ts';

const SNAPSHOT_FORMAT = 'sandbox-snapshot/1';
const INSERT_CHUNK = 500;

interface SnapshotRecord {
  kind: string;
  id: string;
  body: unknown;
}

export interface Snapshot {
  format: typeof SNAPSHOT_FORMAT;
  records: SnapshotRecord[];
}

/** The whole state as one document, oldest record first. The sandbox's own keys are not part of it. */
export async function takeSnapshot(db: Db): Promise<Snapshot> {
  const { rows: records } = await sql<SnapshotRecord>`
    select kind, id, body from records where kind not in ('key', 'token') order by seq`.execute(db);
  return { format: SNAPSHOT_FORMAT, records };
}

/** Replaces the whole state; all or nothing. */
export async function restoreSnapshot(tx: Tx, snapshot: Snapshot): Promise<void> {
  await clear(tx);
  for (let start = 0; start < snapshot.records.length; start += INSERT_CHUNK) {
    const chunk = snapshot.records.slice(start, start + INSERT_CHUNK);
    // One document per chunk keeps the order, which is the order of seq.
    await sql`
      insert into records (kind, id, body)
      select entry ->> 'kind', entry ->> 'id', entry -> 'body'
      from jsonb_array_elements(${JSON.stringify(chunk)}::jsonb) with ordinality as t (entry, n)
      where entry ->> 'kind' not in ('key', 'token')
      order by n`.execute(tx);
  }
}

/** Back to what a fresh sandbox has. */
export async function resetState(tx: Tx, seed: (tx: Tx) => Promise<void>): Promise<void> {
  await clear(tx);
  await sql`truncate calls`.execute(tx);
  await seed(tx);
}

async function clear(tx: Tx): Promise<void> {
  // Exclusive also waits for row locks, so that no transaction under way can be met half way.
  await sql`lock table records in exclusive mode`.execute(tx);
  await sql`delete from records where kind not in ('key', 'token')`.execute(tx);
}

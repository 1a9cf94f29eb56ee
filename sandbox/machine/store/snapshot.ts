import { sql } from 'kysely';
import { misfitOf, type AnyShape } from './shape.ts';
import type { RecordShapes } from './shapes.ts';
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

/** What keeps a snapshot from being brought back: a record of a kind that is not known, one that is not written as its
 *  kind is, or one that is there twice. Null when nothing does. */
export function misfitOfSnapshot({ records }: Snapshot, shapes: RecordShapes): string | null {
  const known = new Map<string, AnyShape>(Object.entries(shapes));
  const names = new Set<string>();
  for (const { kind, id, body } of records) {
    const shape = known.get(kind);
    if (shape === undefined) return `kind ${kind} is not known`;
    const name = `${kind} ${id}`;
    const misfit = misfitOf(shape, body);
    if (misfit !== null) return `${name} is not whole: ${misfit}`;
    if (names.has(name)) return `${name} is there twice`;
    names.add(name);
  }
  return null;
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

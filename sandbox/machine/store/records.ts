import { sql } from 'kysely';
import type { Db, Tx } from './sql.ts';
import type { Kind, RecordTypes } from './shapes.ts';

/** One page of a list. */
export interface Page<T> {
  items: T[];
  total: number;
  limit: number;
  offset: number;
}

type Row<K extends Kind> = { body: RecordTypes[K] };

/** Reads one record, or null. */
export async function readRecord<K extends Kind>(
  db: Db | Tx,
  kind: K,
  id: string,
): Promise<RecordTypes[K] | null> {
  const { rows } = await sql<Row<K>>`
    select body from records where kind = ${kind} and id = ${id}`.execute(db);
  return rows[0]?.body ?? null;
}

/** Reads one record and holds its row until the transaction ends, or null. */
export async function lockRecord<K extends Kind>(
  tx: Tx,
  kind: K,
  id: string,
): Promise<RecordTypes[K] | null> {
  const { rows } = await sql<Row<K>>`
    select body from records where kind = ${kind} and id = ${id} for update`.execute(tx);
  return rows[0]?.body ?? null;
}

/** Writes one record whole, new or not. */
export async function putRecord<K extends Kind>(
  tx: Db | Tx,
  kind: K,
  id: string,
  body: RecordTypes[K],
): Promise<void> {
  await sql`
    insert into records (kind, id, body) values (${kind}, ${id}, ${JSON.stringify(body)}::jsonb)
    on conflict (kind, id) do update set body = excluded.body, updated_at = now()`.execute(tx);
}

/** Writes a new record; false when the id was taken, after waiting for whoever is writing it. */
export async function insertRecord<K extends Kind>(
  tx: Db | Tx,
  kind: K,
  id: string,
  body: RecordTypes[K],
): Promise<boolean> {
  const { rows } = await sql`
    insert into records (kind, id, body) values (${kind}, ${id}, ${JSON.stringify(body)}::jsonb)
    on conflict (kind, id) do nothing
    returning id`.execute(tx);
  return rows.length === 1;
}

/** Removes records of a kind, one id or all. Answers how many. */
export async function removeRecords(tx: Db | Tx, kind: Kind, id?: string): Promise<number> {
  const { numAffectedRows } =
    id === undefined
      ? await sql`delete from records where kind = ${kind}`.execute(tx)
      : await sql`delete from records where kind = ${kind} and id = ${id}`.execute(tx);
  return Number(numAffectedRows);
}

/** One page of a kind, newest first, with the count of all. */
export async function listRecords<K extends Kind>(
  db: Db | Tx,
  kind: K,
  page: { limit: number; offset: number },
): Promise<Page<RecordTypes[K]>> {
  const [{ rows }, counts] = await Promise.all([
    sql<Row<K>>`
      select body from records where kind = ${kind}
      order by seq desc limit ${page.limit} offset ${page.offset}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from records where kind = ${kind}`.execute(db),
  ]);
  return { items: rows.map((row) => row.body), total: counts.rows[0]?.total ?? 0, ...page };
}

/** Every record of a kind, oldest first; only for kinds that stay few. */
export async function allRecords<K extends Kind>(db: Db | Tx, kind: K): Promise<RecordTypes[K][]> {
  const { rows } = await sql<Row<K>>`select body from records where kind = ${kind} order by seq`.execute(db);
  return rows.map((row) => row.body);
}

/** Holds a name until the transaction ends; waits for whoever holds it. */
export async function lockKey(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/** Holds a name until the transaction ends; false when another holds it. */
export async function tryLockKey(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as held`.execute(tx);
  return rows[0]?.held === true;
}

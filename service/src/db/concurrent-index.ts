import { type MigrationClient, runAtLength, runBriefly } from './migration-client.ts';
import type { NewIndex } from './migration-files.ts';

/** Builds an index in nobody's way. What an attempt before this one left unfinished is dropped and built again. */
export async function buildIndex(client: MigrationClient, index: NewIndex): Promise<void> {
  if (await isPartitioned(client, index.table)) await buildInPartitions(client, index);
  else await buildPlain(client, index);
}

async function buildPlain(
  client: MigrationClient,
  { name, isUnique, table, definition }: NewIndex,
): Promise<void> {
  const state = await stateOf(client, name);
  if (state === 'whole') return;
  if (state === 'unfinished') await runAtLength(client, `drop index concurrently if exists ${name}`);
  await runAtLength(
    client,
    `create ${isUnique ? 'unique ' : ''}index concurrently ${name} on ${table} ${definition}`,
  );
}

// The server builds no index of a partitioned table concurrently, but takes one together from those of its partitions.
// The empty one of the parent comes first, so that a partition made meanwhile gets its own.
async function buildInPartitions(client: MigrationClient, index: NewIndex): Promise<void> {
  const { name, isUnique, table, definition } = index;
  if ((await stateOf(client, name)) === 'whole') return;
  const unique = isUnique ? 'unique ' : '';
  await runBriefly(client, `create ${unique}index if not exists ${name} on only ${table} ${definition}`);
  for (const partition of await partitionsWithout(client, index)) {
    const part = `${name}${partition.startsWith(table) ? partition.slice(table.length) : `_${partition}`}`;
    await buildPlain(client, { ...index, name: part, table: partition });
    await runBriefly(client, `alter index ${name} attach partition ${part}`);
  }
}

async function isPartitioned(client: MigrationClient, table: string): Promise<boolean> {
  const { rows } = await client.query(
    `select relname from pg_class where oid = to_regclass($1) and relkind = 'p'`,
    [table],
  );
  return rows.length > 0;
}

async function stateOf(client: MigrationClient, name: string): Promise<'missing' | 'unfinished' | 'whole'> {
  const { rows } = await client.query<{ indisvalid: boolean }>(
    'select indisvalid from pg_index where indexrelid = to_regclass($1)',
    [name],
  );
  if (rows.length === 0) return 'missing';
  return rows[0]!.indisvalid ? 'whole' : 'unfinished';
}

async function partitionsWithout(client: MigrationClient, { name, table }: NewIndex): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select p.relname as name
     from pg_inherits h join pg_class p on p.oid = h.inhrelid
     where h.inhparent = to_regclass($1) and not exists (
       select 1 from pg_inherits i join pg_index x on x.indexrelid = i.inhrelid
       where i.inhparent = to_regclass($2) and x.indrelid = p.oid
     )
     order by p.relname`,
    [table, name],
  );
  return rows.map((row) => row.name);
}

import type { MigrationClient } from './migration-client.ts';
import type { Migration } from './migration-files.ts';

/** What a database says of the migrations that were applied to it. */
export interface Records {
  applied: ReadonlySet<string>;
  /** Those that a release has to know, or to know the migration since which it can be done without. */
  binding: readonly { name: string; served_since: string }[];
}

// Releases that hold no later migration refuse a database whose table `migrations` names one that they do not know. So
// only what they could not serve is named there, and what merely adds is kept in `expansions`.
const LAST_BEFORE_EXPANSIONS = '0015_delivered_to.sql';

/** Reads the records as far as they exist. */
export async function readRecords(client: MigrationClient): Promise<Records> {
  const exists = await tablesThere(client);
  const binding = exists.has('migrations') ? await readBinding(client) : [];
  const added = exists.has('expansions')
    ? await client.query<{ name: string }>('select name from expansions')
    : null;
  const names = [...binding, ...(added?.rows ?? [])].map(({ name }) => name);
  return { applied: new Set(names), binding };
}

/** Makes the tables of the records where they are missing. */
export async function prepareRecords(client: MigrationClient): Promise<void> {
  if ((await tablesThere(client)).has('expansions')) return;
  await client.query(`
    create table if not exists migrations (
      name text primary key,
      applied_at timestamptz not null default now()
    );
    alter table migrations add column if not exists served_since text;
    create table if not exists expansions (
      name text primary key,
      applied_at timestamptz not null default now()
    )`);
}

/** Notes that a migration was applied, in the transaction that is open. */
export async function recordMigration(client: MigrationClient, migration: Migration): Promise<void> {
  const { name, contractsAfter } = migration;
  if (contractsAfter === null && name > LAST_BEFORE_EXPANSIONS) {
    await client.query('insert into expansions (name) values ($1) on conflict (name) do nothing', [name]);
    return;
  }
  await client.query(
    'insert into migrations (name, served_since) values ($1, $2) on conflict (name) do nothing',
    [name, contractsAfter],
  );
}

async function tablesThere(client: MigrationClient): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select name from unnest(array['migrations', 'expansions']) as t (name) where to_regclass(name) is not null`,
  );
  return new Set(rows.map(({ name }) => name));
}

// The column is missing in a database that no release with expansions has met.
async function readBinding(client: MigrationClient): Promise<Records['binding']> {
  const { rows } = await client.query<{ name: string; served_since: string }>(
    `select m.name, coalesce(to_jsonb(m) ->> 'served_since', m.name) as served_since from migrations m order by m.name`,
  );
  return rows;
}

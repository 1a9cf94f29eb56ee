import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';

const FOLDER = new URL('../../migrations/', import.meta.url);
const LOCK = 7_013_204_118; // any constant of our own: one migrator at a time
const LOCK_TIMEOUT = '2s';

/** Applies what is missing of `service/migrations`, in order of number, each in a transaction of its own, one
 *  migrator at a time. Refuses a database that holds a migration this checkout does not know. */
export async function migrate(databaseUrl: string): Promise<{ applied: string[] }> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    await sql`select pg_advisory_lock(${LOCK})`;
    await sql`create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())`;
    const done = new Set((await sql`select name from migrations`).map((row) => row['name'] as string));
    const files = await migrationFiles();
    const unknown = [...done].filter((name) => !files.includes(name));
    if (unknown.length > 0)
      throw new Error(`The database is newer than this release: it holds ${unknown.join(', ')}`);
    const applied = files.filter((name) => !done.has(name));
    for (const name of applied) {
      const text = await readFile(fileURLToPath(new URL(name, FOLDER)), 'utf8');
      await sql.begin(async (tx) => {
        await tx.unsafe(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
        await tx.unsafe(text).simple();
        await tx`insert into migrations (name) values (${name})`;
      });
    }
    return { applied };
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function migrationFiles(): Promise<string[]> {
  const names = await readdir(fileURLToPath(FOLDER));
  return names.filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name)).sort();
}

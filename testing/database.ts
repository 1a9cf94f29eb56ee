import { randomBytes } from 'node:crypto';
import postgres from 'postgres';

// Any number will do, as long as nothing else on the test server uses it.
const TEMPLATE_LOCK = 7_261_044;

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A new, empty database on the test server, or a clone of `template`; `drop` takes it away with
 *  whatever is still connected to it. */
export async function createDatabase(options: { template?: string } = {}): Promise<TestDatabase> {
  const name = `${runPrefix()}${randomBytes(6).toString('hex')}`;
  const template = options.template ?? 'template0';
  await onServer((sql) => sql.unsafe(`create database ${name} template ${quoted(template)}`));
  return {
    url: urlOf(name),
    drop: async () => {
      await onServer((sql) => sql.unsafe(`drop database if exists ${name} with (force)`));
    },
  };
}

/** A database with all of the service's migrations applied: a clone of one that a run makes once. */
export async function createServiceDatabase(): Promise<TestDatabase> {
  return createDatabase({ template: await serviceTemplate() });
}

async function serviceTemplate(): Promise<string> {
  const name = `${runPrefix()}service`;
  await onServer(async (sql) => {
    // The workers of a run arrive together: the first makes the template, the others wait for it.
    await sql`select pg_advisory_lock(${TEMPLATE_LOCK})`;
    const [made] = await sql`select 1 from pg_database where datname = ${name} and datistemplate`;
    if (made) return;
    await sql.unsafe(`drop database if exists ${name} with (force)`);
    await sql.unsafe(`create database ${name} template template0`);
    const { migrate } = await import('../service/src/db/migrate.ts');
    await migrate(urlOf(name));
    await sql.unsafe(`alter database ${name} is_template true`);
  });
  return name;
}

async function onServer<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(serverUrl(), { max: 1, onnotice: () => undefined });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

function urlOf(database: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${database}`;
  return url.href;
}

function serverUrl(): string {
  return required('TEST_DATABASE_SERVER');
}

function runPrefix(): string {
  return required('TEST_DATABASE_PREFIX');
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the tests through vitest.config.ts at the root.`);
  return value;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

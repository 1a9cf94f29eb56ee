import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { withConnection } from '../../dev/connection.ts';

// Any number will do, as long as nothing else on the test server uses it.
const TEMPLATE_LOCK = 7_261_044;

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A new, empty database on the test server, or a clone of `template`; `drop` takes it away with
 *  whatever is still connected to it. */
export async function createDatabase(options: { template?: string } = {}): Promise<TestDatabase> {
  const name = `${required('TEST_DATABASE_PREFIX')}${randomBytes(6).toString('hex')}`;
  const template = options.template ?? 'template0';
  const cloned = `template ${quoted(template)} strategy ${required('TEST_DATABASE_CLONING')}`;
  await onServer((client) => client.query(`create database ${name} ${cloned}`));
  return {
    url: urlOf(name),
    drop: async () => {
      await onServer((client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

/** A copy of a database to which nobody is connected; `restore` puts it in the database's place. */
export async function copyDatabase(url: string): Promise<{ restore: () => Promise<void> }> {
  const original = new URL(url).pathname.slice(1);
  const copy = await createDatabase({ template: original });
  return {
    restore: () =>
      onServer(async (client) => {
        await client.query(`drop database ${quoted(original)} with (force)`);
        const made = quoted(new URL(copy.url).pathname.slice(1));
        await client.query(`alter database ${made} rename to ${quoted(original)}`);
      }),
  };
}

/** A database with all of the service's migrations applied: a clone of one that is made once. */
export async function createServiceDatabase(): Promise<TestDatabase> {
  return cloneOf(required('TEST_DATABASE_TEMPLATE'), async (url) => {
    const { migrate } = await import('../../service/src/db/migrate.ts');
    await migrate(url);
  });
}

/** A clone of a database that `make` fills, once for a run and whatever file of it asks first. */
export async function createClone(name: string, make: (url: string) => Promise<void>): Promise<TestDatabase> {
  return cloneOf(`${required('TEST_DATABASE_PREFIX')}${name}`, make);
}

async function cloneOf(template: string, make: (url: string) => Promise<void>): Promise<TestDatabase> {
  await provideTemplate(template, make);
  return createDatabase({ template });
}

async function provideTemplate(name: string, make: (url: string) => Promise<void>): Promise<void> {
  if (provided.has(name)) return;
  await onServer(async (client) => {
    // The workers of a run arrive together: the first makes the template, the others wait for it.
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const found = 'select 1 from pg_database where datname = $1 and datistemplate';
    if ((await client.query(found, [name])).rowCount) return;
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name} template template0`);
    await make(urlOf(name));
    await client.query(`alter database ${name} is_template true`);
  });
  provided.add(name);
}

// What is there stays for the whole run.
const provided = new Set<string>();

function onServer<T>(work: (client: Client) => Promise<T>): Promise<T> {
  return withConnection(serverUrl(), work);
}

function urlOf(database: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${database}`;
  return url.href;
}

function serverUrl(): string {
  return required('TEST_DATABASE_SERVER');
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the tests through vitest.config.ts at the root.`);
  return value;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

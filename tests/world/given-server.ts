import { Client } from 'pg';
import { withConnection } from '../../dev/connection.ts';
import { type TestServer, newPrefix } from './test-server.ts';

const PREFIX = /^fairway_test_[0-9a-f]{8}_/;
// Held by each run, together with a hash of its prefix, for as long as it lives.
const RUN_LOCK = 7_261_045;

/** The server that somebody else runs. Databases that a run which is gone left there are taken away first. */
export async function openGivenServer(url: string): Promise<TestServer> {
  const prefix = newPrefix();
  const claim = new Client({ connectionString: url });
  claim.on('error', () => undefined);
  await claim.connect();
  await claim.query('select pg_advisory_lock($1, hashtext($2))', [RUN_LOCK, prefix]);
  await dropLeftovers(claim);
  const close = async () => {
    await claim.end();
    await withConnection(url, (client) => dropDatabases(client, prefix));
  };
  return { url, prefix, isKept: false, cloning: 'wal_log', close };
}

async function dropLeftovers(client: Client): Promise<void> {
  const prefixes = new Set((await databases(client)).flatMap((name) => PREFIX.exec(name) ?? []));
  for (const prefix of prefixes) {
    const { rows } = await client.query<{ gone: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as gone',
      [RUN_LOCK, prefix],
    );
    if (!rows[0]?.gone) continue;
    await dropDatabases(client, prefix);
    await client.query('select pg_advisory_unlock($1, hashtext($2))', [RUN_LOCK, prefix]);
  }
}

async function dropDatabases(client: Client, prefix: string): Promise<void> {
  for (const name of await databases(client)) if (name.startsWith(prefix)) await dropDatabase(client, name);
}

/** Drops a database with whoever is connected to it, also a template. */
export async function dropDatabase(client: Client, name: string): Promise<void> {
  await client.query(`alter database ${name} is_template false`);
  await client.query(`drop database if exists ${name} with (force)`);
}

/** The databases of a server. */
export async function databases(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database order by datname',
  );
  return rows.map(({ datname }) => datname);
}

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withConnection } from '../dev/connection.ts';
import { canReach, findDatabaseAccount } from '../dev/postgres-account.ts';
import { ServerStartError, findFreePort, findNativeFolder } from '../dev/postgres-server.ts';
import { SUPERUSER, initialiseDirectory, startServer } from '../dev/postgres-server.ts';
import type { Account, Server } from '../dev/postgres-server.ts';

const START_ATTEMPTS = 5;

// Nothing of a test run outlives it, so durability would only cost time.
const TEST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  shared_buffers: '64MB',
  autovacuum_naptime: '10min',
  max_wal_size: '512MB',
};

/** Runs once around the whole test run: one PostgreSQL for all of it, or the one that DATABASE_URL names. */
export async function setup(): Promise<() => Promise<void>> {
  const prefix = `test_${randomBytes(4).toString('hex')}_`;
  process.env.TEST_DATABASE_PREFIX = prefix;
  const given = process.env.DATABASE_URL;
  if (given) {
    process.env.TEST_DATABASE_SERVER = given;
    return () => dropDatabases(given, prefix);
  }
  const cluster = await startCluster();
  process.env.TEST_DATABASE_SERVER = cluster.url;
  return cluster.stop;
}

async function startCluster(): Promise<{ url: string; stop(): Promise<void> }> {
  const account = await findDatabaseAccount();
  const folder = mkdtempSync(path.join(tmpdir(), 'fairway-test-'));
  try {
    if (account) chownSync(folder, account.uid, account.gid);
    const native = await findRunnableNative(folder, account);
    const directory = path.join(folder, 'cluster');
    const password = randomBytes(16).toString('hex');
    await initialiseDirectory({ native, directory, account, password });
    const server = await startOnFreePort({ native, directory, account });
    const disarm = armWatchdog(server.pid, folder);
    const stop = async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
      disarm();
    };
    return { url: `postgres://${SUPERUSER}:${password}@127.0.0.1:${server.port}/postgres`, stop };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

// A checkout below somebody's closed home folder cannot be run from by another user.
async function findRunnableNative(folder: string, account: Account | null): Promise<string> {
  const native = await findNativeFolder();
  if ((await canReach({ native, folder, account })).native) return native;
  const copy = path.join(folder, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  chmodSync(copy, 0o755);
  return copy;
}

async function startOnFreePort(options: {
  native: string;
  directory: string;
  account: Account | null;
}): Promise<Server> {
  const rest = { settings: TEST_SETTINGS, log: () => undefined };
  for (let attempt = 1; ; attempt += 1) {
    const port = await findFreePort();
    try {
      return await startServer({ ...options, ...rest, port });
    } catch (error) {
      const isTaken = error instanceof ServerStartError && error.isPortBusy;
      if (!isTaken || attempt === START_ATTEMPTS) throw error;
    }
  }
}

// However this process ends, also by Ctrl-C or a kill, its pipe to the watchdog closes, and the watchdog
// takes the server and its files away.
function armWatchdog(pid: number, folder: string): () => void {
  if (!existsSync('/bin/sh')) return () => undefined;
  const script = 'cat >/dev/null; kill -QUIT "$1" 2>/dev/null && sleep 1; rm -rf "$2"';
  const watchdog = spawn('/bin/sh', ['-c', script, 'sh', String(pid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watchdog.unref();
  return () => void watchdog.kill('SIGKILL');
}

async function dropDatabases(url: string, prefix: string): Promise<void> {
  await withConnection(url, async (client) => {
    const left = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [prefix],
    );
    for (const { datname } of left.rows) {
      await client.query(`alter database ${datname} is_template false`);
      await client.query(`drop database if exists ${datname} with (force)`);
    }
  });
}

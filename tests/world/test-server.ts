import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { canReach, findDatabaseAccount } from '../../dev/postgres/account.ts';
import { ServerStartError, findFreePort, findNativeFolder } from '../../dev/postgres/server.ts';
import { SUPERUSER, initialiseDirectory, startServer } from '../../dev/postgres/server.ts';
import type { Account, Server } from '../../dev/postgres/server.ts';
import { makeDataFolder } from './data-folder.ts';

const START_ATTEMPTS = 5;

// What a test run holds may be lost with it, so durability would only cost time.
const TEST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  shared_buffers: '64MB',
  autovacuum_naptime: '10min',
  max_wal_size: '512MB',
};

/** The PostgreSQL that a test run makes its databases on. */
export interface TestServer {
  url: string;
  /** Names of databases begin with it, so that one run does not meet those of another. */
  prefix: string;
  /** Whether a later run finds what this one leaves in `keep`. */
  isKept: boolean;
  /** How a database is cloned at the least cost: copying its files takes a checkpoint, which waits for a disk where one is
   *  waited for at all. */
  cloning: 'file_copy' | 'wal_log';
  /** Takes away all databases of this run but `keep`, which stays only where the server is kept. */
  close(options: { keep: string }): Promise<void>;
}

/** How to reach a data directory, and the server's password. */
export interface Cluster {
  native: string;
  directory: string;
  account: Account | null;
  password: string;
}

/** A prefix that no other run has. */
export function newPrefix(): string {
  return `fairway_test_${randomBytes(4).toString('hex')}_`;
}

/** A server in a new folder of its own, which goes with it. */
export async function openFreshServer(): Promise<TestServer> {
  const account = await findDatabaseAccount();
  // Programs may not be run from every file system that is kept in memory.
  const folders = [
    mkdtempSync(path.join(tmpdir(), 'fairway-test-')),
    makeDataFolder('fairway-test-'),
  ] as const;
  const remove = () => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true }));
  try {
    if (account) for (const folder of folders) chownSync(folder, account.uid, account.gid);
    const native = await findRunnableNative(folders[0], account);
    const cluster = await makeCluster({ native, directory: path.join(folders[1], 'cluster'), account });
    const server = await startCluster(cluster);
    const disarm = armWatchdog(server.pid, folders);
    const close = async () => {
      await server.stop();
      remove();
      disarm();
    };
    return { url: urlOf(cluster, server), prefix: newPrefix(), isKept: false, cloning: 'file_copy', close };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Makes a data directory with a password of its own. */
export async function makeCluster(place: Omit<Cluster, 'password'>): Promise<Cluster> {
  const cluster = { ...place, password: randomBytes(16).toString('hex') };
  await initialiseDirectory(cluster);
  return cluster;
}

/** Starts the server of a data directory on whatever port is free. */
export async function startCluster(cluster: Cluster): Promise<Server> {
  const rest = { settings: TEST_SETTINGS, log: () => undefined };
  for (let attempt = 1; ; attempt += 1) {
    const port = await findFreePort();
    try {
      return await startServer({ ...cluster, ...rest, port });
    } catch (error) {
      const isTaken = error instanceof ServerStartError && error.isPortBusy;
      if (!isTaken || attempt === START_ATTEMPTS) throw error;
    }
  }
}

export function urlOf(cluster: Cluster, server: Server): string {
  return `postgres://${SUPERUSER}:${cluster.password}@127.0.0.1:${server.port}/postgres`;
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

/** However this process ends, also by Ctrl-C or a kill, its pipe to the watchdog closes, and the watchdog ends the server
 *  and takes these folders away. */
export function armWatchdog(pid: number, folders: readonly string[]): () => void {
  if (!existsSync('/bin/sh')) return () => undefined;
  const script =
    'cat >/dev/null; pid="$1"; shift; kill -QUIT "$pid" 2>/dev/null && sleep 1; [ $# = 0 ] || rm -rf "$@"';
  const watchdog = spawn('/bin/sh', ['-c', script, 'sh', String(pid), ...folders], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watchdog.unref();
  return () => void watchdog.kill('SIGKILL');
}

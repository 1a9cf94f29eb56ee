import { execFile } from 'node:child_process';
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { withConnection } from '../../../dev/connection.ts';
import { findDatabaseAccount } from '../../../dev/postgres/account.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../dev/postgres/embedded.ts';
import { migrate } from '../../../service/src/db/migrate.ts';

const run = promisify(execFile);
// Room for a migrated database and some minutes of load.
const SMALL_DISK_MIB = 48;
const STARTED_AGAIN_WITHIN_MS = 150_000;
const LOOK_MS = 50;

/** A durable PostgreSQL of a test's own, which may be stopped, killed and filled up. */
export interface PrivatePostgres {
  port: number;
  url(database: string): string;
  /** Makes a database with all of the service's migrations applied, on the small disk if there is one. */
  createServiceDatabase(name: string): Promise<string>;
  createDatabase(name: string): Promise<string>;
  /** Ends every process of the server at once, without a checkpoint, as `pg_ctl stop -m immediate` does, and waits until
   *  whoever keeps it has started it again, at its port. */
  restartImmediately(): Promise<void>;
  /** Null unless asked for, and where this machine or who runs this cannot make a disk small. */
  disk: SmallDisk | null;
  close(): Promise<void>;
}

/** Where the databases' files are, apart from the server's log of writes. */
interface SmallDisk {
  /** Leaves not a byte. */
  fill(): Promise<void>;
  free(): Promise<void>;
}

/** Starts one. With `isSmall` its databases lie on a disk of their own that can be filled up. */
export async function startPrivatePostgres(options: { isSmall?: boolean } = {}): Promise<PrivatePostgres> {
  const home = await mkdtemp(path.join(tmpdir(), 'fairway-faults-'));
  const server = await startEmbeddedPostgres({ home, log: () => undefined });
  const folder = options.isSmall ? await mountSmallDisk(home) : null;
  if (folder) await ask(server.url('postgres'), `create tablespace small location '${folder}'`);
  const createDatabase = async (name: string) => {
    await ask(server.url('postgres'), `create database ${name} ${folder ? 'tablespace small' : ''}`);
    return server.url(name);
  };
  return {
    port: Number(new URL(server.url('postgres')).port),
    url: (database) => server.url(database),
    createDatabase,
    createServiceDatabase: async (name) => {
      const url = await createDatabase(name);
      await migrate(url);
      return url;
    },
    restartImmediately: () => restartImmediately(server),
    disk: folder ? smallDisk(folder) : null,
    close: async () => {
      await server.stop();
      if (folder) await run('umount', [folder]);
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function restartImmediately(server: EmbeddedPostgres): Promise<void> {
  const pid = await postmasterOf(server);
  process.kill(pid, 'SIGQUIT');
  const until = performance.now() + STARTED_AGAIN_WITHIN_MS;
  for (;;) {
    const now = await postmasterOf(server).catch(() => null);
    if (now !== null && now !== pid) return;
    if (performance.now() > until) throw new Error('the server was not started again');
    await wait(LOOK_MS);
  }
}

async function postmasterOf(server: EmbeddedPostgres): Promise<number> {
  const [row] = await ask(
    server.url('postgres'),
    `select split_part(pg_read_file('postmaster.pid'), chr(10), 1) as pid`,
  );
  return Number(row!['pid']);
}

// Only who may mount can make a disk small.
async function mountSmallDisk(home: string): Promise<string | null> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  const folder = path.join(home, 'small');
  await mkdir(folder);
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${SMALL_DISK_MIB}m,mode=0700`, 'tmpfs', folder]);
  } catch {
    return null;
  }
  const account = await findDatabaseAccount();
  if (account) await chown(folder, account.uid, account.gid);
  return folder;
}

function smallDisk(folder: string): SmallDisk {
  const ballast = path.join(folder, 'ballast');
  const full = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOSPC') throw error;
  };
  return {
    // One write of more than there is takes what is left.
    fill: () => writeFile(ballast, Buffer.alloc(SMALL_DISK_MIB * 1024 * 1024)).catch(full),
    free: () => rm(ballast, { force: true }),
  };
}

/** Runs one statement on a connection of its own. */
export async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const { rows } = await withConnection(url, (client) => client.query<Record<string, unknown>>(statement));
  return rows;
}

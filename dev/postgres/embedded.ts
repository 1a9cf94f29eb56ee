import { randomBytes } from 'node:crypto';
import { chown, mkdir, realpath, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { escapeIdentifier } from 'pg';
import { withConnection } from '../connection.ts';
import { keptSecret, readIfThere } from '../../local/files.ts';
import { keepRunning } from './keeper.ts';
import { settleLeftovers, unfinishedName } from './leftover.ts';
import { choosePlace } from './place.ts';
import type { Place } from './place.ts';
import { SUPERUSER, ServerStartError, findFreePort, initialiseDirectory } from './server.ts';
import { runTool, startServer } from './server.ts';
import type { Server, ServerOptions } from './server.ts';

const START_ATTEMPTS = 5;
const ORPHANS_LIMIT_MS = 10_000;
const LOOK_AGAIN_MS = 100;
const WRONG_PASSWORD = '28P01';

// A whole `npm start` is to fit into 300 MB, so everything that costs a process or memory and serves only
// bigger machines is off. Durability is not touched.
const SETTINGS = {
  shared_buffers: '16MB',
  max_connections: '60',
  work_mem: '2MB',
  maintenance_work_mem: '32MB',
  max_wal_size: '256MB',
  min_wal_size: '32MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  max_parallel_workers_per_gather: '0',
  autovacuum_max_workers: '1',
  io_method: 'sync',
  jit: 'off',
};

export interface EmbeddedPostgres {
  url(database: string): string;
  createDatabaseIfMissing(name: string): Promise<void>;
  /** Resolves when the server has ended for good; one that ended by itself is started again. */
  exited: Promise<void>;
  stop(): Promise<void>;
}

interface EmbeddedPostgresOptions {
  /** The caller holds its lock. */
  home: string;
  /** Wished for; when somebody else has it, another is taken. */
  port?: number;
  log: (line: string) => void;
}

/** Starts the PostgreSQL of a home, making it at the first start, and repairs what a killed process left.
 *  Refuses with a sentence that names DATABASE_URL where this machine cannot run it. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.home, { recursive: true, mode: 0o700 });
  const home = await realpath(options.home);
  const place = await choosePlace(home, options.log);
  const directory = path.join(place.base, 'postgres');
  const passwordFile = path.join(home, 'postgres-password');
  const isPasswordKnown = (await readIfThere(passwordFile)) !== null;
  // Data kept apart from its home outlives a home that somebody removed to begin anew.
  if (place.base !== home && !isPasswordKnown) await setAside(directory);
  const isThere = await settleLeftovers(directory, options.log);
  const password = await keptSecret(passwordFile, () => randomBytes(24).toString('hex'));
  if (!isThere) await makeDatabase(place, directory, password);
  if (isThere && !isPasswordKnown) await setPassword(place, directory, password);
  const server = await startSomewhere(place, directory, options.port ?? 0);
  const url = (database: string) =>
    `postgres://${SUPERUSER}:${password}@127.0.0.1:${server.port}/${encodeURIComponent(database)}`;
  try {
    await verifyLogin(url('postgres'), passwordFile);
  } catch (error) {
    await server.stop();
    throw error;
  }
  // At its port: whoever uses it knows no other.
  const startAgain = async () => {
    await settleLeftovers(directory, options.log);
    return startServer(serverOptions(place, directory, server.port));
  };
  const kept = keepRunning(server, startAgain, options.log);
  return { url, createDatabaseIfMissing: (name) => createDatabaseIfMissing(url('postgres'), name), ...kept };
}

function serverOptions(place: Place, directory: string, port: number): ServerOptions {
  const { native, account } = place;
  return { native, account, directory, port, settings: SETTINGS, log: () => undefined };
}

async function setAside(directory: string): Promise<void> {
  const aside = `${directory}.of-removed-home`;
  await rm(aside, { recursive: true, force: true });
  await rename(directory, aside).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

// Made under another name and renamed when complete: a kill in between leaves nothing that looks like one.
async function makeDatabase(place: Place, directory: string, password: string): Promise<void> {
  const draft = unfinishedName(directory, randomBytes(4).toString('hex'));
  const { native, account } = place;
  try {
    // The account may enter the home but not write there, so the folder is made for it.
    await mkdir(draft, { mode: 0o700 });
    if (account) await chown(draft, account.uid, account.gid);
    await initialiseDirectory({ native, directory: draft, account, password });
    await rename(draft, directory);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

// The password file went away with its database still here: single-user mode asks for none.
async function setPassword(place: Place, directory: string, password: string): Promise<void> {
  const { native, account } = place;
  const input = `alter user ${SUPERUSER} password '${password}'\n`;
  const flags = ['--single', '-D', directory, 'postgres'];
  const result = await runTool({ native, tool: 'postgres', flags, account, folder: directory, input });
  if (result.code !== 0) throw new Error(`PostgreSQL took no new password:\n${result.output}`);
}

async function startSomewhere(place: Place, directory: string, wished: number): Promise<Server> {
  const orphansEnd = performance.now() + ORPHANS_LIMIT_MS;
  let port = wished || (await findFreePort());
  for (let attempt = 1; ;) {
    try {
      return await startServer(serverOptions(place, directory, port));
    } catch (error) {
      if (!(error instanceof ServerStartError)) throw error;
      if (error.isPortBusy && attempt < START_ATTEMPTS) {
        attempt += 1;
        port = await findFreePort();
      } else if (isHeldByOrphans(error) && performance.now() < orphansEnd) {
        await pause(LOOK_AGAIN_MS);
      } else throw error;
    }
  }
}

// After a kill of the server alone, its children finish their statement before they notice.
function isHeldByOrphans(error: ServerStartError): boolean {
  return error.message.includes('pre-existing shared memory block');
}

async function verifyLogin(url: string, passwordFile: string): Promise<void> {
  try {
    await withConnection(url, (client) => client.query('select 1'));
  } catch (error) {
    if ((error as { code?: string }).code !== WRONG_PASSWORD) throw error;
    throw new Error(
      `The password in ${passwordFile} is not the database's: remove that file to set a new one.`,
      { cause: error },
    );
  }
}

/** Makes the database `name` on the server of `url`, unless it is there. */
export async function createDatabaseIfMissing(url: string, name: string): Promise<void> {
  await withConnection(url, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (!rowCount) await client.query(`create database ${escapeIdentifier(name)}`);
  });
}

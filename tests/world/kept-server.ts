import { chownSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { withConnection } from '../../dev/connection.ts';
import { readIfThere, writePrivate } from '../../local/files.ts';
import { FileInUseError, type FileLock, holdFile } from '../../local/lock.ts';
import { canReach, findDatabaseAccount } from '../../dev/postgres/account.ts';
import { settleLeftovers } from '../../dev/postgres/leftover.ts';
import { findNativeFolder } from '../../dev/postgres/server.ts';
import type { Server } from '../../dev/postgres/server.ts';
import { birthOf } from '../../local/processes.ts';
import { databases, dropDatabase } from './given-server.ts';
import { type Cluster, type TestServer, armWatchdog } from './test-server.ts';
import { makeCluster, newPrefix, startCluster, urlOf } from './test-server.ts';

// So many runs in one checkout find a server that was kept; more of them build one of their own.
const PLACES = 3;
const KEPT_MS = 24 * 60 * 60 * 1_000;
const OWN_DATABASES = ['postgres', 'template0', 'template1'];

/** What a run writes down when it gives its server back whole. */
interface Receipt extends Stamp {
  password: string;
  made_at_ms: number;
}

interface Stamp {
  programs: string;
  boot: string;
}

/** A server whose data directory is kept in `folder` between runs, each used by one run at a time; null where all are in
 *  use, or the account that PostgreSQL runs as cannot reach the checkout.
 *
 *  A directory is used again only when the run before gave it back whole: it writes a receipt last, and whoever takes the
 *  directory removes that first. So what a killed run, a changed PostgreSQL or a crash of the machine left is made anew. */
export async function openKeptServer(folder: string): Promise<TestServer | null> {
  const account = await findDatabaseAccount();
  const native = await findNativeFolder();
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const reach = await canReach({ native, folder, account });
  if (!reach.native || !reach.folder) return null;
  const held = await holdPlace(folder);
  if (!held) return null;
  try {
    const place = { native, directory: path.join(held.place, 'cluster'), account };
    const { cluster, server, made_at_ms } = await startKept(held.place, place);
    const disarm = armWatchdog(server.pid, []);
    const url = urlOf(cluster, server);
    const close = async ({ keep }: { keep: string }) => {
      await dropAllBut(url, keep);
      await server.stop();
      disarm();
      await writeReceipt(held.place, { ...(await stamp(native)), password: cluster.password, made_at_ms });
      await held.lock.release();
    };
    return { url, prefix: newPrefix(), isKept: true, cloning: 'file_copy', close };
  } catch (error) {
    await held.lock.release();
    throw error;
  }
}

async function holdPlace(folder: string): Promise<{ place: string; lock: FileLock } | null> {
  for (let number = 1; number <= PLACES; number += 1) {
    const place = path.join(folder, String(number));
    try {
      return { place, lock: await holdFile(`${place}.lock`) };
    } catch (error) {
      if (!(error instanceof FileInUseError)) throw error;
    }
  }
  return null;
}

async function startKept(
  place: string,
  options: Omit<Cluster, 'password'>,
): Promise<{ cluster: Cluster; server: Server; made_at_ms: number }> {
  const receipt = await takeReceipt(place);
  if (receipt && isGood(receipt, { ...(await stamp(options.native)), now_ms: Date.now() })) {
    const cluster = { ...options, password: receipt.password };
    const server = await startCluster(cluster).catch(() => null);
    if (server) return { cluster, server, made_at_ms: receipt.made_at_ms };
  }
  await clear(place, options);
  const made_at_ms = Date.now();
  const cluster = await makeCluster(options);
  return { cluster, server: await startCluster(cluster), made_at_ms };
}

/** Whether the directory of a receipt is of these programs and this start of the machine, and made within a day. */
export function isGood(receipt: Receipt, here: Stamp & { now_ms: number }): boolean {
  const age = here.now_ms - receipt.made_at_ms;
  return receipt.programs === here.programs && receipt.boot === here.boot && age >= 0 && age < KEPT_MS;
}

// The server of a run that was killed may still be about to end.
async function clear(place: string, { directory, account }: Omit<Cluster, 'password'>): Promise<void> {
  mkdirSync(place, { recursive: true, mode: 0o755 });
  await settleLeftovers(directory, () => undefined);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { mode: 0o755 });
  if (account) chownSync(place, account.uid, account.gid);
}

async function dropAllBut(url: string, keep: string): Promise<void> {
  await withConnection(url, async (client) => {
    const left = (await databases(client)).filter((name) => name !== keep && !OWN_DATABASES.includes(name));
    for (const name of left) await dropDatabase(client, name);
  });
}

// Nothing is flushed to the disk, so a directory is good only until the machine starts anew.
async function stamp(native: string): Promise<Stamp> {
  const boot =
    process.platform === 'linux' ? readFile('/proc/sys/kernel/random/boot_id', 'utf8') : birthOf(1);
  const { version } = JSON.parse(readFileSync(path.join(native, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  return { programs: `${native} ${version}`, boot: String(await boot).trim() };
}

function receiptFile(place: string): string {
  return `${place}.receipt`;
}

async function takeReceipt(place: string): Promise<Receipt | null> {
  const text = await readIfThere(receiptFile(place));
  rmSync(receiptFile(place), { force: true });
  try {
    return text === null ? null : (JSON.parse(text) as Receipt);
  } catch {
    return null;
  }
}

function writeReceipt(place: string, receipt: Receipt): Promise<void> {
  return writePrivate(receiptFile(place), JSON.stringify(receipt));
}

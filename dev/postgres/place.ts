import { createHash } from 'node:crypto';
import { chmod, chown, cp, lstat, mkdir, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { canEnter, canReach, findDatabaseAccount } from './account.ts';
import { findNativeFolder } from './server.ts';
import type { Account } from './server.ts';

// Survives a restart of the machine, unlike /tmp.
const FALLBACK_ROOT = '/var/tmp';
const HASH_LENGTH = 12;

/** Where the database's programs and data are, and who runs it. */
export interface Place {
  native: string;
  /** The folder above the data directory; the account may enter it. */
  base: string;
  account: Account | null;
}

/** Chooses a place that the account which PostgreSQL runs as can reach: the installed programs and `home`,
 *  or else copies and data below /var/tmp, said in one sentence. */
export async function choosePlace(home: string, log: (line: string) => void): Promise<Place> {
  const account = await findDatabaseAccount();
  const installed = await findNativeFolder();
  // The other account has to pass through; the files in it stay ours alone.
  await chmod(home, account ? 0o711 : 0o700);
  const reach = await canReach({ native: installed, folder: home, account });
  if (reach.native && reach.folder) return { native: installed, base: home, account };
  if (!account) throw unusable(`PostgreSQL does not run on this machine (${installed})`);
  const fallback = await makeFallback(home, account);
  const base = reach.folder ? home : fallback;
  const native = reach.native ? installed : await copyNative(installed, fallback);
  if (!(await canReach({ native, folder: base, account })).native) {
    throw unusable(`PostgreSQL does not run on this machine (${native})`);
  }
  const kept = [...(reach.folder ? [] : ['data']), ...(reach.native ? [] : ['programs'])].join(' and ');
  const closed = [...(reach.folder ? [] : [home]), ...(reach.native ? [] : [installed])].join(' and ');
  log(`The user ${account.name} cannot enter ${closed}, so PostgreSQL keeps its ${kept} in ${fallback}.`);
  return { native, base, account };
}

async function makeFallback(home: string, account: Account): Promise<string> {
  const hash = createHash('sha256')
    .update(await realpath(home))
    .digest('hex')
    .slice(0, HASH_LENGTH);
  const folder = path.join(FALLBACK_ROOT, `fairway-${hash}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw unusable(`PostgreSQL's user ${account.name} cannot reach ${home}, and ${String(error)}`);
  }
  const { uid } = await lstat(folder);
  // Anybody may make folders there: one that is another's is not trusted with data.
  if (uid !== 0 && uid !== account.uid) throw unusable(`${folder} belongs to another user`);
  await chown(folder, account.uid, account.gid);
  await chmod(folder, 0o700);
  if (await canEnter(folder, account)) return folder;
  throw unusable(`PostgreSQL's user ${account.name} can reach neither ${home} nor ${folder}`);
}

async function copyNative(installed: string, folder: string): Promise<string> {
  const version = createHash('sha256').update(installed).digest('hex').slice(0, HASH_LENGTH);
  const copy = path.join(folder, `native-${version}`);
  await rm(copy, { recursive: true, force: true });
  await cp(installed, copy, { recursive: true, verbatimSymlinks: true });
  await chmod(copy, 0o755);
  return copy;
}

function unusable(reason: string): Error {
  return new Error(`${reason}: set DATABASE_URL to a PostgreSQL 15 or newer.`);
}

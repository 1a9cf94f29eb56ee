import { randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { link, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readIfThere, writePrivate } from './files.ts';
import { birthOf, isAlive } from './processes.ts';

const ATTEMPTS = 1_000;
const LOOK_AGAIN_MS = 20;
// One whose parent was killed notices within this time that it is to stop.
const PATIENCE_MS = 1_000;
const STOPPING_PATIENCE_MS = 10_000;
const OURS_ALONE = 0o700;
const AS_ANY = 0o777;

export interface FileLock {
  /** Tells whoever comes next that waiting for us is worth it. */
  announceStop(): Promise<void>;
  release(): Promise<void>;
}

export type HomeLock = FileLock;

/** Another process holds the lock. */
export class FileInUseError extends Error {
  readonly pid: number;
  constructor(file: string, pid: number) {
    super(`${file} is held by process ${pid}.`);
    this.name = 'FileInUseError';
    this.pid = pid;
  }
}

/** Another process runs on the same home. */
export class HomeInUseError extends Error {
  constructor(home: string, pid: number) {
    super(`${home} is in use by process ${pid}: stop that one first, or set FAIRWAY_HOME to another folder.`);
    this.name = 'HomeInUseError';
  }
}

/** The home is no folder that we may write to. */
export class HomeUnusableError extends Error {
  constructor(home: string, reason: string) {
    super(`${home} cannot be used (${reason}): set FAIRWAY_HOME to a folder that may be written to.`);
    this.name = 'HomeUnusableError';
  }
}

const UNUSABLE = new Set(['EACCES', 'EEXIST', 'ENAMETOOLONG', 'ENOENT', 'ENOTDIR', 'EPERM', 'EROFS']);

/** Makes us the only process on `home` until released. The lock of a process that is gone does not count,
 *  and one that is stopping is waited for. Refuses with HomeInUseError and HomeUnusableError. */
export async function lockHome(home: string): Promise<HomeLock> {
  try {
    // What is above it is not ours alone: the database's own user has to pass through.
    await makeFolder(path.dirname(home), AS_ANY);
    return await holdFile(path.join(home, 'lock'));
  } catch (error) {
    if (error instanceof FileInUseError) throw new HomeInUseError(home, error.pid);
    const { code, message } = error as NodeJS.ErrnoException;
    throw UNUSABLE.has(code ?? '') ? new HomeUnusableError(home, message) : error;
  }
}

/** Holds a lock by its file until it is released, as `lockHome` does. Refuses with FileInUseError. */
export async function holdFile(file: string): Promise<FileLock> {
  const mine = `${process.pid} ${await birthOf(process.pid)}`;
  const began = performance.now();
  await makeFolder(path.dirname(file), OURS_ALONE);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    if (await place(file, `${mine} running\n`)) return ownLock(file, mine);
    const found = await readIfThere(file);
    if (found === null) continue;
    const holder = await livingHolder(found);
    if (holder === null) await discard(file, found);
    else {
      const patience = found.includes(' stopping') ? STOPPING_PATIENCE_MS : PATIENCE_MS;
      if (performance.now() - began > patience) throw new FileInUseError(file, holder);
      await pause(LOOK_AGAIN_MS);
    }
  }
  throw new Error(`${file} keeps changing hands: remove it when no process that could hold it runs.`);
}

// Node's own recursion never ends where a folder that is there denies it, as /proc does.
async function makeFolder(folder: string, mode: number): Promise<void> {
  const above = path.dirname(folder);
  if (above !== folder && !existsSync(above)) await makeFolder(above, mode);
  await mkdir(folder, { mode }).catch((error: unknown) => {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  });
}

function ownLock(file: string, mine: string): FileLock {
  return {
    announceStop: () => writePrivate(file, `${mine} stopping\n`),
    release: async () => {
      if ((await readIfThere(file))?.startsWith(`${mine} `)) await rm(file, { force: true });
    },
  };
}

// A link appears with its content or not at all, so nobody ever reads half a lock.
async function place(file: string, text: string): Promise<boolean> {
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  await writePrivate(draft, text);
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function livingHolder(text: string): Promise<number | null> {
  const [pid = '', birth] = text.trim().split(' ');
  const holder = Number(pid);
  if (!isAlive(holder) || holder === process.pid) return null;
  return birth === String(await birthOf(holder)) ? holder : null;
}

// Somebody quicker may have discarded the stale lock and placed a living one since it was read; that one
// is put back.
async function discard(file: string, stale: string): Promise<void> {
  const aside = `${file}.${randomBytes(4).toString('hex')}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if ((await readIfThere(aside)) !== stale) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}

import { readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readIfThere } from '../../local/files.ts';
import { commandLineOf, isAlive, processesIn } from '../../local/processes.ts';
import { resumeServer } from './resume.ts';

const FAST_STOP_LIMIT_MS = 10_000;
const IMMEDIATE_STOP_LIMIT_MS = 5_000;
const ORPHANS_LIMIT_MS = 10_000;
const LOOK_AGAIN_MS = 20;

/** Puts right what a process that was killed left in `directory` and beside it, and tells whether a
 *  database is there. Data is never deleted: a directory that cannot be one is moved aside. */
export async function settleLeftovers(directory: string, log: (line: string) => void): Promise<boolean> {
  await removeUnfinished(directory);
  if (!(await exists(directory))) return false;
  if (!(await exists(path.join(directory, 'global', 'pg_control')))) {
    const aside = `${directory}.incomplete-${Date.now()}`;
    await rename(directory, aside);
    log(`The database in ${directory} was never completed: moved to ${aside}, starting anew.`);
    return false;
  }
  await settlePidFile(directory, log);
  return true;
}

/** Where a new database is made before it takes its place, which it does whole or not at all. */
export function unfinishedName(directory: string, mark: string): string {
  return `${directory}.new-${mark}`;
}

async function removeUnfinished(directory: string): Promise<void> {
  const folder = path.dirname(directory);
  const start = `${path.basename(directory)}.new-`;
  for (const entry of await readdir(folder)) {
    if (entry.startsWith(start)) await rm(path.join(folder, entry), { recursive: true, force: true });
  }
}

async function settlePidFile(directory: string, log: (line: string) => void): Promise<void> {
  const file = path.join(directory, 'postmaster.pid');
  const pid = Number((await readIfThere(file))?.split('\n')[0]);
  // The server itself takes away the file of a process that is gone, after looking for its children.
  if (!isAlive(pid)) return;
  if (await isServerOf(pid, directory)) {
    log(`PostgreSQL still ran in ${directory} as process ${pid}: stopping that one first.`);
    await stopServerOf(pid, directory);
    return;
  }
  // The id went to another program since, for which the server would refuse to start. Its own way of
  // telling orphaned children goes with the file, so they are waited for here.
  await until(async () => (await processesIn(directory)).length === 0, ORPHANS_LIMIT_MS);
  await rm(file, { force: true });
}

async function isServerOf(pid: number, directory: string): Promise<boolean> {
  const command = await commandLineOf(pid);
  return command !== null && command.includes('postgres') && `${command} `.includes(` -D ${directory} `);
}

async function stopServerOf(pid: number, directory: string): Promise<void> {
  // One that has ended but whose parent has not asked for it yet still has its id, without a command.
  const isGone = async () => !(await isServerOf(pid, directory));
  signal(pid, 'SIGINT');
  await resumeServer(pid, directory);
  if (await until(isGone, FAST_STOP_LIMIT_MS)) return;
  signal(pid, 'SIGQUIT');
  if (await until(isGone, IMMEDIATE_STOP_LIMIT_MS)) return;
  throw new Error(`PostgreSQL of process ${pid} does not stop: end it, then start again.`);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function until(holds: () => Promise<boolean>, limitMs: number): Promise<boolean> {
  const end = performance.now() + limitMs;
  while (!(await holds())) {
    if (performance.now() > end) return false;
    await pause(LOOK_AGAIN_MS);
  }
  return true;
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

import { execFile } from 'node:child_process';
import { readFile, readdir, readlink } from 'node:fs/promises';

const PS_LIMIT_MS = 5_000;

/** Whether a process with this id exists, ours or not. */
export function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid < 1) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The command line of a process, words separated by spaces; null when there is none to see. */
export async function commandLineOf(pid: number): Promise<string | null> {
  if (process.platform === 'linux') {
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
    return words === null ? null : words.split('\0').join(' ').trim();
  }
  return ps(pid, 'command=');
}

/** When a process began, in the machine's own notation. With the id it names one process for good, as
 *  the id alone does not: ids are used again. Null for one that has ended, also while its parent has not asked what
 *  became of it: its id and birth are told until then. */
export async function birthOf(pid: number): Promise<string | null> {
  if (process.platform !== 'linux')
    return (await ps(pid, 'stat='))?.startsWith('Z') ? null : ps(pid, 'lstart=');
  const row = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // The second field is the program's name in brackets and may hold spaces; the third is the state, the 22nd the birth.
  const [state, ...rest] = row?.slice(row.lastIndexOf(')') + 2).split(' ') ?? [];
  return state === 'Z' || state === 'X' ? null : (rest[18] ?? null);
}

/** The processes whose working folder is `folder`; empty where the machine does not tell. */
export async function processesIn(folder: string): Promise<number[]> {
  const entries = await readdir('/proc').catch(() => []);
  const pids = entries.filter((entry) => /^\d+$/.test(entry));
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => null)));
  return pids.filter((_, index) => folders[index] === folder).map(Number);
}

function ps(pid: number, column: string): Promise<string | null> {
  return new Promise((resolve) => {
    const flags = ['-o', column, '-p', String(pid)];
    execFile('ps', flags, { timeout: PS_LIMIT_MS }, (error, text) => resolve(error ? null : text.trim()));
  });
}

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { runTool } from './server.ts';
import type { Account } from './server.ts';

const OWN_USER = 'postgres';
// On a machine where no user can be added, this one is there.
const LAST_RESORT_USER = 'nobody';
const ADD_USER_LIMIT_MS = 10_000;

/** The account that PostgreSQL runs as: ours (null), or, as PostgreSQL refuses to run as root, the user
 *  `postgres`, which is added when the machine has none. */
export async function findDatabaseAccount(): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  const known = await lookUp(OWN_USER);
  if (known) return known;
  await addUser();
  const account = (await lookUp(OWN_USER)) ?? (await lookUp(LAST_RESORT_USER));
  if (account) return account;
  throw new Error(
    'PostgreSQL does not run as root, and there is no user postgres here and none could be added: ' +
      'run as another user, or set DATABASE_URL to a PostgreSQL 15 or newer.',
  );
}

async function lookUp(name: string): Promise<Account | null> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const row = users.split('\n').find((line) => line.startsWith(`${name}:`));
  const [, , uid, gid] = row?.split(':') ?? [];
  return uid && gid ? { name, uid: Number(uid), gid: Number(gid) } : null;
}

// Debian and Red Hat have useradd, Alpine and other small systems adduser.
async function addUser(): Promise<void> {
  const shadow = ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', OWN_USER];
  if (await succeeds('useradd', shadow)) return;
  await succeeds('adduser', ['-S', '-D', '-H', '-s', '/bin/false', OWN_USER]);
}

function succeeds(command: string, flags: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(command, flags, { timeout: ADD_USER_LIMIT_MS }, (error) => resolve(!error));
  });
}

/** Whether `account` can run the programs in `native` and enter `folder`. Asked by doing it, because a
 *  mode that looks right says nothing about the folders above it. */
export async function canReach(options: {
  native: string;
  folder: string;
  account: Account | null;
}): Promise<{ native: boolean; folder: boolean }> {
  const { native, folder, account } = options;
  const version = runTool({ native, tool: 'postgres', flags: ['--version'], account, folder: '/' });
  return { native: (await version).code === 0, folder: await canEnter(folder, account) };
}

/** Whether `account` can enter a folder; for ourselves always true. */
export function canEnter(folder: string, account: Account | null): Promise<boolean> {
  if (!account) return Promise.resolve(true);
  return new Promise((resolve) => {
    // A new process enters its working folder before it changes user, so that would prove nothing.
    const identity = { uid: account.uid, gid: account.gid, cwd: '/' };
    execFile('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], identity, (error) => resolve(!error));
  });
}

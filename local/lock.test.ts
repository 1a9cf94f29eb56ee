import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HomeInUseError, lockHome } from './lock.ts';
import { birthOf } from './processes.ts';

let home: string;

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'fairway-lock-'));
});

afterEach(() => rm(home, { recursive: true, force: true }));

// A process that lives until its input ends.
function spawnIdler() {
  return spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
}

test('a home is locked until it is released', async () => {
  const lock = await lockHome(home);
  await lock.release();
  const again = await lockHome(home);
  await again.release();
  expect(await readdir(home)).toEqual([]);
});

test.skipIf(process.platform === 'win32')(
  'a new home is ours alone, and what is made above it is as any folder',
  async () => {
    const above = path.join(home, 'not', 'yet');
    const lock = await lockHome(path.join(above, 'there'));
    const modeOf = async (folder: string) => (await stat(folder)).mode & 0o777;
    await mkdir(path.join(home, 'any'));
    const usual = await modeOf(path.join(home, 'any'));
    expect([await modeOf(path.dirname(above)), await modeOf(above)]).toEqual([usual, usual]);
    expect(await modeOf(path.join(above, 'there'))).toBe(0o700);
    await lock.release();
  },
);

test('the second is told which process holds the home', async () => {
  const holder = spawnIdler();
  try {
    await writeFile(path.join(home, 'lock'), `${holder.pid} ${await birthOf(holder.pid ?? 0)} running\n`);
    const refused = await lockHome(home).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(HomeInUseError);
    expect(String(refused)).toContain(`process ${holder.pid}`);
  } finally {
    holder.stdin?.end();
  }
});

test('the lock of a process that was killed does not count', async () => {
  const holder = spawnIdler();
  await writeFile(path.join(home, 'lock'), `${holder.pid} ${await birthOf(holder.pid ?? 0)} running\n`);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  await (await lockHome(home)).release();
});

// Its parent never asks what became of it, and so the machine keeps its id as long as the parent lives.
test.runIf(process.platform === 'linux')(
  'the lock of a process that was killed and not yet reaped does not count',
  async () => {
    const script = 'sleep 60 & echo $!; exec sleep 60';
    const parent = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const pid = Number(String((await once(parent.stdout, 'data'))[0]).trim());
      await writeFile(path.join(home, 'lock'), `${pid} ${await birthOf(pid)} running\n`);
      process.kill(pid, 'SIGKILL');
      await expect.poll(() => stateOf(pid)).toBe('Z');
      await (await lockHome(home)).release();
    } finally {
      parent.kill('SIGKILL');
    }
  },
);

function stateOf(pid: number): string | undefined {
  const row = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return row.slice(row.lastIndexOf(')') + 2)[0];
}

test('a lock whose id went to another process since does not count', async () => {
  const stranger = spawnIdler();
  try {
    await writeFile(path.join(home, 'lock'), `${stranger.pid} 1 running\n`);
    await (await lockHome(home)).release();
  } finally {
    stranger.stdin?.end();
  }
});

test('a lock that nobody can read does not count', async () => {
  await writeFile(path.join(home, 'lock'), 'nonsense');
  await (await lockHome(home)).release();
});

test('a holder that announced its stop is waited for', async () => {
  const holder = spawnIdler();
  const file = path.join(home, 'lock');
  await writeFile(file, `${holder.pid} ${await birthOf(holder.pid ?? 0)} stopping\n`);
  const waiting = lockHome(home);
  holder.stdin?.end();
  await once(holder, 'exit');
  await (await waiting).release();
});

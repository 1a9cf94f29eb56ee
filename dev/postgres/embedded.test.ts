import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withConnection } from '../connection.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import type { EmbeddedPostgres } from './embedded.ts';
import { isAlive, processesIn } from '../../local/processes.ts';

let home: string;
let said: string[];

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'fairway-postgres-'));
  said = [];
});

afterEach(() => rm(home, { recursive: true, force: true }));

function start(port?: number): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ home, port, log: (line) => said.push(line) });
}

function query(server: EmbeddedPostgres, text: string): Promise<Record<string, unknown>[]> {
  return queryAt(server.url('kept'), text);
}

function queryAt(url: string, text: string): Promise<Record<string, unknown>[]> {
  return withConnection(url, async (client) => (await client.query<Record<string, unknown>>(text)).rows);
}

async function startWithRow(): Promise<EmbeddedPostgres> {
  const server = await start();
  await server.createDatabaseIfMissing('kept');
  await query(server, 'create table rows (n int); insert into rows values (7)');
  return server;
}

async function expectRow(server: EmbeddedPostgres): Promise<void> {
  try {
    expect(await query(server, 'select n from rows')).toEqual([{ n: 7 }]);
  } finally {
    await server.stop();
  }
}

async function serverPid(): Promise<number> {
  return Number((await readFile(path.join(home, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

test('a second start finds the data of the first', async () => {
  const first = await startWithRow();
  await first.createDatabaseIfMissing('kept');
  await first.stop();
  await first.stop();
  await expectRow(await start());
  expect(said).toEqual([]);
});

test('the password is made anew for each home and only we may read it', async () => {
  const server = await start();
  await server.stop();
  const file = path.join(home, 'postgres-password');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readFile(file, 'utf8')).trim()).toMatch(/^[0-9a-f]{48}$/);
});

test('durability is on and nobody gets in without the password', async () => {
  const server = await startWithRow();
  try {
    const [row] = await query(server, "select current_setting('fsync') as fsync");
    expect(row).toEqual({ fsync: 'on' });
    const url = new URL(server.url('kept'));
    url.password = 'guess';
    await expect(queryAt(url.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  } finally {
    await server.stop();
  }
});

/** The server of a starter that was killed, with a row in it; returns its process. */
async function leaveServer(): Promise<number> {
  const module = path.join(import.meta.dirname, 'embedded.ts');
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(module)};
    const server = await startEmbeddedPostgres({ home: ${JSON.stringify(home)}, log: () => undefined });
    await server.createDatabaseIfMissing('kept');
    console.log(server.url('kept'));
    setInterval(() => undefined, 1e6);`;
  const starter = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'pipe' });
  const [printed] = (await once(starter.stdout, 'data')) as [Buffer];
  await queryAt(printed.toString('utf8').trim(), 'create table rows (n int); insert into rows values (7)');
  starter.kill('SIGKILL');
  await once(starter, 'exit');
  return serverPid();
}

/** As a machine that sleeps, or a debugger, holds them. */
async function freezeServer(): Promise<void> {
  for (const pid of await processesIn(path.join(home, 'postgres'))) process.kill(pid, 'SIGSTOP');
}

test('a server whose starter was killed is stopped and its data kept', async () => {
  const orphan = await leaveServer();
  expect(isAlive(orphan)).toBe(true);
  const server = await start();
  expect(said.join()).toContain(`process ${orphan}`);
  expect(await serverPid()).not.toBe(orphan);
  await expectRow(server);
});

test.runIf(process.platform === 'linux')('a frozen server is stopped, with all that it started', async () => {
  const server = await startWithRow();
  await freezeServer();
  await server.stop();
  expect(await processesIn(path.join(home, 'postgres'))).toEqual([]);
  await expectRow(await start());
});

test.runIf(process.platform === 'linux')(
  'a server whose starter was killed and that is frozen is stopped and its data kept',
  async () => {
    const orphan = await leaveServer();
    await freezeServer();
    const server = await start();
    expect(await serverPid()).not.toBe(orphan);
    await expectRow(server);
  },
);

test.each(['SIGKILL', 'SIGQUIT'] as const)(
  'a server that was ended by %s is started again where it was, with what was committed',
  async (signal) => {
    const server = await startWithRow();
    let hasEnded = false;
    void server.exited.then(() => (hasEnded = true));
    const pid = await serverPid();
    process.kill(pid, signal);
    await expect.poll(() => query(server, 'select n from rows').catch(() => [])).toEqual([{ n: 7 }]);
    expect(await serverPid()).not.toBe(pid);
    const [first, ...waited] = said;
    expect([hasEnded, first]).toEqual([false, 'PostgreSQL has ended by itself: starting it again.']);
    // While what the killed one left behind has not ended.
    for (const line of waited) expect(line).toMatch(/^PostgreSQL does not start again yet: /);
    await server.stop();
    expect(hasEnded).toBe(true);
  },
);

test('a stop while it is started again leaves nothing running', async () => {
  const server = await startWithRow();
  process.kill(await serverPid(), 'SIGKILL');
  await expect.poll(() => said.length).toBeGreaterThan(0);
  await server.stop();
  await expectRow(await start());
});

test('a stale pid file whose id went to another program does not stand in the way', async () => {
  const first = await startWithRow();
  const file = path.join(home, 'postgres', 'postmaster.pid');
  const rest = (await readFile(file, 'utf8')).split('\n').slice(1);
  await first.stop();
  await writeFile(file, [String(process.pid), ...rest].join('\n'));
  await expectRow(await start());
});

test('a database directory that a killed setup left half made is replaced', async () => {
  await mkdir(path.join(home, 'postgres.new-1234', 'base'), { recursive: true });
  await mkdir(path.join(home, 'postgres'));
  await writeFile(path.join(home, 'postgres', 'PG_VERSION'), '18\n');
  const server = await startWithRow();
  expect(said.join()).toContain('never completed');
  expect((await readdir(home)).filter((name) => name.startsWith('postgres.new'))).toEqual([]);
  await expectRow(server);
});

test('when the wished port is busy another is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  try {
    const server = await start(port);
    expect(Number(new URL(server.url('postgres')).port)).not.toBe(port);
    await server.stop();
  } finally {
    other.close();
  }
});

test('a lost password file is replaced and the data is kept', async () => {
  await (await startWithRow()).stop();
  await rm(path.join(home, 'postgres-password'));
  await expectRow(await start());
});

test.skipIf(process.getuid?.() !== 0)(
  'a home that the database’s user cannot enter is said, and works',
  async () => {
    const closed = path.join(home, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const outer = home;
    home = path.join(closed, 'home');
    try {
      await (await startWithRow()).stop();
      expect(said[0]).toContain(`cannot enter ${home}`);
      const [, folder = ''] = /in (\/var\/tmp\/fairway-[0-9a-f]{12})\.$/.exec(said[0] ?? '') ?? [];
      expect(existsSync(path.join(folder, 'postgres', 'global', 'pg_control'))).toBe(true);
      await expectRow(await start());
      await rm(folder, { recursive: true, force: true });
    } finally {
      home = outer;
    }
  },
);

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withConnection } from '../../dev/connection.ts';
import { migrationsHash, openServer } from './cluster.ts';
import { databases } from './given-server.ts';
import { isGood, openKeptServer } from './kept-server.ts';
import type { TestServer } from './test-server.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

let root: string;
let folder: string;

// One folder for all tests: whatever one leaves there, the next has to get along with.
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'fairway-kept-'));
  // Whoever the server runs as has to pass through.
  chmodSync(root, 0o755);
  folder = path.join(root, 'node_modules', '.cache', 'test-database');
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

async function open(): Promise<TestServer> {
  const server = await openKeptServer(folder);
  if (!server) throw new Error('No server is kept here.');
  return server;
}

function namesOn(server: TestServer): Promise<string[]> {
  return withConnection(server.url, databases);
}

async function createOn(server: TestServer, name: string): Promise<void> {
  await withConnection(server.url, (client) => client.query(`create database ${name}`));
}

test('a run finds the template of the run before, and nothing else of it', async () => {
  const first = await open();
  for (const name of ['template_a', 'template_old', `${first.prefix}1`]) await createOn(first, name);
  await first.close({ keep: 'template_a' });
  const second = await open();
  try {
    expect(await namesOn(second)).toEqual(['postgres', 'template0', 'template1', 'template_a']);
    expect(second.prefix).not.toBe(first.prefix);
  } finally {
    await second.close({ keep: '' });
  }
});

/** A run in a process of its own, which holds its server until it is killed. */
async function openElsewhere(): Promise<{ url: string; process: ChildProcess }> {
  const module = path.join(import.meta.dirname, 'kept-server.ts');
  const script = `
    import { openKeptServer } from ${JSON.stringify(module)};
    const server = await openKeptServer(${JSON.stringify(folder)});
    console.log(server.url);
    setInterval(() => undefined, 1e6);`;
  const run = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'pipe' });
  const [printed] = (await once(run.stdout, 'data')) as [Buffer];
  return { url: printed.toString('utf8').trim(), process: run };
}

async function kill(run: ChildProcess): Promise<void> {
  run.kill('SIGKILL');
  await once(run, 'exit');
}

test('two runs at once have a server each', async () => {
  const other = await openElsewhere();
  const one = await open();
  try {
    await createOn(one, 'mine');
    expect(await withConnection(other.url, databases)).not.toContain('mine');
  } finally {
    await one.close({ keep: '' });
    await kill(other.process);
  }
});

test('what a killed run left is made anew', async () => {
  await (await open()).close({ keep: '' });
  const killed = await openElsewhere();
  await withConnection(killed.url, (client) => client.query('create database template_half_made'));
  await kill(killed.process);
  const next = await open();
  try {
    expect(await namesOn(next)).not.toContain('template_half_made');
    await expect(withConnection(killed.url, databases)).rejects.toThrow();
  } finally {
    await next.close({ keep: '' });
  }
});

const NOW_MS = 1_800_000_000_000;
const DAY_MS = 24 * 60 * 60 * 1_000;
const HERE = { programs: 'postgres 18', boot: 'b1', now_ms: NOW_MS };
const RECEIPT = { password: 'p', programs: 'postgres 18', boot: 'b1', made_at_ms: NOW_MS - DAY_MS + 1 };

test.each([
  ['as it was', {}, true],
  ['of another start of the machine', { boot: 'b2' }, false],
  ['of other programs', { programs: 'postgres 17' }, false],
  ['a day old', { made_at_ms: NOW_MS - DAY_MS }, false],
  ['of a time to come', { made_at_ms: NOW_MS + 1 }, false],
])('a server is good when it is %s: %j', (_what, change, good) => {
  expect(isGood({ ...RECEIPT, ...change }, HERE)).toBe(good);
});

test('a server that is not good any more is made anew', async () => {
  const first = await open();
  await createOn(first, 'template_a');
  await first.close({ keep: 'template_a' });
  const file = path.join(folder, '1.receipt');
  const receipt = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...receipt, boot: 'another' }));
  const second = await open();
  try {
    expect(await namesOn(second)).not.toContain('template_a');
  } finally {
    await second.close({ keep: '' });
  }
});

test('a data directory that does not start is made anew', async () => {
  await (await open()).close({ keep: '' });
  rmSync(path.join(folder, '1', 'cluster', 'global', 'pg_control'));
  const second = await open();
  expect(await namesOn(second)).toContain('template1');
  await second.close({ keep: '' });
});

test.each([
  ['continuous integration', { CI: 'true' }],
  ['a run of all tests', { TEST_SERVER: 'new' }],
])('%s builds its own server and keeps none', async (_name, environment) => {
  const checkout = path.join(root, 'own');
  const server = await openServer(environment, checkout);
  try {
    expect(server.isKept).toBe(false);
    expect(existsSync(checkout)).toBe(false);
  } finally {
    await server.close({ keep: '' });
  }
});

test('a server that is given loses what dead runs left there, and keeps what living ones use', async () => {
  const own = await open();
  try {
    const environment = { DATABASE_URL: own.url };
    const living = await openServer(environment);
    const dead = 'fairway_test_00000000_1';
    for (const name of ['fairway_test_kept', dead, `${living.prefix}1`]) await createOn(own, name);
    const next = await openServer(environment);
    const left = await namesOn(own);
    expect(left).not.toContain(dead);
    expect(left).toEqual(expect.arrayContaining(['fairway_test_kept', `${living.prefix}1`]));
    await living.close({ keep: '' });
    expect(await namesOn(own)).not.toContain(`${living.prefix}1`);
    await next.close({ keep: '' });
  } finally {
    await own.close({ keep: '' });
  }
});

test('a template is of these migrations, and of no others', () => {
  for (const made of ['service/migrations', 'service/src/db']) {
    cpSync(path.join(ROOT, made), path.join(root, made), { recursive: true });
  }
  const same = migrationsHash(root);
  expect(same).toBe(migrationsHash(ROOT));
  writeFileSync(path.join(root, 'service/migrations/0999_more.sql'), 'select 1;\n');
  expect(migrationsHash(root)).not.toBe(same);
});

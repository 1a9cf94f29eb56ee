import { spawnSync } from 'node:child_process';
import { afterAll, expect, test } from 'vitest';
import { startTcpProxy } from '../tests/faults/world/tcp-proxy.ts';
import { createDatabase, type TestDatabase } from '../tests/world/database.ts';
import { run, start, until } from './cli.fixture.ts';

const LIMIT_MS = 180_000;
const databases: TestDatabase[] = [];
afterAll(() => Promise.all(databases.map((database) => database.drop())));

async function emptyDatabase(): Promise<{ DATABASE_URL: string }> {
  const database = await createDatabase();
  databases.push(database);
  return { DATABASE_URL: database.url };
}

const SETTINGS = {
  PORT: '0',
  OPERATOR_TOKEN: 'operator-token-of-this-test-0123456789',
  SECRETS_KEY: 'secrets-key-of-this-test-0123456789abc',
  LOG_LEVEL: 'silent',
};

test('migrate applies what is missing, and nothing twice', { timeout: LIMIT_MS }, async () => {
  const env = await emptyDatabase();
  const checked = await run(['check'], env);
  expect([checked.code, checked.stderr]).toEqual([2, expect.stringContaining('run fairway migrate')]);
  const asked = await run(['migrate', '--dry-run', '--json'], env);
  expect(asked).toMatchObject({ code: 1, stderr: '' });
  const first = await run(['migrate', '--json'], env);
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(first.stdout).applied).toContain('0001_channels.sql');
  // A rehearsal names what is applied afterwards, and applies nothing itself.
  expect(JSON.parse(asked.stdout).outstanding).toEqual(JSON.parse(first.stdout).applied);
  const none = await run(['migrate', '--dry-run'], env);
  expect(none).toMatchObject({ code: 0, stdout: 'Nothing is outstanding.\n' });
  expect(await run(['migrate'], env)).toMatchObject({ code: 0, stdout: 'Nothing to apply.\n' });
});

test('serve does not take an empty list of roles for both', { timeout: LIMIT_MS }, async () => {
  const settings = { ...SETTINGS, DATABASE_URL: 'postgres://127.0.0.1:1/nowhere' };
  const { code, stderr } = await run(['serve', '--roles', ''], settings);
  expect([code, stderr]).toEqual([2, expect.stringContaining('--roles is empty')]);
});

test(
  'serve says where it serves, announces its stop, and ends with 0 on a signal',
  { timeout: LIMIT_MS },
  async () => {
    const settings = { ...(await emptyDatabase()), ...SETTINGS, STOP_DELAY_SECONDS: '1' };
    const serving = start(['serve', '--roles', 'api,worker', '--json'], settings);
    await Promise.race([
      until(() => serving.records().length > 0),
      serving.exited.then(({ stderr }) => Promise.reject(new Error(stderr))),
    ]);
    const [{ roles, url }] = serving.records() as [{ roles: string[]; url: string }];
    expect(roles).toEqual(['api', 'worker']);
    // Young memory that grows with the pace of its garbage, and is never given back, would be the most of the process.
    const { stdout: startedWith } = spawnSync('ps', ['-o', 'args=', '-p', String(serving.child.pid)]);
    expect(String(startedWith)).toContain('--max-semi-space-size=16');
    // The port that it found, also in what it tells others of itself.
    const ask = (path: string) => fetch(`${url}${path}`);
    const { servers } = (await (await ask('/openapi.json')).json()) as { servers: { url: string }[] };
    expect(servers.map((server) => server.url)).toEqual([url]);
    const invited = await fetch(`${url}/api/operator/channels`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${SETTINGS.OPERATOR_TOKEN}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ name: 'Shop', owner_email: 'owner@example.com' }),
    });
    const { activation_url } = (await invited.json()) as { activation_url: string };
    expect(activation_url.startsWith(`${url}/activate/`)).toBe(true);
    expect((await ask('/readyz')).status).toBe(200);
    const began = performance.now();
    serving.child.kill('SIGTERM');
    await until(async () => (await ask('/readyz')).status === 503);
    expect(await (await ask('/readyz')).json()).toEqual({ status: 'stopping' });
    // Whoever has not heard of it yet is answered, and asked to go elsewhere the next time.
    const late = await ask('/healthz');
    expect([late.status, late.headers.get('connection')]).toEqual([200, 'close']);
    // A second signal changes nothing.
    serving.child.kill('SIGTERM');
    expect(await serving.exited).toMatchObject({ code: 0 });
    expect(performance.now() - began).toBeGreaterThan(950);
  },
);

test(
  'serve says in a live environment what it cannot do, and which setting it lacks',
  { timeout: LIMIT_MS },
  async () => {
    const live = { FAIRWAY_ENVIRONMENT: 'live', STOP_DELAY_SECONDS: '0' };
    const settings = { ...(await emptyDatabase()), ...SETTINGS, ...live };
    const serving = start(['serve', '--roles', 'api', '--json'], settings);
    await Promise.race([until(() => serving.records().length > 0), serving.exited]);
    serving.child.kill('SIGTERM');
    expect(await serving.exited).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^No wallet provider .* WALLET_CLIENT_ID.*\nBASE_URL is not set: .*\n$/),
    });
  },
);

test('serve ends with 0 also when the database hangs', { timeout: LIMIT_MS }, async () => {
  const { DATABASE_URL } = await emptyDatabase();
  const url = new URL(DATABASE_URL);
  const door = await startTcpProxy(Number(url.port));
  url.port = String(door.port);
  try {
    const settings = { ...SETTINGS, DATABASE_URL: url.href, STOP_DELAY_SECONDS: '0' };
    const serving = start(['serve', '--roles', 'api', '--json'], settings);
    await Promise.race([
      until(() => serving.records().length > 0),
      serving.exited.then(({ stderr }) => Promise.reject(new Error(stderr))),
    ]);
    door.freeze();
    serving.child.kill('SIGTERM');
    expect(await serving.exited).toMatchObject({ code: 0 });
  } finally {
    await door.close();
  }
});

test.each([['migrate'], ['serve'], ['check', '--from', '2026-01-01', '--to', '2026-02-01']])(
  '%s says that it cannot reach the database',
  async (command, ...flags) => {
    const ran = await run([command, ...flags], {
      ...SETTINGS,
      DATABASE_URL: 'postgres://a:b@localhost:1/c',
    });
    expect(ran).toMatchObject({ code: 7, stdout: '' });
    expect(ran.stderr).toMatch(
      /^fairway \w+: the database that DATABASE_URL names cannot be reached: connect ECONNREFUSED \S+:1\n$/,
    );
  },
);

test('a setting that is missing or unknown is misuse, told with a sentence', async () => {
  for (const command of ['serve', 'migrate']) {
    const ran = await run([command]);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toContain('DATABASE_URL is not set');
  }
  const unknown = await run(['serve', '--json'], { FAIRWAY_SURPLUS: '1' });
  expect(unknown).toMatchObject({ code: 2, stdout: '' });
  expect(JSON.parse(unknown.stderr)).toEqual({
    error: expect.stringContaining('FAIRWAY_SURPLUS'),
    exit_code: 2,
  });
});

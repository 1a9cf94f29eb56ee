import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DevRecord } from '../local/record.ts';
import { meet } from '../local/parties.ts';

const LIMIT_MS = 180_000;
const root = path.resolve(import.meta.dirname, '..');

let home: string;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'fairway-start-'));
});

afterAll(async () => {
  const left = [...running];
  for (const child of left) child.kill('SIGTERM');
  await Promise.all(left.map((child) => once(child, 'exit')));
  await rm(home, { recursive: true, force: true });
});

interface Program {
  child: ChildProcess;
  output(): string;
  exited: Promise<number | null>;
}

function run(program: string[], settings: Record<string, string> = {}): Program {
  const env = { ...process.env, FAIRWAY_HOME: home, PORT: '0', SANDBOX_PORT: '0', ...settings };
  // What the test runner sets for itself is not for the programs under test.
  for (const name of ['BASE_URL', 'DATABASE_URL']) {
    if (!(name in settings)) delete (env as NodeJS.ProcessEnv)[name];
  }
  const stdio = ['ignore', 'pipe', 'pipe'] as const;
  const child = spawn(process.execPath, program, { cwd: root, env, stdio: [...stdio] });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
  }
  const exited = once(child, 'close').then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  return { child, output: () => output, exited };
}

async function startReady(): Promise<Program & { record: DevRecord }> {
  const program = run(['bin/start.mjs']);
  await new Promise<void>((resolve, reject) => {
    program.child.stdout?.on('data', () => {
      if (program.output().includes('npm run journey')) resolve();
    });
    void program.exited.then((code) => reject(new Error(`ended with ${code}:\n${program.output()}`)));
  });
  const record = JSON.parse(await readFile(path.join(home, 'dev.json'), 'utf8')) as DevRecord;
  return { ...program, record };
}

async function stop(program: Program): Promise<void> {
  program.child.kill('SIGTERM');
  program.child.kill('SIGTERM');
  expect(await program.exited, program.output()).toBe(0);
}

async function expectConnected(record: DevRecord): Promise<void> {
  const parties = meet(record);
  const merchant = parties.as(record.channel_key, record.merchant_id);
  expect(await merchant.onboarding.status()).toMatchObject({ wallet_connection_status: 'connected' });
  // Whoever pays sees the name that the shop goes by.
  const { items } = await parties.control.send('GET', 'accounts');
  expect(items).toContainEqual(expect.objectContaining({ business_name: 'Demo Coffee Roasters' }));
}

// Each merchant without credentials has an account of its own at the sandbox's gateway, and keeps it.
async function expectRouted(record: DevRecord, rail: 'gravy' | 'nmi'): Promise<string> {
  const { operator } = meet(record).operator;
  const accountOf = async () => {
    const shop = { business_name: 'Routed Shop', email: `${randomUUID()}@example.com`, country_code: 'US' };
    const { merchant_id } = await operator.merchants.create(shop);
    const routed = await operator.merchants.update({ merchant_id, payment_provider: rail });
    const again = await operator.merchants.update({ merchant_id, payment_provider: rail });
    expect(again.rail_credentials).toEqual(routed.rail_credentials);
    expect(JSON.stringify(routed.rail_credentials)).toContain(record.sandbox_url);
    return { merchant_id, credentials: routed.rail_credentials };
  };
  const [one, other] = [await accountOf(), await accountOf()];
  expect(one.credentials).not.toEqual(other.credentials);
  return one.merchant_id;
}

test(
  'npm start makes a demo world, the journey holds on it, and a signal stops it',
  { timeout: LIMIT_MS },
  async () => {
    const first = await startReady();
    for (const secret of ['dev.json', 'database-url'])
      expect((await stat(path.join(home, secret))).mode & 0o777, secret).toBe(0o600);
    expect(first.record.pid).toBe(first.child.pid);
    await expectConnected(first.record);
    for (const part of [first.record.base_url, first.record.channel_key, first.record.merchant_id]) {
      expect(first.output()).toContain(part);
    }
    const second = run(['bin/start.mjs']);
    expect(await second.exited).toBe(1);
    expect(second.output()).toContain(`process ${first.child.pid}`);
    const journey = run(['bin/run.mjs', 'dev/journey.ts']);
    expect(await journey.exited, journey.output()).toBe(0);
    expect(journey.output()).toContain(`Using the service that runs at ${first.record.base_url}`);
    expect(journey.output()).toContain('Every step held.');
    expect(journey.output()).not.toContain(first.record.operator_token);
    await expectRouted(first.record, 'gravy');
    const check = run(['bin/fairway.mjs', 'check']);
    expect(await check.exited, check.output()).toBe(0);
    expect(check.output()).toContain('All agree.');
    await stop(first);
    const nowhere = run(['bin/fairway.mjs', 'check']);
    expect(await nowhere.exited).toBe(2);
    expect(nowhere.output()).toContain('no npm start runs here');
  },
);

test(
  'the next start finds the same channel and merchants, also after a kill and where the sandbox listens elsewhere',
  { timeout: LIMIT_MS },
  async () => {
    const killed = await startReady();
    const routed = await expectRouted(killed.record, 'nmi');
    killed.child.kill('SIGKILL');
    await killed.exited;
    const next = await startReady();
    expect(next.record.sandbox_url).not.toBe(killed.record.sandbox_url);
    const { rail_credentials } = await meet(next.record).operator.operator.merchants.update({
      merchant_id: routed,
      payment_hold: false,
    });
    expect(rail_credentials).toMatchObject({ api_base: `${next.record.sandbox_url}/nmi` });
    const { channel_id, channel_key, merchant_id, operator_token } = killed.record;
    expect(next.record).toMatchObject({ channel_id, channel_key, merchant_id, operator_token });
    await expectConnected(next.record);
    await stop(next);
  },
);

test('a revoked demo key is replaced and the merchant stays', { timeout: LIMIT_MS }, async () => {
  const before = await startReady();
  const channel = meet(before.record).as(before.record.channel_key);
  for (const { id } of await channel.keys.list()) {
    // Once the one that asks is revoked, it is refused.
    await channel.keys.revoke({ key_id: id }).catch((error: unknown) => {
      expect(error).toMatchObject({ kind: 'refused', status: 401 });
    });
  }
  await stop(before);
  const after = await startReady();
  expect(after.record.channel_key).not.toBe(before.record.channel_key);
  expect(after.record).toMatchObject({
    channel_id: before.record.channel_id,
    merchant_id: before.record.merchant_id,
  });
  await expectConnected(after.record);
  await stop(after);
});

test('the journey brings a service of its own when none runs', { timeout: LIMIT_MS }, async () => {
  const journey = run(['bin/run.mjs', 'dev/journey.ts']);
  expect(await journey.exited, journey.output()).toBe(0);
  expect(journey.output()).toContain('starting a service for this journey only');
});

test('a signal during the start stops it as well', { timeout: LIMIT_MS }, async () => {
  const program = run(['bin/start.mjs']);
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      stat(path.join(home, 'lock')).then(
        () => {
          clearInterval(timer);
          resolve();
        },
        () => undefined,
      );
    }, 5);
  });
  await stop(program);
  expect(program.output()).toMatch(/Stopping\.\n$/);
});

test(
  'a start that does not come to its end is cut off by a signal, in order',
  { timeout: LIMIT_MS },
  async () => {
    // A database that lets everybody in, is asked and never answers.
    const asked = Promise.withResolvers<void>();
    const silent = createServer((socket) => {
      socket.once('data', () => {
        socket.write('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I');
        socket.once('data', () => asked.resolve());
      });
    });
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port } = silent.address() as AddressInfo;
    const program = run(['bin/start.mjs'], { DATABASE_URL: `postgres://a:b@127.0.0.1:${port}/c` });
    const ended = program.exited.then(() => Promise.reject(new Error(program.output())));
    await Promise.race([asked.promise, ended]);
    ended.catch(() => undefined);
    await stop(program);
    silent.close();
    expect(program.output()).toMatch(/Stopping\.\n$/);
  },
);

test.each(['/dev/null', '/dev/null/home', '/proc/home'])(
  'a home of %s is named with its variable',
  async (place) => {
    const program = run(['bin/start.mjs'], { FAIRWAY_HOME: place });
    expect(await program.exited).toBe(1);
    expect(program.output()).toContain(`${place} cannot be used`);
    expect(program.output()).toContain('FAIRWAY_HOME');
    expect(program.output()).not.toContain('    at ');
  },
);

test.each([
  ['npm start', ['bin/start.mjs'], 'PORT=9000 npm start'],
  ['npm run journey', ['bin/run.mjs', 'dev/journey.ts'], 'runs on FAIRWAY_HOME'],
])('an option stops %s, which takes none and says what decides', { timeout: LIMIT_MS }, async (...named) => {
  const [command, program, how] = named;
  const { exited, output } = run([...program, '--port', '9000']);
  expect(await exited).toBe(1);
  expect(output()).toContain(`${command} takes no "--port"`);
  expect(output()).toContain(how);
});

test('every busy port is named at once, each with its variable', { timeout: LIMIT_MS }, async () => {
  const others = [createServer().listen(0, '127.0.0.1'), createServer().listen(0, '127.0.0.1')];
  await Promise.all(others.map((other) => once(other, 'listening')));
  const [port, sandboxPort] = others.map((other) => (other.address() as AddressInfo).port);
  const told = async (settings: Record<string, string>) => {
    const program = run(['bin/start.mjs'], settings);
    expect(await program.exited).toBe(1);
    return program.output();
  };
  try {
    expect(await told({ SANDBOX_PORT: `${sandboxPort}` })).toBe(
      `Port ${sandboxPort} is in use by another program: set SANDBOX_PORT to another port, or to 0 for any free one.\n`,
    );
    expect(await told({ PORT: `${port}`, SANDBOX_PORT: `${sandboxPort}` })).toBe(
      `Ports ${port} and ${sandboxPort} are in use by other programs: set PORT and SANDBOX_PORT to other ports, or to 0 for any free one.\n`,
    );
  } finally {
    for (const other of others) other.close();
  }
});

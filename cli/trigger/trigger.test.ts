import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  makeChannel,
  makeConnectedMerchant,
  makeReceiver,
  type TestChannel,
} from '../../tests/world/actors.ts';
import { startWorld, type World } from '../../tests/world/world.ts';
import { EVENT_TYPES } from '../../wire/events/registry.ts';
import { type Ran, run, until } from '../cli.fixture.ts';
import { TRIGGERS } from './recipes.ts';

const MODULES = path.resolve(import.meta.dirname, '../../service/src/modules');

let world: World;
let channel: TestChannel;
let receiver: Awaited<ReturnType<typeof makeReceiver>>;
let env: Record<string, string>;
beforeAll(async () => {
  world = await startWorld();
  channel = await makeChannel(world);
  receiver = await makeReceiver(world, channel);
  env = {
    BASE_URL: world.base_url,
    SANDBOX_URL: world.sandbox_url,
    CHANNEL_KEY: channel.key,
    OPERATOR_TOKEN: world.operator_token,
    FAIRWAY_HOME: '/nowhere',
  };
});
afterAll(() => world.close());

/** The types that the source of the service names where it raises: beside `type:`, or in a row of a
 *  lifecycle. */
function raisedTypes(): string[] {
  const files = readdirSync(MODULES, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('fixtures'),
  );
  const source = files.map((name) => readFileSync(path.join(MODULES, name), 'utf8')).join('\n');
  const named = new Set([...source.matchAll(/'([a-z_]+(?:\.[a-z_]+)+)'/g)].map((match) => match[1]!));
  return EVENT_TYPES.filter((type) => named.has(type));
}

test('every type that the service raises can be triggered, and no other is promised', async () => {
  expect(TRIGGERS).toEqual(raisedTypes());
  // The list needs no deployment.
  const listed = await run(['trigger'], { FAIRWAY_HOME: '/nowhere' });
  expect(listed).toEqual({ code: 0, stdout: `${TRIGGERS.join('\n')}\n`, stderr: '' });
  const records = (await run(['trigger', '--json'], env)).stdout.trim().split('\n');
  expect(records.map((line) => JSON.parse(line))).toEqual(TRIGGERS.map((type) => ({ type })));
  const unknown = EVENT_TYPES.find((type) => !TRIGGERS.includes(type)) ?? 'payment.lost';
  const refused = await run(['trigger', unknown], env);
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toContain(TRIGGERS.join(', '));
});

describe('a triggered event arrives at the receiver', () => {
  test.each(TRIGGERS.map((type) => [type]))('%s', async (type) => {
    const ran = await run(['trigger', type, '--json'], env);
    expect(ran.code, ran.stderr).toBe(0);
    const told = JSON.parse(ran.stdout);
    expect(told).toEqual({
      type,
      event_id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
      merchant_id: expect.any(String),
    });
    let arrived: { event_type: string; body: string; signature_valid: boolean | null } | undefined;
    await until(async () => {
      arrived = (await receiver.deliveries()).find(({ event_id }) => event_id === told.event_id);
      return arrived !== undefined;
    });
    expect(arrived).toMatchObject({ event_type: type, signature_valid: true });
    expect(JSON.parse(arrived!.body).data.object.merchant_id).toBe(told.merchant_id);
  });
});

test('two runs for one merchant at once name an event each, of its own sale', async () => {
  const { merchant_id } = await makeConnectedMerchant(world, channel);
  const args = ['trigger', 'payment.approved', '--merchant', merchant_id, '--json'];
  // The other run begins and ends while this one's buyer is about to approve.
  let other: Ran | undefined;
  const slowly = createServer((request, response) => {
    const approve = async () => {
      other ??= await run(args, env);
      const { status, body } = await world.control('POST', request.url!.replace('/_control/', ''), {});
      response.writeHead(status).end(JSON.stringify(body));
    };
    approve().catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => slowly.listen(0, '127.0.0.1', resolve));
  const SANDBOX_URL = `http://127.0.0.1:${(slowly.address() as AddressInfo).port}`;
  const runs = [await run(args, { ...env, SANDBOX_URL }), other!];
  slowly.close();
  const events = await world.operator('GET', `events?merchant_id=${merchant_id}&type=payment.approved`);
  for (const { stdout, stderr } of runs) {
    const { event_id } = JSON.parse(stdout);
    const { body } = events.body.items.find(({ id }: { id: string }) => id === event_id);
    expect(stderr).toContain(`/checkout-sessions/${JSON.parse(body).data.object.checkout_session_id}/orders`);
  }
  expect(runs[0]!.stdout).not.toBe(runs[1]!.stdout);
});

describe('beside a running npm start', () => {
  const FAIRWAY_HOME = mkdtempSync(path.join(tmpdir(), 'fairway-trigger-'));
  afterAll(() => rmSync(FAIRWAY_HOME, { recursive: true, force: true }));
  const sold = async (more: Record<string, string>): Promise<string> => {
    const { SANDBOX_URL } = env as { SANDBOX_URL: string };
    const ran = await run(['trigger', 'payment.created', '--json'], { FAIRWAY_HOME, SANDBOX_URL, ...more });
    expect(ran.code, ran.stderr).toBe(0);
    return JSON.parse(ran.stdout).merchant_id;
  };

  test('its merchant sells with its key, and a new one with another channel’s key', async () => {
    const { merchant_id, key: channel_key } = await makeConnectedMerchant(world, await makeChannel(world));
    const record = { base_url: world.base_url, channel_key, merchant_id, pid: process.pid };
    writeFileSync(path.join(FAIRWAY_HOME, 'dev.json'), JSON.stringify(record));
    expect(await sold({})).toBe(merchant_id);
    expect(await sold({ CHANNEL_KEY: channel_key })).toBe(merchant_id);
    expect(await sold({ CHANNEL_KEY: channel.key })).not.toBe(merchant_id);
  });
});

describe('--dry-run', () => {
  // Asked by nobody else, as the world is by its own sweeps.
  let connections = 0;
  const untouched = createServer().on('connection', () => (connections += 1));
  let base: string;
  beforeAll(async () => {
    await once(untouched.listen(0, '127.0.0.1'), 'listening');
    base = `http://127.0.0.1:${(untouched.address() as AddressInfo).port}`;
  });
  afterAll(() => untouched.close());

  test.each(TRIGGERS.map((type) => [type]))('of %s prints its calls and makes none', async (type) => {
    const there = { ...env, BASE_URL: `${base}/service`, SANDBOX_URL: `${base}/sandbox` };
    const ran = await run(['trigger', type, '--dry-run', '--json'], there);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    const calls = ran.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(calls.length).toBeGreaterThan(0);
    for (const call of calls) {
      expect(call).toEqual({
        dry_run: true,
        method: expect.any(String),
        url: expect.any(String),
        body: call.body,
      });
      expect(call.url).toMatch(new RegExp(`^${base}/(service|sandbox)/`));
    }
    expect(ran.stdout).not.toContain(channel.key);
    expect(connections).toBe(0);
  });

  test('shows what a later call takes from an earlier answer', async () => {
    const ran = await run(['trigger', 'payment.captured', '--dry-run', '--merchant', 'one'], env);
    expect(ran.stdout).toContain(`POST ${world.base_url}/api/payments/orders/{order_id}/capture`);
    expect(ran.stdout).toContain(`POST ${world.sandbox_url}/_control/orders/{order_id}/approve`);
  });
});

test('a wrong key ends with 3, a missing sandbox with 2', async () => {
  expect(await run(['trigger', 'payment.created'], { ...env, CHANNEL_KEY: 'sk_test_wrong' })).toMatchObject({
    code: 3,
  });
  const blind = await run(['trigger', 'payment.created'], { ...env, SANDBOX_URL: '' });
  expect(blind).toMatchObject({ code: 2 });
  expect(blind.stderr).toContain('--sandbox-url');
});

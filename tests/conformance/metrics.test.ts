import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeChannel, makeConnectedMerchant, makeReceiver, makeSession } from '../world/actors.ts';
import { type HeardWorld, startWorld } from '../world/world.ts';

const ATTEMPTS_MAX = 8;
const LONGEST_PAUSE_SECONDS = 24 * 3_600;

let world: HeardWorld;

beforeAll(async () => {
  world = await startWorld();
});

afterAll(() => world.close());

async function readMetrics(): Promise<string> {
  const answer = await fetch(`${world.base_url}/metrics`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
  return answer.text();
}

function figure(text: string, series: string): number {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `));
  return line === undefined ? 0 : Number(line.slice(series.length + 1));
}

test('requests are counted by operation and status, and never by what is in a path', async () => {
  const series = 'fairway_http_requests_total{operation="sessions.read",status="404"}';
  const before = figure(await readMetrics(), series);
  const id = `cs_${'a'.repeat(27)}`;
  await fetch(`${world.base_url}/api/checkout-sessions/${id}`);
  await fetch(`${world.base_url}/api/nowhere/${id}`);
  const text = await readMetrics();
  expect(figure(text, series)).toBe(before + 1);
  expect(text).not.toContain(id);
});

test('calls to the provider, what waits and the process itself have figures, and no tenant is named', async () => {
  const channel = await makeChannel(world);
  const merchant = await makeConnectedMerchant(world, channel);
  const text = await readMetrics();
  const calls = 'fairway_provider_calls_total{rail="ppcp",operation="integrations.read",outcome=';
  expect(text).toContain(calls);
  for (const state of ['due', 'leased', 'waiting']) {
    expect(text).toMatch(new RegExp(`^fairway_deliveries\\{state="${state}"\\} \\d+$`, 'm'));
  }
  for (const kind of ['capture', 'charge', 'refund']) {
    expect(text).toMatch(new RegExp(`^fairway_unsettled\\{kind="${kind}"\\} 0$`, 'm'));
  }
  expect(text).toMatch(/^fairway_process_resident_memory_bytes \d+/m);
  expect(text).not.toContain(merchant.merchant_id);
  expect(text).not.toContain(channel.channel_id);
});

test('a process tells which release it is', async () => {
  const [line] = (await readMetrics()).match(/^fairway_build_info\{.*$/m) ?? [];
  expect(line).toMatch(
    /version="\d+\.\d+\.\d+",migration="\d{4}_[a-z_]+\.sql",environment="test",roles="api,worker"/,
  );
  const [started] = world.logged().filter(({ event }) => event === 'started');
  expect(line).toContain(`migration="${String(started!['migration'])}"`);
});

test('deliveries that are given up are counted, and those that arrive', async () => {
  const given = (state: string) => `fairway_deliveries_ended_total{state="${state}"}`;
  const channel = await makeChannel(world);
  const merchant = await makeConnectedMerchant(world, channel);
  const receiver = await makeReceiver(world, channel);
  const before = await readMetrics();
  await makeSession(world, merchant);
  await world.drain();
  expect(figure(await readMetrics(), given('delivered'))).toBe(figure(before, given('delivered')) + 1);
  await world.control('PUT', `receivers/${receiver.name}`, { status: 500 });
  await makeSession(world, merchant);
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    await world.drain();
    if (attempt === ATTEMPTS_MAX) break;
    expect(figure(await readMetrics(), given('failed'))).toBe(figure(before, given('failed')));
    await world.advance(LONGEST_PAUSE_SECONDS);
  }
  expect(figure(await readMetrics(), given('failed'))).toBe(figure(before, given('failed')) + 1);
});

test('attempts to deliver are counted by what became of them', async () => {
  const channel = await makeChannel(world);
  const merchant = await makeConnectedMerchant(world, channel);
  const series = 'fairway_delivery_attempts_total{result="delivered",error=""}';
  const before = figure(await readMetrics(), series);
  await makeReceiver(world, channel);
  await makeSession(world, merchant);
  await world.drain();
  expect(figure(await readMetrics(), series)).toBe(before + 1);
});

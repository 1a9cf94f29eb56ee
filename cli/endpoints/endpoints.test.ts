import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeChannel,
  makeConnectedMerchant,
  makeReceiver,
  makeSession,
  type TestMerchant,
} from '../../tests/world/actors.ts';
import { startWorld, type World } from '../../tests/world/world.ts';
import { run } from '../cli.fixture.ts';

let world: World;
let merchant: TestMerchant;
let receiver: Awaited<ReturnType<typeof makeReceiver>>;
let env: Record<string, string>;
beforeAll(async () => {
  world = await startWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
  await world.drain();
  env = { BASE_URL: world.base_url, CHANNEL_KEY: merchant.key, FAIRWAY_HOME: '/nowhere' };
});
afterAll(() => world.close());

async function text(...args: string[]): Promise<string> {
  const ran = await run(['endpoints', ...args], env);
  expect(ran, ran.stderr).toMatchObject({ code: 0, stderr: '' });
  return ran.stdout;
}
const json = async (...args: string[]) => JSON.parse(await text(...args, '--json'));
const say = async (status: number) => {
  await world.control('PUT', `receivers/${receiver.name}`, { status });
  await makeSession(world, merchant);
  await world.drain();
};

test('endpoints are listed, and what became of the deliveries of one', async () => {
  expect(await text('list')).toBe('None.\n');
  receiver = await makeReceiver(world, merchant);
  const { id, url } = receiver.endpoint.body;
  expect(await text('list')).toMatch(new RegExp(`${id}  active  +\\d+ +${url}\n1 of 1\n$`));
  expect(await text('deliveries', id)).toBe('None.\n');
  await say(200);
  await say(503);
  const all = await text('deliveries', id);
  expect(all).toMatch(/ pending +1 +503 after \d+ ms +\d{4}-.*Z\n.* delivered +1 +200 after \d+ ms +-\n$/);
  expect((await json('deliveries', id, '--state', 'pending')).items).toMatchObject([
    { type: 'checkout.session.created', attempts: [{ n: 1, status: 503, error: 'status' }] },
  ]);
  expect(await text('deliveries', id, '--state', 'failed')).toBe('None.\n');
});

test('a page says how the list goes on', async () => {
  const { id } = receiver.endpoint.body;
  const page = await text('deliveries', id, '--limit', '1');
  const [, cursor] = /\nmore: --cursor (evt_[0-9a-f]{32})\n$/.exec(page)!;
  expect((await json('deliveries', id, '--cursor', cursor!)).items).toMatchObject([{ state: 'delivered' }]);
});

test('a page that is empty and not the last says so', async () => {
  const service = createServer((_request, response) => {
    response.setHeader('Content-Type', 'application/json').end('{"items":[],"next_cursor":"evt_1"}');
  });
  await once(service.listen(0, '127.0.0.1'), 'listening');
  const BASE_URL = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const { stdout } = await run(['endpoints', 'deliveries', 'we_1'], { ...env, BASE_URL });
  expect(stdout).toBe('None among the newest events.\nmore: --cursor evt_1\n');
  service.close();
});

test.each([
  [['deliveries'], 2],
  [['deliveries', `we_${'0'.repeat(32)}`], 4],
  [['deliveries', `we_${'0'.repeat(32)}`, '--state', 'lost'], 2],
  [['deliveries', `we_${'0'.repeat(32)}`, '--limit', 'all'], 2],
])('`endpoints %j` ends with %i', async (args, code) => {
  expect(await run(['endpoints', ...args], env)).toMatchObject({ code, stdout: '' });
});

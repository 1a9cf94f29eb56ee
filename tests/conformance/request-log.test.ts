import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  capture,
  makeChannel,
  makeConnectedMerchant,
  makeOrder,
  makeSession,
  type TestMerchant,
} from '../world/actors.ts';
import { as } from '../world/gateways.ts';
import { type HeardWorld, joinWorld } from '../world/world.ts';

let world: HeardWorld;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await joinWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
});
afterAll(async () => world.close());

type Answer = Awaited<ReturnType<HeardWorld['call']>>;
const idOf = (answer: Answer) => answer.headers.get('x-request-id');
const linesOf = (answer: Answer, event: string) =>
  world.logged().filter((line) => line['event'] === event && line['request_id'] === idOf(answer));

test.each([
  ['an answer', 200, undefined, () => world.call('GET', '/api/transactions', as(merchant))],
  [
    'a refusal by name',
    409,
    'order_not_approved',
    async () => {
      const { order_id } = await makeOrder(world, merchant, { approved: false });
      return capture(world, merchant, order_id);
    },
  ],
  [
    'one for its fields',
    422,
    'invalid_fields',
    () => world.call('POST', '/api/checkout-sessions', { ...as(merchant), body: {} }),
  ],
  [
    'one of a body that is no JSON',
    422,
    'json_invalid',
    () => world.call('POST', '/api/checkout-sessions', { ...as(merchant), body: '{' }),
  ],
])(
  'the log has %s under the id that its caller was told, and who called',
  async (_what, status, refused, call) => {
    const answer = await call();
    expect(answer.status).toBe(status);
    await expect.poll(() => linesOf(answer, 'request')).toHaveLength(1);
    const [line] = linesOf(answer, 'request');
    expect(line).toMatchObject({
      status,
      merchant_id: merchant.merchant_id,
      by: expect.stringMatching(/^key:/),
    });
    expect(line!['refused']).toBe(refused);
  },
);

test('what is the same to the last byte for all has no id, and its line says what it was', async () => {
  const path = `/api/${randomUUID()}`;
  for (const [answer, status, refused] of [
    [
      await world.call('GET', '/api/transactions', { key: `sk_test_${randomUUID()}` }),
      401,
      'invalid_api_key',
    ],
    [await world.call('GET', path), 404, 'route_not_found'],
    [await world.call('GET', '/%zz'), 404, 'route_not_found'],
  ] as const) {
    expect(answer.status).toBe(status);
    expect(idOf(answer)).toBeNull();
    const lines = () => world.logged().filter((line) => line['refused'] === refused);
    await expect.poll(lines).toContainEqual(expect.objectContaining({ event: 'request', status }));
  }
});

test('a key that is known, and may not do what it asks for, is named', async () => {
  const answer = await world.call('GET', '/api/transactions', { key: merchant.key, merchant: randomUUID() });
  expect(answer.status).toBe(404);
  const { channel_id } = merchant;
  const lines = () => world.logged().filter((line) => line['refused'] === 'merchant_not_found');
  await expect
    .poll(lines)
    .toContainEqual(expect.objectContaining({ channel_id, by: expect.stringMatching(/^key:/) }));
});

test('an id that a caller brings is not taken for the request’s own', async () => {
  const brought = randomUUID();
  const answer = await world.call('GET', '/api/transactions', {
    ...as(merchant),
    headers: { 'x-request-id': brought },
  });
  expect(idOf(answer)).not.toBe(brought);
});

test('a call to the provider is told under the id of the request that made it', async () => {
  const { order_id } = await makeOrder(world, merchant);
  const answer = await capture(world, merchant, order_id);
  expect(answer.status).toBe(200);
  const operations = linesOf(answer, 'provider_call').map((line) => line['operation']);
  expect(operations).toContain('orders.capture');
});

test('a page of a shop may read the id of its call', async () => {
  const { body } = await makeSession(world, merchant);
  const answer = await world.call('GET', `/api/checkout-sessions/${body.id}`, {
    headers: { origin: 'https://shop.example' },
  });
  expect(answer.headers.get('access-control-expose-headers')).toBe('x-request-id');
  expect(idOf(answer)).not.toBeNull();
});

test('that a process is well is no line of the log, at the level that it is run with', async () => {
  const answer = await world.call('GET', '/healthz');
  await expect.poll(() => linesOf(answer, 'request')).toHaveLength(1);
  expect(linesOf(answer, 'request')[0]!['level']).toBe(20);
});

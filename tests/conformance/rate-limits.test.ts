import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeMerchant, makeSession } from '../world/actors.ts';
import { startWorld, type World } from '../world/world.ts';
import { KEYED } from './operations.fixture.ts';
import { type Answer, makeDirectMerchant, makeShop, type TestMerchant } from './support.ts';

let world: World;
let shop: TestMerchant;
let direct: { key: string };
let unspent: string;
beforeAll(async () => {
  world = await startWorld({ env: { RATE_LIMIT_SCALE: '1' } });
  shop = await makeShop(world);
  direct = await makeDirectMerchant(world);
  const made = await world.call('POST', '/api/channel/api-keys', {
    key: shop.key,
    body: { name: 'unspent' },
  });
  unspent = made.body.key;
});
afterAll(() => world.close());

function expectExceeded(answer: Answer, budget: number) {
  expect({ status: answer.status, body: answer.body }).toEqual({
    status: 429,
    body: { error: `Rate limit exceeded: ${budget} per 1 minute` },
  });
  expect(answer.headers.get('retry-after')).toBeNull();
  for (const [name] of answer.headers) expect(name).not.toMatch(/ratelimit|rate-limit/i);
}

async function spend(times: number, call: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let left = times; left > 0; left -= 20) {
    answers.push(...(await Promise.all(Array.from({ length: Math.min(left, 20) }, call))));
  }
  return answers;
}

test.each(KEYED.map((row) => [`${row.method} ${row.path}`, row] as const))(
  '%s has its budget, and no call of it more',
  async (_name, { method, path, auth, budget }) => {
    const credential = auth === 'MK' ? direct : { key: unspent, merchant: shop.merchant_id };
    // A body that is refused spends the budget without leaving anything behind.
    const body = method === 'GET' ? {} : { body: { surplus: 1 } };
    const call = () => world.call(method, path, { ...credential, ...body });
    const within = await spend(budget, call);
    expect(within.filter(({ status }) => status === 429)).toEqual([]);
    expectExceeded(await call(), budget);
  },
);

test('a channel with a factor has as many times the budget for its keys, and nobody else has', async () => {
  const [favoured, other] = [await makeShop(world), await makeShop(world)];
  await world.operator('PATCH', `channels/${favoured.channel_id}`, { budget_factor: 3 });
  const create = (key: string) => () => world.call('POST', '/api/channel/api-keys', { key, body: {} });
  const within = await spend(30, create(favoured.key));
  expect(within.filter(({ status }) => status === 429)).toEqual([]);
  expectExceeded(await create(favoured.key)(), 30);
  await spend(10, create(other.key));
  expectExceeded(await create(other.key)(), 10);
});

test('operations do not share a budget, nor do channels, nor two keys', async () => {
  const [one, two] = [await makeShop(world), await makeShop(world)];
  const keys = await world.call('POST', '/api/channel/api-keys', { key: one.key, body: { name: 'second' } });
  const create = (key: string) => () => world.call('POST', '/api/channel/api-keys', { key, body: {} });
  await spend(10, create(one.key));
  expectExceeded(await create(one.key)(), 10);
  expect((await create(two.key)()).status).toBe(422);
  expect((await create(keys.body.key)()).status).toBe(422);
  expect((await world.call('GET', '/api/channel/api-keys', { key: one.key })).status).toBe(200);
});

test('a credential’s budget is one for all of its merchants', async () => {
  const one = await makeShop(world);
  const second = await makeMerchant(world, one);
  const status = (merchant: string) => () =>
    world.call('GET', '/api/channel/onboarding/status', { key: one.key, merchant });
  await spend(60, status(one.merchant_id));
  expectExceeded(await status(second)(), 60);
});

test('401 comes before 429, and 429 before 404 and 422', async () => {
  const one = await makeShop(world);
  const start = (merchant?: string, body: unknown = { surplus: 1 }) =>
    world.call('POST', '/api/channel/onboarding/start', {
      key: one.key,
      ...(merchant ? { merchant } : {}),
      body,
    });
  await spend(20, () => start(one.merchant_id));
  expectExceeded(await start(one.merchant_id), 20);
  expectExceeded(await start('nonsense'), 20);
  expectExceeded(await start(one.merchant_id, 'not json at all'), 20);
  expect((await start()).status).toBe(401);
  expect((await world.call('POST', '/api/channel/onboarding/start', { key: 'sk_test_x' })).status).toBe(401);
});

test('nobody’s key spends nobody’s budget', async () => {
  const answers = await spend(80, () =>
    world.call('GET', '/api/channel/merchants', { key: 'sk_test_nobody' }),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
});

test('the test clock does not move a budget', async () => {
  const one = await makeShop(world);
  const create = () => world.call('POST', '/api/channel/api-keys', { key: one.key, body: {} });
  await spend(10, create);
  await world.advance(3600);
  expectExceeded(await create(), 10);
});

test('buyers’ calls are counted by source address, for each operation', async () => {
  const made = await makeSession(world, await makeShop(world));
  const path = `/api/checkout-sessions/${made.body.id}`;
  const reads = await spend(300, () => world.call('GET', path));
  expect(reads.every(({ status }) => status === 200)).toBe(true);
  expectExceeded(await world.call('GET', path), 300);
  expectExceeded(await world.call('GET', `/api/checkout-sessions/cs_${'0'.repeat(27)}`), 300);
  const forged = await world.call('GET', path, { headers: { 'x-forwarded-for': '203.0.113.9' } });
  expectExceeded(forged, 300);
  for (const rest of ['client-token', 'orders', 'orders/00000000000000000/capture']) {
    const call = () => world.call('POST', `${path}/${rest}`, { body: { surplus: 1 } });
    const within = await spend(60, call);
    expect(within.filter(({ status }) => status === 429)).toEqual([]);
    expectExceeded(await call(), 60);
  }
});

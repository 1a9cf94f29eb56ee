import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeChannel, makeMerchant } from '../world/actors.ts';
import { joinWorld, type World } from '../world/world.ts';
import { expectProblem, expectRefused, INVALID_KEY, makeDirectMerchant, NOBODY } from './support.ts';

const TOO_MANY = 'Too many active API keys. Revoke unused keys before creating another one.';
const RECORD = ['created_at', 'environment', 'id', 'name', 'prefix', 'status'];
const PAGE = ['items', 'limit', 'offset', 'total'];

let world: World;
beforeAll(async () => void (world = await joinWorld()));
afterAll(() => world.close());

const keysOf = (merchant_id: string) => `merchants/${merchant_id}/api-keys`;
const list = (merchant_id: string, query = '') => world.operator('GET', `${keysOf(merchant_id)}${query}`);
const mint = (merchant_id: string, name = 'shop') => world.operator('POST', keysOf(merchant_id), { name });
const revoke = (merchant_id: string, id: string) =>
  world.operator('POST', `${keysOf(merchant_id)}/${id}/revoke`);
const use = (key: string) => world.call('GET', '/api/channel/onboarding/status', { key });
const newMerchant = async () => makeMerchant(world, await makeChannel(world));

test('the list is a page, newest first, revoked included, without secrets', async () => {
  const merchant_id = await newMerchant();
  const [first, second] = [await mint(merchant_id, 'first'), await mint(merchant_id, 'second')];
  await revoke(merchant_id, first.body.id);
  const listed = await list(merchant_id);
  expect(listed.status).toBe(200);
  expect(Object.keys(listed.body).sort()).toEqual(PAGE);
  expect(listed.body).toMatchObject({
    items: [
      { id: second.body.id, name: 'second', status: 'active', environment: 'test' },
      { id: first.body.id, name: 'first', status: 'revoked', environment: 'test' },
    ],
    ...{ total: 2, limit: 50, offset: 0 },
  });
  for (const row of listed.body.items) expect(Object.keys(row).sort()).toEqual(RECORD);
  for (const { body } of [first, second]) expect(JSON.stringify(listed.body)).not.toContain(body.key);
  const part = await list(merchant_id, '?limit=1&offset=1');
  expect(part.body).toMatchObject({ items: [{ id: first.body.id }], total: 2, limit: 1, offset: 1 });
  expectProblem(await list(merchant_id, '?limit=201'), ['query', 'limit']);
  expectProblem(await list(merchant_id, '?status=active'), ['query', 'status']);
});

test('a revoked key is refused at once and for good, and revoking it again answers the same', async () => {
  const { merchant_id, key } = await makeDirectMerchant(world);
  const [own] = (await list(merchant_id)).body.items;
  expect((await use(key)).status).toBe(200);
  const revoked = await revoke(merchant_id, own.id);
  expect(revoked.status).toBe(200);
  expect(revoked.body).toEqual({ ...own, status: 'revoked' });
  expectRefused(await use(key), 401, INVALID_KEY.detail);
  expect((await revoke(merchant_id, own.id)).body).toEqual(revoked.body);
  expectRefused(await use(key), 401, INVALID_KEY.detail);
});

test('a merchant on hold has its leaked key revoked, and its other keys go on', async () => {
  const merchant_id = await newMerchant();
  const [leaked, kept] = [await mint(merchant_id), await mint(merchant_id)];
  await world.operator('PATCH', `merchants/${merchant_id}`, { payment_hold: true });
  expect((await revoke(merchant_id, leaked.body.id)).status).toBe(200);
  expectRefused(await use(leaked.body.key), 401, INVALID_KEY.detail);
  expect((await use(kept.body.key)).status).toBe(200);
});

test('a merchant holds at most 20 active keys; revoked ones do not count', async () => {
  const merchant_id = await newMerchant();
  const made = [];
  for (let n = 1; n <= 20; n += 1) made.push(await mint(merchant_id, `key ${n}`));
  expect(made.map(({ status }) => status)).toEqual(Array(20).fill(201));
  expectRefused(await mint(merchant_id), 400, TOO_MANY);
  await revoke(merchant_id, made[0]!.body.id);
  expect((await mint(merchant_id)).status).toBe(201);
  expectRefused(await mint(merchant_id), 400, TOO_MANY);
});

test('another merchant’s key, a channel’s and one that does not exist are not found, in the same bytes', async () => {
  const channel = await makeChannel(world);
  const merchant_id = await makeMerchant(world, channel);
  const foreign = await mint(await makeMerchant(world, channel));
  const [own] = (await world.call('GET', '/api/channel/api-keys', { key: channel.key })).body;
  const answers = [];
  for (const id of [NOBODY, foreign.body.id, own.id]) answers.push(await revoke(merchant_id, id));
  for (const answer of answers) {
    expectRefused(answer, 404, 'API key not found');
    expect(answer.body).toEqual(answers[0]!.body);
  }
  expect((await use(foreign.body.key)).status).toBe(200);
  expect((await world.call('GET', '/api/channel/api-keys', { key: channel.key })).status).toBe(200);
});

test('nobody’s merchant is not found, and what is no id is refused by its place', async () => {
  const { body } = await mint(await newMerchant());
  for (const answer of [await list(NOBODY), await mint(NOBODY), await revoke(NOBODY, body.id)])
    expectRefused(answer, 404, 'Merchant not found');
  expectProblem(await list('x'), ['path', 'merchant_id']);
  expectProblem(await revoke(NOBODY, 'x'), ['path', 'key_id']);
});

test('the trail says that the operator minted and revoked it, and of which merchant it was', async () => {
  const merchant_id = await newMerchant();
  const { body } = await mint(merchant_id, 'audited');
  await revoke(merchant_id, String(body.id).toUpperCase());
  await revoke(merchant_id, body.id);
  const { items } = (await world.operator('GET', 'audit?limit=200')).body;
  const own = items.filter(({ subject }: { subject: string }) => subject === body.id);
  expect(own).toMatchObject([
    { actor: 'operator', action: 'key.revoked', detail: { merchant_id } },
    { actor: 'operator', action: 'key.created', detail: { merchant_id, name: 'audited' } },
  ]);
});

test('neither the merchant’s own key nor its channel’s reaches the list or the revocation', async () => {
  const channel = await makeChannel(world);
  const merchant_id = await makeMerchant(world, channel);
  const { body } = await mint(merchant_id);
  const path = `/api/operator/${keysOf(merchant_id)}`;
  for (const key of [channel.key, body.key]) {
    expectRefused(await world.call('GET', path, { key }), 401, INVALID_KEY.detail);
    expectRefused(await world.call('POST', `${path}/${body.id}/revoke`, { key }), 401, INVALID_KEY.detail);
  }
  expect((await use(body.key)).status).toBe(200);
});

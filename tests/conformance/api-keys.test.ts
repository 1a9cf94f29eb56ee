import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeChannel } from '../world/actors.ts';
import { joinWorld, type World } from '../world/world.ts';
import { expectProblem, expectRefused, INVALID_KEY, ISO_UTC, NOBODY, UUID_V7 } from './support.ts';

const TOO_MANY = 'Too many active API keys. Revoke unused keys before creating another one.';
const RECORD = ['created_at', 'environment', 'id', 'name', 'prefix', 'status'];

let world: World;
beforeAll(async () => void (world = await joinWorld()));
afterAll(() => world.close());

const list = (key: string) => world.call('GET', '/api/channel/api-keys', { key });
const mint = (key: string, body: unknown) => world.call('POST', '/api/channel/api-keys', { key, body });
const revoke = (key: string, id: string) => world.call('POST', `/api/channel/api-keys/${id}/revoke`, { key });

test('a created key is a record and the plaintext, and works at once', async () => {
  const { key } = await makeChannel(world);
  const made = await mint(key, { name: 'deploy' });
  expect(made.status).toBe(201);
  expect(Object.keys(made.body).sort()).toEqual([...RECORD, 'key'].sort());
  expect(made.body).toMatchObject({ name: 'deploy', status: 'active', environment: 'test' });
  expect(made.body.id).toMatch(UUID_V7);
  expect(made.body.created_at).toMatch(ISO_UTC);
  expect(made.body.key).toMatch(/^sk_test_/);
  expect(made.body.key.startsWith(made.body.prefix)).toBe(true);
  expect(made.body.prefix.length).toBeLessThan(made.body.key.length / 2);
  expect((await list(made.body.key)).status).toBe(200);
});

test('the list is an array, newest first, revoked included, without secrets', async () => {
  const { key } = await makeChannel(world);
  const first = await mint(key, { name: 'first' });
  const second = await mint(key, { name: 'second' });
  await revoke(key, first.body.id);
  const listed = await list(key);
  expect(listed.status).toBe(200);
  expect(listed.body.map((row: { id: string }) => row.id).slice(0, 2)).toEqual([
    second.body.id,
    first.body.id,
  ]);
  expect(listed.body).toHaveLength(3);
  for (const row of listed.body) expect(Object.keys(row).sort()).toEqual(RECORD);
  expect(listed.body[1]).toMatchObject({ name: 'first', status: 'revoked' });
  expect(JSON.stringify(listed.body)).not.toContain(second.body.key);
});

test('a name has 1 to 100 characters', async () => {
  const { key } = await makeChannel(world);
  expect((await mint(key, { name: 'n' })).status).toBe(201);
  expect((await mint(key, { name: 'ü'.repeat(100) })).status).toBe(201);
  expectProblem(await mint(key, { name: '' }), ['body', 'name'], 'string_too_short');
  expectProblem(await mint(key, { name: 'n'.repeat(101) }), ['body', 'name'], 'string_too_long');
  expectProblem(await mint(key, { name: 7 }), ['body', 'name'], 'string_type');
  expectProblem(await mint(key, { name: null }), ['body', 'name']);
  expectProblem(await mint(key, {}), ['body', 'name'], 'missing');
});

test.each(['channel_id', 'environment', 'merchant_id', 'id', 'key'])(
  'nothing but the name is accepted: %s',
  async (extra) => {
    const { key } = await makeChannel(world);
    const answer = await mint(key, { name: 'n', [extra]: 'live' });
    expectProblem(answer, ['body', extra], 'extra_forbidden');
    expect((await list(key)).body).toHaveLength(1);
  },
);

test('a missing body names the body', async () => {
  const { key } = await makeChannel(world);
  expectProblem(await world.call('POST', '/api/channel/api-keys', { key }), ['body']);
});

test('revoking is immediate, permanent and may be repeated', async () => {
  const { key } = await makeChannel(world);
  const other = await mint(key, { name: 'other' });
  const revoked = await revoke(key, other.body.id);
  expect(revoked.status).toBe(200);
  expect(Object.keys(revoked.body).sort()).toEqual(RECORD);
  expect(revoked.body).toMatchObject({ id: other.body.id, status: 'revoked', name: 'other' });
  expectRefused(await list(other.body.key), 401, INVALID_KEY.detail);
  expect((await revoke(key, other.body.id)).body).toEqual(revoked.body);
});

test('a key may revoke itself, even as the last one, and an invitation unlocks the channel', async () => {
  const { key, channel_id } = await makeChannel(world);
  const [own] = (await list(key)).body;
  expect((await revoke(key, own.id)).body).toMatchObject({ id: own.id, status: 'revoked' });
  expectRefused(await list(key), 401, INVALID_KEY.detail);
  const invited = await world.operator('POST', `channels/${channel_id}/invitations`, {});
  expect(invited.status).toBe(201);
  const token = String(invited.body.activation_url).split('/').at(-1);
  const body = { password: 'Correct-horse-1' };
  const redeemed = await world.call('POST', `/api/activation/${token}`, { body });
  expect(redeemed.status).toBe(200);
  expect((await list(redeemed.body.key)).body).toHaveLength(2);
});

test('a channel holds at most 20 active keys; revoked ones do not count', async () => {
  const { key } = await makeChannel(world);
  const made = [];
  for (let n = 2; n <= 20; n += 1) made.push(await mint(key, { name: `key ${n}` }));
  expect(made.map(({ status }) => status)).toEqual(Array(19).fill(201));
  expectRefused(await mint(key, { name: 'one more' }), 400, TOO_MANY);
  await revoke(key, made[0]!.body.id);
  expect((await mint(key, { name: 'one more' })).status).toBe(201);
  expectRefused(await mint(key, { name: 'and another' }), 400, TOO_MANY);
});

test('parallel creations do not pass the limit', async () => {
  const { key } = await makeChannel(world);
  const answers = await Promise.all(Array.from({ length: 24 }, (_, n) => mint(key, { name: `p${n}` })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(19);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
});

test("another channel's key is not found, in the same bytes as one that does not exist", async () => {
  const [one, other] = [await makeChannel(world), await makeChannel(world)];
  const foreign = (await list(other.key)).body[0].id;
  const answers = [await revoke(one.key, foreign), await revoke(one.key, NOBODY)];
  for (const answer of answers) expectRefused(answer, 404);
  expect(answers[0]!.body).toEqual(answers[1]!.body);
  expect((await list(other.key)).status).toBe(200);
  expectProblem(await revoke(one.key, 'not-an-id'), ['path', 'key_id']);
});

test('a channel sees its own keys only, and a merchant header changes nothing', async () => {
  const [one, other] = [await makeChannel(world), await makeChannel(world)];
  expect((await list(one.key)).body).toHaveLength(1);
  expect((await list(one.key)).body[0].id).not.toBe((await list(other.key)).body[0].id);
});

test('the listing takes no query', async () => {
  const { key } = await makeChannel(world);
  expectProblem(await world.call('GET', '/api/channel/api-keys?limit=1', { key }), ['query', 'limit']);
});

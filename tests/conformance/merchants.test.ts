import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeChannel, makeConnectedMerchant } from '../world/actors.ts';
import { startWorld, type World } from '../world/world.ts';
import { expectProblem, expectRefused, ISO_UTC, type TestChannel, UUID_V7 } from './support.ts';

const CREATED = [
  'business_name',
  'channel_id',
  'country_code',
  'created_at',
  'email',
  'merchant_id',
  'onboarding_status',
];
const ROW = [
  'business_name',
  'country_code',
  'created_at',
  'email',
  'merchant_id',
  'onboarding_status',
  'payments_enabled',
  'wallet_connection_status',
  'wallet_status_reason',
];

let world: World;
let channel: TestChannel;
beforeAll(async () => {
  world = await startWorld();
  channel = await makeChannel(world);
});
afterAll(() => world.close());

const emailOf = (name: string) => `${name}-${crypto.randomUUID()}@example.com`;
const create = (body: unknown, key = channel.key) =>
  world.call('POST', '/api/channel/merchants', { key, body });
const list = (query = '', key = channel.key) => world.call('GET', `/api/channel/merchants${query}`, { key });
const shop = (over: Record<string, unknown> = {}) => ({
  business_name: 'Corner Shop',
  email: emailOf('shop'),
  country_code: 'US',
  ...over,
});

describe('creation', () => {
  test('answers the merchant with the channel of the key', async () => {
    const body = shop({ business_name: 'Äpfel & Co', country_code: 'DE' });
    const made = await create(body);
    expect(made.status).toBe(201);
    expect(Object.keys(made.body).sort()).toEqual(CREATED);
    expect(made.body).toMatchObject({
      ...body,
      channel_id: channel.channel_id,
      onboarding_status: 'pending',
    });
    expect(made.body.merchant_id).toMatch(UUID_V7);
    expect(made.body.created_at).toMatch(ISO_UTC);
  });

  test.each(['business_name', 'email', 'country_code'])('%s is required', async (name) => {
    const { [name]: _left, ...body } = shop() as Record<string, unknown>;
    expectProblem(await create(body), ['body', name], 'missing');
  });

  test.each([
    ['business_name', '', 'string_too_short'],
    ['business_name', 'n'.repeat(256), 'string_too_long'],
    ['business_name', 5, 'string_type'],
    ['business_name', null, 'string_type'],
    ['email', 'nobody', 'value_error'],
    ['email', 'a@b', 'value_error'],
    ['email', 'a b@example.com', 'value_error'],
    ['email', '', 'value_error'],
    ['email', null, 'string_type'],
    ['country_code', 'USA', undefined],
    ['country_code', 'us', undefined],
    ['country_code', 'ZZ', undefined],
    ['country_code', '', undefined],
    ['country_code', null, 'string_type'],
  ])('%s %j is refused', async (name, value, type) => {
    expectProblem(await create(shop({ [name]: value })), ['body', name], type);
  });

  test('a business name may have 1 and 255 characters', async () => {
    expect((await create(shop({ business_name: 'n' }))).status).toBe(201);
    expect((await create(shop({ business_name: '名'.repeat(255) }))).status).toBe(201);
  });

  test.each(['channel_id', 'merchant_id', 'onboarding_status', 'anything'])(
    '%s in the body is refused',
    async (extra) => {
      expectProblem(await create(shop({ [extra]: channel.channel_id })), ['body', extra], 'extra_forbidden');
    },
  );

  test('every problem is listed at once', async () => {
    const answer = await create({ email: 'nobody', country_code: 'usa', extra: 1 });
    expectProblem(answer, ['body', 'business_name'], 'missing');
    expectProblem(answer, ['body', 'email']);
    expectProblem(answer, ['body', 'country_code']);
    expectProblem(answer, ['body', 'extra'], 'extra_forbidden');
  });

  test('an email is unique across all channels, in any letter case, and the owner is not told', async () => {
    const email = emailOf('Taken');
    expect((await create(shop({ email }))).status).toBe(201);
    const other = await makeChannel(world);
    const again = await create(shop({ email: email.toUpperCase() }), other.key);
    expectRefused(again, 409);
    expect(JSON.stringify(again.body)).not.toContain(channel.channel_id);
    expectRefused(await create(shop({ email })), 409);
  });

  test('of parallel creations with one email one succeeds', async () => {
    const email = emailOf('race');
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(shop({ email }))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  test('an inactive channel cannot provision', async () => {
    const idle = await makeChannel(world);
    await world.operator('PATCH', `channels/${idle.channel_id}`, { active: false });
    expectRefused(await create(shop(), idle.key), 403);
    await world.operator('PATCH', `channels/${idle.channel_id}`, { active: true });
    expect((await create(shop(), idle.key)).status).toBe(201);
  });
});

describe('listing', () => {
  test('an empty list agrees with the key', async () => {
    const { key } = await makeChannel(world);
    const listed = await list('', key);
    expect(listed.status).toBe(200);
    expect(listed.body).toEqual({ total: 0, limit: 50, offset: 0, merchants: [] });
  });

  test('rows show the stored state, newest first, of this channel only', async () => {
    const { key } = await makeChannel(world);
    const first = await create(shop({ business_name: 'First' }), key);
    const second = await create(shop({ business_name: 'Second' }), key);
    const listed = await list('', key);
    expect(listed.body).toMatchObject({ total: 2, limit: 50, offset: 0 });
    expect(listed.body.merchants.map((row: { merchant_id: string }) => row.merchant_id)).toEqual([
      second.body.merchant_id,
      first.body.merchant_id,
    ]);
    expect(Object.keys(listed.body.merchants[1]).sort()).toEqual(ROW);
    const { channel_id: _channel, ...same } = first.body;
    expect(listed.body.merchants[1]).toEqual({
      ...same,
      wallet_connection_status: 'not_linked',
      wallet_status_reason: null,
      payments_enabled: false,
    });
  });

  test('pages do not overlap, and total counts everything', async () => {
    const { key } = await makeChannel(world);
    for (let n = 0; n < 5; n += 1) await create(shop(), key);
    const pages = [];
    for (const offset of [0, 2, 4]) pages.push((await list(`?limit=2&offset=${offset}`, key)).body);
    expect(pages.map(({ merchants }) => merchants.length)).toEqual([2, 2, 1]);
    expect(pages.map(({ total, limit, offset }) => [total, limit, offset])).toEqual([
      [5, 2, 0],
      [5, 2, 2],
      [5, 2, 4],
    ]);
    const ids = pages.flatMap(({ merchants }) =>
      merchants.map((row: { merchant_id: string }) => row.merchant_id),
    );
    expect(new Set(ids).size).toBe(5);
    expect((await list('?offset=100', key)).body).toEqual({
      total: 5,
      limit: 50,
      offset: 100,
      merchants: [],
    });
  });

  test.each([
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['limit=x', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=', 'limit'],
    ['offset=-1', 'offset'],
    ['offset=x', 'offset'],
    ['search=', 'search'],
    ['search=%20%20%09', 'search'],
    [`search=${'s'.repeat(256)}`, 'search'],
    ['email=nobody', 'email'],
    ['email=', 'email'],
    ['page=2', 'page'],
    ['channel_id=x', 'channel_id'],
    ['constructor=x', 'constructor'],
    ['__proto__=x', '__proto__'],
  ])('?%s is refused', async (query, name) => {
    expectProblem(await list(`?${query}`), ['query', name]);
  });

  test('an unknown onboarding status is refused', async () => {
    expect((await list('?onboarding_status=done')).status).toBe(422);
    expect((await list('?onboarding_status=pending&onboarding_status=done')).status).toBe(422);
  });

  test('of a parameter given twice the last counts', async () => {
    expect((await list('?limit=1&limit=2')).body.limit).toBe(2);
    expectProblem(await list('?limit=2&limit=0'), ['query', 'limit']);
  });

  test('bounds of a page are included', async () => {
    expect((await list('?limit=1')).body.limit).toBe(1);
    expect((await list('?limit=200&offset=0')).body.limit).toBe(200);
  });

  test('search is a case-insensitive substring of name or email, stripped, and nothing is a wildcard', async () => {
    const { key } = await makeChannel(world);
    const mail = emailOf('findme');
    await create(shop({ business_name: '100% Straße_Müller', email: mail }), key);
    await create(shop({ business_name: 'Other' }), key);
    const found = async (text: string) =>
      (await list(`?search=${encodeURIComponent(text)}`, key)).body.total as number;
    expect(await found('mÜLLER')).toBe(1);
    expect(await found('  müller ')).toBe(1);
    expect(await found(mail.toUpperCase().slice(0, 20))).toBe(1);
    expect(await found('%')).toBe(1);
    expect(await found('_')).toBe(1);
    expect(await found('\\')).toBe(0);
    expect(await found('nobody at all')).toBe(0);
    expect(await found('s'.repeat(255))).toBe(0);
    expect(await found(`  ${'s'.repeat(255)}  `)).toBe(0);
  });

  test('email matches exactly, in any letter case', async () => {
    const { key } = await makeChannel(world);
    const mail = emailOf('exact');
    await create(shop({ email: mail }), key);
    await create(shop(), key);
    expect((await list(`?email=${encodeURIComponent(mail.toUpperCase())}`, key)).body).toMatchObject({
      total: 1,
      merchants: [{ email: mail }],
    });
    expect((await list(`?email=${encodeURIComponent(`x${mail}`)}`, key)).body.total).toBe(0);
    expect((await list(`?email=${encodeURIComponent(mail)}&search=nothing`, key)).body.total).toBe(0);
  });

  test('onboarding_status is repeatable and filters the stored state', async () => {
    const own = await makeChannel(world);
    await create(shop(), own.key);
    const connected = await makeConnectedMerchant(world, own);
    const totals = async (query: string) => (await list(query, own.key)).body.total as number;
    expect(await totals('?onboarding_status=pending')).toBe(1);
    expect(await totals('?onboarding_status=completed')).toBe(1);
    expect(await totals('?onboarding_status=pending&onboarding_status=completed')).toBe(2);
    expect(await totals('?onboarding_status=revoked')).toBe(0);
    expect((await list('?onboarding_status=completed', own.key)).body.merchants[0]).toMatchObject({
      merchant_id: connected.merchant_id,
      wallet_connection_status: 'connected',
      wallet_status_reason: null,
      payments_enabled: true,
    });
  });

  test('the listing does not call the provider', async () => {
    const own = await makeChannel(world);
    await makeConnectedMerchant(world, own);
    await world.advance(3600);
    await world.drain();
    const before = (await world.control('GET', 'requests?limit=1')).body.total;
    expect((await list('', own.key)).body.total).toBe(1);
    expect((await world.control('GET', 'requests?limit=1')).body.total).toBe(before);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeChannel, makeMerchant, makeReceiver, makeSession } from '../world/actors.ts';
import { startWorld, type World } from '../world/world.ts';
import { expectProblem, expectRefused, ISO_UTC, makeDirectMerchant, makeShop, NOBODY } from './support.ts';

const PAGE = ['items', 'limit', 'offset', 'total'];
const MERCHANT = { business_name: 'Direct', country_code: 'US' };

let world: World;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world.close());

const email = () => `${crypto.randomUUID()}@example.com`;

describe('channels', () => {
  test('are listed newest first, renamed and switched', async () => {
    const [first, second] = [await makeChannel(world, 'First'), await makeChannel(world, 'Second')];
    const listed = await world.operator('GET', 'channels?limit=2');
    expect(Object.keys(listed.body).sort()).toEqual(PAGE);
    expect(listed.body.items.map((row: { channel_id: string }) => row.channel_id)).toEqual([
      second.channel_id,
      first.channel_id,
    ]);
    expect(listed.body.items[0]).toMatchObject({ name: 'Second', active: true });
    const path = `channels/${first.channel_id}`;
    expect((await world.operator('PATCH', path, { name: 'Renamed' })).body).toMatchObject({
      name: 'Renamed',
      active: true,
    });
    expect((await world.operator('PATCH', path, { active: false })).body).toMatchObject({
      name: 'Renamed',
      active: false,
    });
    expectRefused(await world.operator('PATCH', `channels/${NOBODY}`, { active: false }), 404);
    expectProblem(await world.operator('PATCH', 'channels/x', { active: false }), ['path', 'channel_id']);
    expectProblem(await world.operator('PATCH', path, { active: 'no' }), ['body', 'active']);
    expectProblem(await world.operator('PATCH', path, { owner_email: email() }), ['body', 'owner_email']);
  });

  test('have a place to lead merchants back to, and a factor of their budgets', async () => {
    const { channel_id } = await makeChannel(world);
    const path = `channels/${channel_id}`;
    const before = await world.operator('PATCH', path, {});
    expect(before.body).toMatchObject({ onboarding_return_url: null, budget_factor: 1 });
    const change = { onboarding_return_url: 'https://platform.example/merchants', budget_factor: 1000 };
    expect((await world.operator('PATCH', path, change)).body).toMatchObject(change);
    expect((await world.operator('GET', 'channels?limit=1')).body.items[0]).toMatchObject(change);
    const cleared = await world.operator('PATCH', path, { onboarding_return_url: null });
    expect(cleared.body).toMatchObject({ onboarding_return_url: null, budget_factor: 1000 });
    for (const budget_factor of [0, 1001, 1.5, null]) {
      expectProblem(await world.operator('PATCH', path, { budget_factor }), ['body', 'budget_factor']);
    }
    const bad = { onboarding_return_url: 'javascript:alert(1)' };
    expectProblem(await world.operator('PATCH', path, bad), ['body', 'onboarding_return_url']);
  });

  test.each([
    [{ owner_email: 'a@example.com' }, 'name'],
    [{ name: '', owner_email: 'a@example.com' }, 'name'],
    [{ name: 'Acme' }, 'owner_email'],
    [{ name: 'Acme', owner_email: 'nobody' }, 'owner_email'],
    [{ name: 'Acme', owner_email: 'a@example.com', active: false }, 'active'],
  ])('%j is refused', async (body, name) => {
    expectProblem(await world.operator('POST', 'channels', body), ['body', name]);
  });
});

describe('merchants', () => {
  test('a direct merchant belongs to no channel; its key is shown once', async () => {
    const made = await world.operator('POST', 'merchants', { ...MERCHANT, email: email() });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ ...MERCHANT, channel_id: null, onboarding_status: 'pending' });
    const path = `merchants/${made.body.merchant_id}/api-keys`;
    const key = await world.operator('POST', path, { name: 'own' });
    expect(key.status).toBe(201);
    expect(key.body).toMatchObject({ name: 'own', status: 'active', environment: 'test' });
    expect(key.body.key).toMatch(/^sk_test_/);
    const status = await world.call('GET', '/api/channel/onboarding/status', { key: key.body.key });
    expect(status.body.merchant_id).toBe(made.body.merchant_id);
    expectProblem(await world.operator('POST', path, {}), ['body', 'name'], 'missing');
    expectRefused(await world.operator('POST', `merchants/${NOBODY}/api-keys`, { name: 'n' }), 404);
  });

  test('one email is one merchant, directly or through a channel', async () => {
    const address = email();
    await world.operator('POST', 'merchants', { ...MERCHANT, email: address });
    const { key } = await makeChannel(world);
    const body = { ...MERCHANT, email: address.toUpperCase() };
    expectRefused(await world.call('POST', '/api/channel/merchants', { key, body }), 409);
    expectRefused(await world.operator('POST', 'merchants', body), 409);
  });

  test('a direct merchant is in no channel’s list', async () => {
    const shop = await makeShop(world);
    await makeDirectMerchant(world);
    const listed = await world.call('GET', '/api/channel/merchants', { key: shop.key });
    expect(listed.body.total).toBe(1);
    const all = await world.operator('GET', 'merchants?limit=2');
    expect(Object.keys(all.body).sort()).toEqual(PAGE);
    expect(all.body.items.map((row: { channel_id: string | null }) => row.channel_id)).toEqual([
      null,
      shop.channel_id,
    ]);
  });

  test.each([
    [{ payment_hold: 'yes' }, ['body', 'payment_hold']],
    [{ payment_provider: 'stripe' }, ['body', 'payment_provider']],
    [{ branding: { brand_color: 'red' } }, ['body', 'branding', 'brand_color']],
    [{ branding: { logo: 'x' } }, ['body', 'branding', 'logo']],
    [{ pay_later: { enabled: true } }, ['body', 'pay_later', 'logo_type']],
    [{ supported_funding: [] }, ['body', 'supported_funding']],
    [{ supported_funding: ['bitcoin'] }, ['body', 'supported_funding', 0]],
    [{ collect_buyer_email: 'yes' }, ['body', 'collect_buyer_email']],
    [{ email: 'a@example.com' }, ['body', 'email']],
  ])('the change %j is refused', async (change, loc) => {
    const { merchant_id } = await makeShop(world);
    expectProblem(await world.operator('PATCH', `merchants/${merchant_id}`, change), loc);
  });

  test('a change keeps what it does not name, and nobody’s merchant is 404', async () => {
    const { merchant_id } = await makeShop(world);
    const path = `merchants/${merchant_id}`;
    await world.operator('PATCH', path, { branding: { brand_color: '#abcdef' } });
    await world.operator('PATCH', path, { platform_fee_percent: 0.0001 });
    const changed = await world.operator('PATCH', path, {
      branding: { logo_url: 'https://shop.example/l.png' },
    });
    expect(changed.body).toMatchObject({
      platform_fee_percent: 0.0001,
      branding: { brand_color: '#abcdef', logo_url: 'https://shop.example/l.png' },
    });
    expectRefused(await world.operator('PATCH', `merchants/${NOBODY}`, { payment_hold: true }), 404);
  });
});

describe('events', () => {
  test('are found by merchant, channel, type, state and time, each with its deliveries and attempts', async () => {
    const channel = await makeChannel(world);
    const receiver = await makeReceiver(world, channel);
    const merchant_id = await makeMerchant(world, channel);
    await makeSession(world, { ...channel, merchant_id, account_id: '' });
    await world.drain();
    const find = async (query: string) => (await world.operator('GET', `events?${query}`)).body;
    const page = await find(`merchant_id=${merchant_id}`);
    expect(Object.keys(page).sort()).toEqual(PAGE);
    expect(page.total).toBe(1);
    expect(page.items[0]).toMatchObject({
      type: 'checkout.session.created',
      state: 'routed',
      channel_id: channel.channel_id,
      merchant_id,
      replay_of_event_id: null,
      created_at: expect.stringMatching(ISO_UTC),
    });
    expect(page.items[0].deliveries).toMatchObject([
      {
        endpoint_id: receiver.endpoint.body.id,
        state: 'delivered',
        attempts_made: 1,
        attempts: [{ n: 1, status: 200, error: null }],
      },
    ]);
    const since = encodeURIComponent(page.items[0].created_at);
    for (const [query, total] of [
      [`channel_id=${channel.channel_id}`, 1],
      [`channel_id=${channel.channel_id}&type=checkout.session.created`, 1],
      [`channel_id=${channel.channel_id}&type=payment.captured`, 0],
      [`channel_id=${channel.channel_id}&state=delivered`, 1],
      [`channel_id=${channel.channel_id}&state=failed`, 0],
      [`channel_id=${channel.channel_id}&since=${since}`, 1],
      [`channel_id=${channel.channel_id}&since=2999-01-01`, 0],
      [`merchant_id=${NOBODY}`, 0],
    ] as const) {
      expect([query, (await find(query)).total]).toEqual([query, total]);
    }
    const raw = JSON.stringify(page);
    expect(raw).not.toContain(receiver.endpoint.body.secret);
  });

  test.each([
    'state=lost',
    'type=payment.stolen',
    'merchant_id=x',
    'since=yesterday',
    'limit=201',
    'order=asc',
  ])('?%s is refused', async (query) => {
    expectProblem(await world.operator('GET', `events?${query}`), ['query', query.split('=')[0]!]);
  });
});

describe('the clock', () => {
  test('is moved forward for the service and the sandbox alike', async () => {
    const before = (await world.operator('GET', 'clock')).body;
    expect(Object.keys(before).sort()).toEqual(['now', 'offset_seconds']);
    const moved = await world.operator('POST', 'clock/advance', { seconds: 86_400 });
    expect(moved.status).toBe(200);
    expect(moved.body.offset_seconds).toBe(before.offset_seconds + 86_400);
    const there = (await world.control('GET', 'clock')).body;
    expect(Math.abs(Date.parse(there.now) - Date.parse(moved.body.now))).toBeLessThan(3_600_000);
    const { key } = await makeChannel(world);
    const [own] = (await world.call('GET', '/api/channel/api-keys', { key })).body;
    expect(Math.abs(Date.parse(own.created_at) - Date.parse(moved.body.now))).toBeLessThan(3_600_000);
  });

  test.each([
    [{}],
    [{ seconds: -1 }],
    [{ seconds: 1.5 }],
    [{ seconds: '60' }],
    [{ seconds: 1e12 }],
    [{ seconds: null }],
  ])('%j is refused', async (body) => {
    expectProblem(await world.operator('POST', 'clock/advance', body), ['body', 'seconds']);
  });

  test('drain answers with counts, and has nothing left to do the second time', async () => {
    await makeShop(world);
    const first = await world.operator('POST', 'work/drain');
    expect(first.status).toBe(200);
    const second = await world.operator('POST', 'work/drain', {});
    for (const count of Object.values(second.body)) expect(count).toBe(0);
  });
});

test('the audit trail tells who did what, newest first, and holds no secret', async () => {
  const { key, channel_id } = await makeChannel(world);
  const made = await world.call('POST', '/api/channel/api-keys', { key, body: { name: 'audited' } });
  await world.call('POST', `/api/channel/api-keys/${made.body.id}/revoke`, { key });
  await world.operator('PATCH', `channels/${channel_id}`, { active: false });
  const page = await world.operator('GET', 'audit?limit=3');
  expect(Object.keys(page.body).sort()).toEqual(PAGE);
  const [changed, revoked, created] = page.body.items;
  expect(changed).toMatchObject({ actor: 'operator', subject: channel_id });
  for (const entry of [revoked, created]) expect(entry.subject).toBe(made.body.id);
  for (const entry of page.body.items) {
    expect(entry).toMatchObject({ action: expect.any(String), created_at: expect.stringMatching(ISO_UTC) });
  }
  const all = JSON.stringify((await world.operator('GET', 'audit?limit=200')).body);
  expect(all).not.toContain(made.body.key);
  expect(all).not.toContain(key);
});

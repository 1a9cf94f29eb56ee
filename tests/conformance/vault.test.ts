import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  charge,
  makeChannel,
  makeConnectedMerchant,
  makeInstrument,
  makeSession,
  recordedEvents,
} from '../world/actors.ts';
import { startWorld } from '../world/world.ts';
import {
  as,
  expectProblem,
  expectRefused,
  makeDirectMerchant,
  onboard,
  type TestMerchant,
  type World,
} from './support.ts';

let world: World;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
});
afterAll(() => world.close());
afterEach(() => world.control('DELETE', 'faults', {}));

const ordersOf = (session_id: string) => `/api/checkout-sessions/${session_id}/orders`;
const publicView = async (session_id: string) =>
  (await world.call('GET', `/api/checkout-sessions/${session_id}`)).body;
const setup = async (body: Record<string, unknown> = {}, by = merchant) => {
  const session_id = (await makeSession(world, by, { amount: 0, ...body })).body.id as string;
  const order = await world.call('POST', ordersOf(session_id), { body: {} });
  return { session_id, order, order_id: order.body.order_id as string };
};
const save = (session_id: string, order_id: string) =>
  world.call('POST', `${ordersOf(session_id)}/${order_id}/capture`, { body: {} });
const tokens = async (query = '', by: { key: string; merchant_id: string } = merchant) =>
  (await world.call('GET', `/api/vault/tokens${query}`, as(by))).body;
const transaction = async (id: string, by: { key: string; merchant_id: string } = merchant) =>
  (await world.call('GET', `/api/transactions/${id}`, as(by))).body;
const eventsAbout = async (id: string) =>
  (await recordedEvents(world, merchant.merchant_id)).filter(
    ({ object }) => object['id'] === id || object['checkout_session_id'] === id,
  );

describe('a session of amount 0', () => {
  test('saves an instrument and takes nothing', async () => {
    const { session_id, order, order_id } = await setup({ metadata: { customer_ref: 'kim' } });
    expect(order.status).toBe(201);
    expect(order.body).toMatchObject({
      transaction_id: null,
      status: 'created',
      provider: 'ppcp',
      approve_url: expect.stringContaining(order_id),
    });
    expect(await publicView(session_id)).toMatchObject({ vault_setup: true, amount: '0', status: 'open' });
    expectRefused(await save(session_id, order_id), 409);
    await world.control('POST', `orders/${order_id}/approve`, {});
    const saved = await save(session_id, order_id);
    expect(saved.status).toBe(200);
    expect(saved.body).toEqual({ order_id, status: 'saved', provider_capture_id: null });
    expect((await save(session_id, order_id)).body).toEqual(saved.body);
    expect(await publicView(session_id)).toMatchObject({ status: 'completed', payment: null });
    expectRefused(await world.call('POST', ordersOf(session_id), { body: {} }), 409);
    const events = await eventsAbout(session_id);
    expect(events.map(({ type }) => type)).toEqual(['checkout.session.created']);
  });

  test('names the customer by metadata.customer_ref, else the email, else the session', async () => {
    const shop = await makeConnectedMerchant(world, merchant);
    const saved = async (body: Record<string, unknown>) => {
      const { session_id, order_id } = await setup(body, shop);
      await world.control('POST', `orders/${order_id}/approve`, {});
      await save(session_id, order_id);
      return session_id;
    };
    const longest = '🦊'.repeat(255);
    await saved({ metadata: { customer_ref: longest }, buyer_email: 'ann@example.com' });
    await saved({ metadata: { other: 1 }, buyer_email: 'ann@example.com' });
    const session_id = await saved({});
    const listed = await tokens('', shop);
    expect(listed.map((row: { customer_ref: string }) => row.customer_ref)).toEqual([
      session_id,
      'ann@example.com',
      longest,
    ]);
  });

  test.each([
    ['a number', 7, 'string_type'],
    ['nothing', '', 'string_too_short'],
    ['256 letters', 'c'.repeat(256), 'string_too_long'],
    ['256 pictures', '🦊'.repeat(256), 'string_too_long'],
  ])('refuses %s as customer_ref', async (_name, customer_ref, type) => {
    const answer = await makeSession(world, merchant, { amount: 0, metadata: { customer_ref } });
    expectProblem(answer, ['body', 'metadata', 'customer_ref'], type);
    expect((await makeSession(world, merchant, { metadata: { customer_ref } })).status).toBe(201);
  });

  test('has a user id token while it is open, for a merchant who can save instruments', async () => {
    const made = await makeSession(world, merchant, { amount: 0 });
    const { id } = made.body;
    const token = (await publicView(id)).user_id_token;
    expect(token).toEqual(expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/));
    const asked = () => world.control('GET', 'requests?limit=1');
    const before = (await asked()).body.total;
    expect((await publicView(id)).user_id_token).toBe(token);
    expect((await asked()).body.total).toBe(before);
    expect((await publicView((await makeSession(world, merchant)).body.id)).user_id_token).toBeNull();
    const unable = await makeConnectedMerchant(world, merchant, { capabilities: [] });
    const other = await makeSession(world, unable, { amount: 0 });
    expect((await publicView(other.body.id)).user_id_token).toBeNull();
  });

  test('renews the token with each client token, and goes without when the provider is away', async () => {
    await world.control('POST', 'faults', { operation: 'oauth.token', mode: 'error', times: 2 });
    const { id } = (await makeSession(world, merchant, { amount: 0, expires_in_minutes: 60 })).body;
    expect((await publicView(id)).user_id_token).toBeNull();
    await world.control('DELETE', 'faults', {});
    const mint = () => world.call('POST', `/api/checkout-sessions/${id}/client-token`);
    expect((await mint()).status).toBe(200);
    const first = (await publicView(id)).user_id_token;
    expect(first).toEqual(expect.any(String));
    await world.advance(11 * 60);
    expect((await publicView(id)).user_id_token).toBeNull();
    await mint();
    expect((await publicView(id)).user_id_token).not.toBe(first);
  });

  test('knows a customer who has saved something before', async () => {
    const { customer_ref } = await makeInstrument(world, merchant);
    const again = await makeSession(world, merchant, { amount: 0, metadata: { customer_ref } });
    const token = String((await publicView(again.body.id)).user_id_token);
    const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
    expect(claims.options.customer_id).toEqual(expect.any(String));
  });

  test('is refused for a merchant who may not be paid, or cannot save', async () => {
    const unable = await makeConnectedMerchant(world, merchant, { capabilities: [] });
    expectRefused((await setup({}, unable)).order, 400);
    const held = await makeConnectedMerchant(world, merchant);
    await world.operator('PATCH', `merchants/${held.merchant_id}`, { payment_hold: true });
    expectRefused((await setup({}, held)).order, 403);
    const { session_id, order_id } = await setup();
    expectRefused(await save(session_id, 'NOTHING0000000000'), 404);
    expectRefused(await save((await setup()).session_id, order_id), 404);
    const capture = `/api/payments/orders/${order_id}/capture`;
    expectRefused(await world.call('POST', capture, as(merchant)), 404);
  });

  test('still saves what was approved before it expired, and nothing begun after', async () => {
    const { session_id, order_id } = await setup({ expires_in_minutes: 5 });
    await world.control('POST', `orders/${order_id}/approve`, {});
    await world.advance(301);
    expectRefused(
      await world.call('POST', ordersOf(session_id), { body: {} }),
      409,
      'Checkout session has expired',
    );
    expect((await save(session_id, order_id)).body.status).toBe('saved');
  });

  test("serves a direct merchant's own order as well", async () => {
    const direct = await makeDirectMerchant(world);
    await onboard(world, { key: direct.key });
    const { id } = (
      await world.call('POST', '/api/checkout-sessions', { key: direct.key, body: { amount: 0 } })
    ).body;
    const order = await world.call('POST', '/api/payments/orders', {
      key: direct.key,
      body: { checkout_session_id: id },
    });
    expect(order.body).toMatchObject({ transaction_id: null, status: 'created' });
    await world.control('POST', `orders/${order.body.order_id}/approve`, {});
    expect((await save(id, order.body.order_id)).body.status).toBe('saved');
    const paid = await charge(world, direct, { customer_ref: id, key: 'one' });
    expect(paid.status).toBe(200);
    expect((await charge(world, direct, { customer_ref: id, key: 'one' })).body).toEqual(paid.body);
    expect(await transaction(paid.body.transaction_id, direct)).toMatchObject({ status: 'captured' });
  });
});

describe('the list', () => {
  test('has the newest selectable token of each customer, newest first, by page', async () => {
    const shop = await makeConnectedMerchant(world, merchant);
    const { customer_ref } = await makeInstrument(world, shop, { funding_source: 'paypal' });
    const second = await makeInstrument(world, shop);
    await makeInstrument(world, shop, { customer_ref, funding_source: 'card' });
    const listed = await tokens('', shop);
    expect(listed).toEqual([
      {
        id: expect.any(String),
        customer_ref,
        source_type: 'card',
        label: 'VISA 1111',
        created_at: expect.any(String),
      },
      expect.objectContaining({ customer_ref: second.customer_ref, label: 'buyer@sandbox.test' }),
    ]);
    expect(await tokens('?limit=1&offset=1', shop)).toEqual([listed[1]]);
    expect(await tokens('?offset=2', shop)).toEqual([]);
    for (const query of ['limit=0', 'limit=101', 'offset=-1', 'surplus=1']) {
      const answer = await world.call('GET', `/api/vault/tokens?${query}`, as(shop));
      expectProblem(answer, ['query', query.split('=')[0]!]);
    }
    expect(await tokens('', await makeConnectedMerchant(world, merchant))).toEqual([]);
  });

  test('leaves out what was removed at the provider, and shows the one before it', async () => {
    const shop = await makeConnectedMerchant(world, merchant);
    const { customer_ref } = await makeInstrument(world, shop, { funding_source: 'card' });
    const [first] = await tokens('', shop);
    await makeInstrument(world, shop, { customer_ref });
    const newest = (await world.control('GET', 'payment-tokens?limit=1')).body.items[0].id;
    await world.control('POST', `payment-tokens/${newest}/cancel`, {});
    await world.drain();
    expect(await tokens('', shop)).toEqual([first]);
    expect((await charge(world, shop, { customer_ref })).status).toBe(200);
  });

  test('leaves out what was saved for an account that the merchant no longer uses', async () => {
    const shop = await makeConnectedMerchant(world, merchant);
    const { customer_ref } = await makeInstrument(world, shop);
    expect(await tokens('', shop)).toHaveLength(1);
    await onboard(world, { key: shop.key, merchant: shop.merchant_id }, {}, { reconnect: true });
    await world.advance(60);
    await world.call('GET', '/api/channel/onboarding/status', as(shop));
    expect(await tokens('', shop)).toEqual([]);
    expectRefused(await charge(world, shop, { customer_ref }), 404);
  });
});

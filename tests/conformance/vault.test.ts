import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  charge,
  makeChannel,
  makeConnectedMerchant,
  makeInstrument,
  makeSession,
  recordedEvents,
  refund,
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
const dashboardToken = async (permissions: string[]) => {
  const email = `${randomUUID()}@example.com`;
  const password = 'Correct-horse-1';
  const path = `merchants/${merchant.merchant_id}/dashboard-users`;
  const { activation_url } = (await world.operator('POST', path, { email, permissions })).body;
  const activation = `/api/activation/${String(activation_url).split('/').at(-1)}`;
  await world.call('POST', activation, { body: { password } });
  const signedIn = await world.call('POST', '/api/dashboard/login', { body: { email, password } });
  return signedIn.body.access_token as string;
};
const expectDeclined = (answer: { status: number; body: unknown }) => {
  expect(answer.status).toBe(402);
  expect(answer.body).toEqual({
    detail: expect.any(String),
    code: 'payment_declined',
    transaction_id: expect.any(String),
  });
};

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

describe('a charge', () => {
  test('takes the money at once and is told like any payment', async () => {
    const shop = await makeConnectedMerchant(world, merchant);
    await world.operator('PATCH', `merchants/${shop.merchant_id}`, {
      platform_fee_percent: 10,
      platform_fee_fixed_minor_units: 30,
    });
    const { customer_ref } = await makeInstrument(world, shop);
    const paid = await charge(world, shop, { customer_ref, amount: 12.5, description: 'June' });
    expect(paid.status).toBe(200);
    expect(paid.body).toEqual({ transaction_id: expect.any(String) });
    const row = await transaction(paid.body.transaction_id, shop);
    expect(row).toMatchObject({
      status: 'captured',
      amount: 12.5,
      currency: 'USD',
      platform_fee: 1.55,
      description: 'June',
      payment_method: 'paypal',
      provider_capture_id: expect.any(String),
      buyer_email: 'buyer@sandbox.test',
      external_order_id: null,
    });
    expect(row.checkout_session_id ?? null).toBeNull();
    const listed = (await world.call('GET', '/api/transactions', as(shop))).body;
    expect({ ...listed.items[0], refunds: [] }).toEqual(row);
    const events = await recordedEvents(world, shop.merchant_id);
    const about = events.filter(({ object }) => object['id'] === row.id);
    expect(about.map(({ type }) => type)).toEqual([
      'payment.created',
      'payment.approved',
      'payment.captured',
    ]);
    expect(about[2]!.object).toMatchObject({
      amount_cents: 1250,
      platform_fee_cents: 155,
      checkout_session_id: null,
      external_order_id: null,
      provider_capture_id: row.provider_capture_id,
      refunded_at: null,
    });
  });

  test('can be refunded', async () => {
    const { customer_ref } = await makeInstrument(world, merchant);
    const { transaction_id } = (await charge(world, merchant, { customer_ref })).body;
    const { provider_capture_id } = await transaction(transaction_id);
    expect((await refund(world, merchant, provider_capture_id, { amount: '5.00' })).status).toBe(200);
    expect((await refund(world, merchant, provider_capture_id)).status).toBe(200);
    expect(await transaction(transaction_id)).toMatchObject({
      status: 'refunded',
      refunded_amount_cents: 1200,
    });
  });

  test.each(['card', 'venmo'])('says that it was a %s', async (funding_source) => {
    const { customer_ref } = await makeInstrument(world, merchant, { funding_source });
    const { transaction_id } = (await charge(world, merchant, { customer_ref })).body;
    expect(await transaction(transaction_id)).toMatchObject({ payment_method: funding_source });
  });

  test('that the provider holds back is pending and settles by itself', async () => {
    const { customer_ref } = await makeInstrument(world, merchant, { funding_source: 'pending' });
    const { transaction_id } = (await charge(world, merchant, { customer_ref })).body;
    expect(await transaction(transaction_id)).toMatchObject({ status: 'pending' });
    await world.advance(400);
    await world.drain();
    expect(await transaction(transaction_id)).toMatchObject({ status: 'captured' });
  });

  test.each([
    ['no customer', { customer_ref: undefined }, ['body', 'customer_ref'], 'missing'],
    ['an empty customer', { customer_ref: '' }, ['body', 'customer_ref'], 'string_too_short'],
    ['a long customer', { customer_ref: 'c'.repeat(256) }, ['body', 'customer_ref'], 'string_too_long'],
    ['no key', { idempotency_key: undefined }, ['body', 'idempotency_key'], 'missing'],
    ['an empty key', { idempotency_key: '' }, ['body', 'idempotency_key'], 'string_too_short'],
    ['a long key', { idempotency_key: 'k'.repeat(129) }, ['body', 'idempotency_key'], 'string_too_long'],
    ['nothing to pay', { amount: 0 }, ['body', 'amount'], undefined],
    ['too much', { amount: '1000000' }, ['body', 'amount'], undefined],
    ['half a cent', { amount: '1.005' }, ['body', 'amount'], 'decimal_max_places'],
    ['no such currency', { currency: 'usd' }, ['body', 'currency'], undefined],
    ['a long description', { description: 'd'.repeat(128) }, ['body', 'description'], 'string_too_long'],
    ['something unknown', { surplus: 1 }, ['body', 'surplus'], 'extra_forbidden'],
  ])('with %s is 422', async (_name, change, loc, type) => {
    const body = { customer_ref: 'somebody', amount: '1.00', idempotency_key: randomUUID(), ...change };
    const answer = await world.call('POST', '/api/vault/charge', { ...as(merchant), body });
    expectProblem(answer, loc, type);
  });

  test('of nobody is 404, and leaves its key free', async () => {
    const { customer_ref } = await makeInstrument(world, merchant);
    const key = randomUUID();
    expectRefused(await charge(world, merchant, { customer_ref: 'nobody', key }), 404);
    const other = await makeConnectedMerchant(world, merchant);
    expectRefused(await charge(world, other, { customer_ref, key }), 404);
    expect((await charge(world, merchant, { customer_ref, key })).status).toBe(200);
  });

  test('keeps the rules of an order: hold, checkout, currency', async () => {
    const shop = await makeConnectedMerchant(world, merchant);
    const { customer_ref } = await makeInstrument(world, shop);
    const figures = { charge_currency: 'EUR', settlement_currency: 'USD' };
    expectRefused(await charge(world, shop, { customer_ref, currency: 'EUR' }), 400, undefined, figures);
    await world.operator('PATCH', `merchants/${shop.merchant_id}`, { payment_hold: true });
    expectRefused(await charge(world, shop, { customer_ref }), 403);
    await world.operator('PATCH', `merchants/${shop.merchant_id}`, { payment_hold: false });
    await world.control('POST', `accounts/${shop.account_id}/revoke-consent`, {});
    await world.drain();
    expectRefused(await charge(world, shop, { customer_ref }), 403);
    const never = await makeDirectMerchant(world);
    expectRefused(await charge(world, never, { customer_ref }), 403);
  });

  test('of a currency without decimals at the provider is 422 when it has some', async () => {
    const shop = await makeConnectedMerchant(world, merchant, { currency: 'HUF' });
    const answer = await charge(world, shop, { customer_ref: 'anybody', currency: 'HUF', amount: '10.50' });
    expectProblem(answer, ['body', 'amount'], 'decimal_max_places');
  });
});

describe('a charge that is declined', () => {
  test.each(['paypal_declined', 'card_declined'])('by %s is 402, and failed', async (funding_source) => {
    const { customer_ref } = await makeInstrument(world, merchant, { funding_source });
    expectDeclined(await charge(world, merchant, { customer_ref, description: customer_ref }));
    const query = `/api/transactions?search=${encodeURIComponent(customer_ref)}`;
    const [row] = (await world.call('GET', query, as(merchant))).body.items;
    expect(row).toMatchObject({ status: 'failed', failure_code: expect.any(String) });
    expect(await transaction(row.id)).toEqual({ ...row, refunds: [] });
    const events = await eventsAbout(row.id);
    expect(events.map(({ type }) => type)).toEqual(['payment.created', 'payment.approved', 'payment.failed']);
    expect(events[2]!.object).toMatchObject({ status: 'failed', reason: row.failure_code });
  });

  test('because the buyer is needed is 402', async () => {
    const { customer_ref } = await makeInstrument(world, merchant);
    const issue = 'PAYER_ACTION_REQUIRED';
    await world.control('POST', 'faults', { operation: 'orders.create', mode: 'refuse', issue });
    expectDeclined(await charge(world, merchant, { customer_ref }));
    expect((await charge(world, merchant, { customer_ref })).status).toBe(200);
  });

  test.each(['TOKEN_ID_NOT_FOUND', 'AGREEMENT_ALREADY_CANCELLED'])(
    'with %s is 402 once, and the instrument is gone',
    async (issue) => {
      const { customer_ref } = await makeInstrument(world, merchant);
      await world.control('POST', 'faults', { operation: 'orders.create', mode: 'refuse', issue });
      expectDeclined(await charge(world, merchant, { customer_ref }));
      expectRefused(await charge(world, merchant, { customer_ref }), 404);
      const listed = (await tokens()) as { customer_ref: string }[];
      expect(listed.map((row) => row.customer_ref)).not.toContain(customer_ref);
    },
  );

  test('because of the seller is 400, and an unverified one is disabled', async () => {
    const shop = await makeConnectedMerchant(world, merchant);
    const { customer_ref } = await makeInstrument(world, shop);
    const issue = 'NOT_ENABLED_TO_VAULT_PAYMENT_SOURCE';
    await world.control('POST', 'faults', { operation: 'orders.create', mode: 'refuse', issue });
    expect((await charge(world, shop, { customer_ref })).body).toMatchObject({ code: 'seller_refused' });
    const unverified = { operation: 'orders.create', mode: 'refuse', issue: 'PAYEE_ACCOUNT_NOT_VERIFIED' };
    await world.control('POST', 'faults', unverified);
    expect((await charge(world, shop, { customer_ref })).body.code).toBe('seller_unverified');
    const types = (await recordedEvents(world, shop.merchant_id)).map(({ type }) => type);
    expect(types.filter((type) => type === 'payment.failed')).toHaveLength(2);
    expect(types).toContain('merchant.payments_disabled');
  });
});

describe('an idempotency_key', () => {
  test('answers the original transaction whatever the body, for ever', async () => {
    const shop = await makeConnectedMerchant(world, merchant);
    const { customer_ref } = await makeInstrument(world, shop);
    const key = randomUUID();
    const first = await charge(world, shop, { customer_ref, key });
    expect((await charge(world, shop, { customer_ref, key })).body).toEqual(first.body);
    const other = { customer_ref: 'nobody', amount: '99.00', currency: 'EUR', key };
    expect((await charge(world, shop, other)).body).toEqual(first.body);
    await world.operator('PATCH', `merchants/${shop.merchant_id}`, { payment_hold: true });
    await world.advance(90 * 86_400);
    expect((await charge(world, shop, { customer_ref, key })).body).toEqual(first.body);
    const listed = (await world.call('GET', '/api/transactions', as(shop))).body;
    expect(listed.total).toBe(1);
  });

  test("is the merchant's own", async () => {
    const [one, two] = [merchant, await makeConnectedMerchant(world, merchant)];
    const key = randomUUID();
    const first = await charge(world, one, {
      customer_ref: (await makeInstrument(world, one)).customer_ref,
      key,
    });
    const second = await charge(world, two, {
      customer_ref: (await makeInstrument(world, two)).customer_ref,
      key,
    });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).not.toEqual(first.body);
  });

  test("is the same for every key of the channel and for the merchant's dashboard", async () => {
    const { customer_ref } = await makeInstrument(world, merchant);
    const key = randomUUID();
    const first = await charge(world, merchant, { customer_ref, key });
    const minted = await world.call('POST', '/api/channel/api-keys', {
      key: merchant.key,
      body: { name: 'second' },
    });
    const second = { key: minted.body.key as string, merchant_id: merchant.merchant_id };
    expect((await charge(world, second, { customer_ref, key })).body).toEqual(first.body);
    const token = await dashboardToken(['finance.manage']);
    const body = { customer_ref, amount: '12.00', idempotency_key: key };
    expect((await world.call('POST', '/api/vault/charge', { key: token, body })).body).toEqual(first.body);
    const listed = await world.call('GET', '/api/vault/tokens', { key: token });
    expect(listed.body).toEqual(await tokens());
    const plain = await dashboardToken(['transactions.read']);
    expectRefused(await world.call('GET', '/api/vault/tokens', { key: plain }), 403);
    expectRefused(await world.call('POST', '/api/vault/charge', { key: plain, body }), 403);
  });

  test('of a decline answers the decline, though the instrument is good again', async () => {
    const { customer_ref } = await makeInstrument(world, merchant);
    const key = randomUUID();
    const issue = 'INSTRUMENT_DECLINED';
    await world.control('POST', 'faults', { operation: 'orders.create', mode: 'refuse', issue });
    const declined = await charge(world, merchant, { customer_ref, key });
    expectDeclined(declined);
    expect(await transaction(declined.body.transaction_id)).toMatchObject({
      status: 'failed',
      failure_code: issue,
    });
    const repeated = await charge(world, merchant, { customer_ref, key });
    expect([repeated.status, repeated.body]).toEqual([402, declined.body]);
    expect((await charge(world, merchant, { customer_ref })).status).toBe(200);
  });

  test('is free again when the provider was not reached', async () => {
    const { customer_ref } = await makeInstrument(world, merchant);
    const key = randomUUID();
    const busy = { operation: 'orders.create', mode: 'refuse', status: 429, issue: 'RATE_LIMIT_REACHED' };
    await world.control('POST', 'faults', busy);
    expectRefused(await charge(world, merchant, { customer_ref, key }), 503);
    expect((await charge(world, merchant, { customer_ref, key })).status).toBe(200);
  });
});

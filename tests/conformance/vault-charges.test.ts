import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  charge,
  makeChannel,
  makeConnectedMerchant,
  makeInstrument,
  recordedEvents,
  refund,
} from '../world/actors.ts';
import { startWorld } from '../world/world.ts';
import {
  as,
  expectProblem,
  expectRefused,
  makeDirectMerchant,
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

const tokens = async () => (await world.call('GET', '/api/vault/tokens', as(merchant))).body;
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

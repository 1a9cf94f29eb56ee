import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  capture,
  makeCapture,
  makeChannel,
  makeConnectedMerchant,
  makeOrder,
  makeSession,
  recordedEvents,
  refund,
} from '../world/actors.ts';
import { startWorld, type World } from '../world/world.ts';
import {
  as,
  CAPTURED_KEYS,
  expectProblem,
  expectRefused,
  makeDirectMerchant,
  makeShop,
  onboard,
  readStatus,
  type TestMerchant,
} from './support.ts';

let world: World;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
});
afterAll(() => world.close());
afterEach(() => world.control('DELETE', 'faults', {}));

const eventsOf = async (transaction_id: string, by = merchant) =>
  (await recordedEvents(world, by.merchant_id)).filter(({ object }) => object['id'] === transaction_id);
const typesOf = async (transaction_id: string, by = merchant) =>
  (await eventsOf(transaction_id, by)).map(({ type }) => type);
const approve = (order_id: string, funding_source: string) =>
  world.control('POST', `orders/${order_id}/approve`, { funding_source });
const captureWith = (order_id: string, body: unknown) =>
  world.call('POST', `/api/payments/orders/${order_id}/capture`, { ...as(merchant), body });
const statusOf = async (transaction_id: string) =>
  (await world.call('GET', `/api/transactions/${transaction_id}`, as(merchant))).body.status as string;

describe('POST /api/payments/orders', () => {
  const create = (credential: { key: string; merchant?: string }, body: unknown) =>
    world.call('POST', '/api/payments/orders', { ...credential, body });

  test('a channel key is refused, with a merchant header or without', async () => {
    const { id } = (await makeSession(world, merchant)).body;
    const body = { checkout_session_id: id };
    expectRefused(await create(as(merchant), body), 403);
    expectRefused(await create({ key: merchant.key }, body), 403);
  });

  test('a direct merchant orders with its own key', async () => {
    const direct = await makeDirectMerchant(world);
    const { key } = direct;
    await onboard(world, { key });
    expect((await readStatus(world, { key })).body.wallet_connection_status).toBe('connected');
    const session = await world.call('POST', '/api/checkout-sessions', { key, body: { amount: '7.50' } });
    const made = await create({ key }, { checkout_session_id: session.body.id });
    expect(made.status).toBe(201);
    expect(Object.keys(made.body).sort()).toEqual([
      'approve_url',
      'order_id',
      'provider',
      'status',
      'transaction_id',
    ]);
    await world.control('POST', `orders/${made.body.order_id}/approve`, {});
    const path = `/api/checkout-sessions/${session.body.id}/orders/${made.body.order_id}/capture`;
    expect((await world.call('POST', path, { body: {} })).body.status).toBe('captured');
    const listed = await world.call('GET', '/api/transactions', { key });
    expect(listed.body.items).toMatchObject([{ id: made.body.transaction_id, amount: 7.5 }]);
  });

  test('a session of another merchant is not found', async () => {
    const direct = await makeDirectMerchant(world);
    await onboard(world, { key: direct.key });
    const { id } = (await makeSession(world, merchant)).body;
    expectRefused(await create({ key: direct.key }, { checkout_session_id: id }), 404);
  });

  test.each([
    [{}, 'checkout_session_id'],
    [{ checkout_session_id: 'nonsense' }, 'checkout_session_id'],
    [{ checkout_session_id: `cs_${'0'.repeat(27)}`, amount: 1 }, 'amount'],
  ])('%j is refused', async (body, name) => {
    const { key } = await makeDirectMerchant(world);
    expectProblem(await create({ key }, body), ['body', name]);
  });

  test('403 for a merchant that is not allowed to take payments', async () => {
    const { key } = await makeDirectMerchant(world);
    const session = await world.call('POST', '/api/checkout-sessions', { key, body: { amount: 1 } });
    expectRefused(await create({ key }, { checkout_session_id: session.body.id }), 403);
  });

  test('503 when the provider cannot be reached, and the session stays open', async () => {
    const { id } = (await makeSession(world, merchant)).body;
    await world.control('POST', 'faults', {
      operation: 'orders.create',
      mode: 'error',
      status: 503,
      times: 50,
    });
    const path = `/api/checkout-sessions/${id}/orders`;
    expectRefused(await world.call('POST', path, { body: {} }), 503);
    await world.control('DELETE', 'faults', {});
    expect((await world.call('POST', path, { body: {} })).status).toBe(201);
  });
});

describe('capture', () => {
  test('answers the transaction; again, the existing capture with 200', async () => {
    const order = await makeOrder(world, merchant, {
      session: { amount: '10.00', external_order_id: 'o-9', description: 'Tea' },
    });
    const captured = await capture(world, merchant, order.order_id);
    expect(captured.status).toBe(200);
    expect(captured.body).toMatchObject({
      id: order.transaction_id,
      merchant_id: merchant.merchant_id,
      provider: 'ppcp',
      provider_order_id: order.order_id,
      provider_capture_id: expect.any(String),
      checkout_session_id: order.session_id,
      external_order_id: 'o-9',
      description: 'Tea',
      status: 'captured',
      amount: 10,
      currency: 'USD',
      refunded_amount_cents: 0,
      platform_fee: 0,
    });
    const again = await capture(world, merchant, order.order_id);
    expect(again.status).toBe(200);
    expect(again.body).toEqual(captured.body);
    expect(await typesOf(order.transaction_id)).toEqual([
      'payment.created',
      'payment.approved',
      'payment.captured',
    ]);
  });

  test('is not dated before the approval, though the provider writes whole seconds', async () => {
    const order = await makeOrder(world, merchant, { approved: false });
    const before = world.clock.now();
    await world.control('POST', `orders/${order.order_id}/approve`, {});
    await world.drain();
    const { captured_at } = (await capture(world, merchant, order.order_id)).body;
    expect(Date.parse(captured_at)).toBeGreaterThanOrEqual(before.getTime());
  });

  test('payment.captured has exactly its keys', async () => {
    const made = await makeCapture(world, merchant, { amount: '12.34', external_order_id: 'o-1' });
    const event = (await eventsOf(made.transaction_id)).find(({ type }) => type === 'payment.captured')!;
    expect(Object.keys(event.object).sort()).toEqual(CAPTURED_KEYS);
    expect(event.object).toMatchObject({
      id: made.transaction_id,
      amount_cents: 1234,
      currency: 'USD',
      status: 'captured',
      refunded_at: null,
      external_order_id: 'o-1',
      checkout_session_id: made.session_id,
      provider_order_id: made.order_id,
      provider_capture_id: made.capture_id,
      platform_fee_cents: 0,
      provider: 'ppcp',
    });
  });

  test('every payment event has both order identifiers, null where there is none', async () => {
    const made = await makeCapture(world, merchant);
    for (const { object } of await eventsOf(made.transaction_id)) {
      expect(object).toMatchObject({
        merchant_id: merchant.merchant_id,
        external_order_id: null,
        checkout_session_id: made.session_id,
      });
    }
  });

  test('parallel captures take the money once', async () => {
    const order = await makeOrder(world, merchant);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => capture(world, merchant, order.order_id)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(new Set(answers.map(({ body }) => body.provider_capture_id)).size).toBe(1);
    const types = await typesOf(order.transaction_id);
    expect(types.filter((type) => type === 'payment.captured')).toHaveLength(1);
  });

  test('the optional body is checked', async () => {
    const order = await makeOrder(world, merchant);
    for (const [body, name] of [
      [{ amount: 1 }, 'amount'],
      [{ wallet_client_metadata_id: 'm'.repeat(69) }, 'wallet_client_metadata_id'],
      [{ wallet_client_metadata_id: '' }, 'wallet_client_metadata_id'],
      [{ wallet_client_metadata_id: 'a/b' }, 'wallet_client_metadata_id'],
      [{ funding_source: true }, 'funding_source'],
    ] as const) {
      expectProblem(await captureWith(order.order_id, body), ['body', name]);
    }
    const metadata = `${'a'.repeat(60)}-{}(),09`;
    expect(metadata).toHaveLength(68);
    const sent = { funding_source: 'paypal', wallet_client_metadata_id: metadata };
    const captured = await captureWith(order.order_id, sent);
    expect(captured.status).toBe(200);
    expect(captured.body.provider_client_metadata_id).toBe(metadata);
    const nulls = { funding_source: null, wallet_client_metadata_id: null };
    expect((await captureWith(order.order_id, nulls)).status).toBe(200);
  });

  test('a word that is no way to pay is let through, however long', async () => {
    const { order_id } = await makeOrder(world, merchant);
    expect((await captureWith(order_id, { funding_source: 'f'.repeat(1_000) })).status).toBe(200);
  });

  test('402 for a decline that the buyer can act on: nothing failed, another try may succeed', async () => {
    const order = await makeOrder(world, merchant, { approved: false });
    await approve(order.order_id, 'declined');
    const declined = await capture(world, merchant, order.order_id);
    expect(declined.status).toBe(402);
    expect(declined.body).toEqual({ detail: expect.any(String), code: 'payment_declined' });
    expect(await typesOf(order.transaction_id)).not.toContain('payment.failed');
    await approve(order.order_id, 'paypal');
    expect((await capture(world, merchant, order.order_id)).body.status).toBe('captured');
  });

  test('409 for an order that is not approved, and 404 for one that is not the merchant’s', async () => {
    const order = await makeOrder(world, merchant, { approved: false });
    expectRefused(await capture(world, merchant, order.order_id), 409);
    const shop = await makeShop(world);
    const [foreign, absent] = [
      await capture(world, shop, order.order_id),
      await capture(world, shop, '0'.repeat(17)),
    ];
    expectRefused(foreign, 404);
    expect(absent.body).toEqual(foreign.body);
    expectProblem(await capture(world, merchant, 'a'.repeat(65)), ['path', 'order_id']);
  });

  test('409 for a refunded order', async () => {
    const made = await makeCapture(world, merchant);
    expect((await refund(world, merchant, made.capture_id)).status).toBe(200);
    expectRefused(await capture(world, merchant, made.order_id), 409);
  });

  test('409 for a voided order: the approval lapsed at the provider', async () => {
    const order = await makeOrder(world, merchant);
    await world.drain();
    await world.advance(8 * 24 * 3600);
    await world.drain();
    expectRefused(await capture(world, merchant, order.order_id), 409);
    expect(await statusOf(order.transaction_id)).toBe('voided');
    expectRefused(await capture(world, merchant, order.order_id), 409);
  });

  test('400 for an unverified seller: approved, failed, then payments disabled; the session stays open', async () => {
    const seller = await makeConnectedMerchant(world, await makeChannel(world));
    const order = await makeOrder(world, seller);
    await world.control('PATCH', `accounts/${seller.account_id}`, { email_confirmed: false });
    const refused = await capture(world, seller, order.order_id);
    expectRefused(refused, 400);
    expect(refused.body.detail).toMatch(/verified/i);
    const events = (await recordedEvents(world, seller.merchant_id)).filter(
      ({ type }) => type !== 'merchant.onboarding_updated' && type !== 'checkout.session.created',
    );
    expect(events.map(({ type }) => type)).toEqual([
      'payment.created',
      'payment.approved',
      'payment.failed',
      'merchant.payments_disabled',
    ]);
    expect(events[2]!.object).toMatchObject({
      id: order.transaction_id,
      status: 'failed',
      reason: expect.any(String),
      checkout_session_id: order.session_id,
      external_order_id: null,
    });
    for (const name of ['provider_status', 'debug_id']) {
      if (name in events[2]!.object) expect(events[2]!.object[name]).toEqual(expect.any(String));
    }
    expect(events[3]!.object).toMatchObject({
      merchant_id: seller.merchant_id,
      reason: 'wallet_capture_payee_not_verified',
    });
    const read = await world.call('GET', `/api/transactions/${order.transaction_id}`, as(seller));
    expect(read.body).toMatchObject({
      status: 'failed',
      failure_code: events[2]!.object['reason'],
      failure_message: expect.any(String),
    });
    const session = await world.call('GET', `/api/checkout-sessions/${order.session_id}`);
    expect(session.body.status).toBe('open');
    expectRefused(await capture(world, seller, order.order_id), 409);
    expect((await readStatus(world, as(seller))).body).toMatchObject({
      wallet_status_reason: 'email_unverified',
      payments_enabled: false,
    });
  });

  test('503 when the provider is down: nothing is taken, nothing failed, a later call succeeds', async () => {
    const order = await makeOrder(world, merchant);
    await world.control('POST', 'faults', {
      operation: 'orders.capture',
      mode: 'error',
      status: 503,
      times: 50,
    });
    expectRefused(await capture(world, merchant, order.order_id), 503);
    expect(await typesOf(order.transaction_id)).not.toContain('payment.failed');
    await world.control('DELETE', 'faults', {});
    expect((await capture(world, merchant, order.order_id)).body.status).toBe('captured');
  });

  test('503 when the answer was lost; the money is found and told of once', async () => {
    const order = await makeOrder(world, merchant);
    const fault = { operation: 'orders.capture', mode: 'reset_after_commit', times: 50 };
    await world.control('POST', 'faults', fault);
    // A notice that came first would be an answer.
    await world.control('POST', 'notices', { mode: 'hold' });
    expectRefused(await capture(world, merchant, order.order_id), 503);
    await world.control('DELETE', 'faults', {});
    await world.control('POST', 'notices/release');
    await world.advance(120);
    await world.drain();
    expect(await statusOf(order.transaction_id)).toBe('captured');
    expect((await capture(world, merchant, order.order_id)).status).toBe(200);
    const types = await typesOf(order.transaction_id);
    expect(types.filter((type) => type === 'payment.captured')).toHaveLength(1);
  });

  test('a capture that the provider holds is pending with 200, and captured when it is let go, at that time', async () => {
    const order = await makeOrder(world, merchant, { approved: false });
    await approve(order.order_id, 'pending');
    const held = await capture(world, merchant, order.order_id);
    expect(held.status).toBe(200);
    expect(held.body.status).toBe('pending');
    expect(await typesOf(order.transaction_id)).not.toContain('payment.captured');
    // Five minutes later the sandbox would let it go by itself.
    await world.advance(200);
    const letGoAt = world.clock.now().getTime();
    const settled = await world.control('POST', `captures/${held.body.provider_capture_id}/settle`, {
      status: 'COMPLETED',
    });
    expect(settled.status).toBe(200);
    await world.drain();
    expect(await statusOf(order.transaction_id)).toBe('captured');
    expect(await typesOf(order.transaction_id)).toContain('payment.captured');
    const { captured_at } = (
      await world.call('GET', `/api/transactions/${order.transaction_id}`, as(merchant))
    ).body;
    // Told in whole seconds.
    expect(Date.parse(captured_at)).toBeGreaterThan(letGoAt - 1_000);
  });
});

describe('the platform fee', () => {
  test('is the operator’s percent and fixed part, half up, on transaction and event', async () => {
    const priced = await makeConnectedMerchant(world, await makeChannel(world));
    const terms = { platform_fee_percent: 2.9, platform_fee_fixed_minor_units: 30 };
    expect((await world.operator('PATCH', `merchants/${priced.merchant_id}`, terms)).body).toMatchObject(
      terms,
    );
    const made = await makeCapture(world, priced, { amount: '10.50' });
    expect(made.captured.body).toMatchObject({
      platform_fee: 0.6,
      platform_fee_percent: 2.9,
      platform_fee_fixed: 0.3,
      refunded_platform_fee: 0,
    });
    const event = (await eventsOf(made.transaction_id, priced)).find(
      ({ type }) => type === 'payment.captured',
    );
    expect(event!.object['platform_fee_cents']).toBe(60);
  });
});

test.each([
  ['platform_fee_percent', 2.90001],
  ['platform_fee_percent', -1],
  ['platform_fee_percent', 100.5],
  ['platform_fee_percent', '2.9'],
  ['platform_fee_fixed_minor_units', 0.5],
  ['platform_fee_fixed_minor_units', -1],
])('%s %j is no fee', async (name, value) => {
  const answer = await world.operator('PATCH', `merchants/${merchant.merchant_id}`, { [name]: value });
  expectProblem(answer, ['body', name]);
});

describe('checkout_enabled', () => {
  test('a linked seller with an unverified email can open and approve; the capture is refused', async () => {
    const shop = await makeShop(world);
    await onboard(world, as(shop), { email_confirmed: false });
    await world.advance(60);
    expect((await readStatus(world, as(shop))).body).toMatchObject({
      wallet_connection_status: 'linked_pending',
      wallet_status_reason: 'email_unverified',
      payments_enabled: false,
      checkout_enabled: true,
    });
    const order = await makeOrder(world, shop);
    expectRefused(await capture(world, shop, order.order_id), 400);
  });

  test('an operator’s hold makes payment creation fail with 403, and the session still opens', async () => {
    const held = await makeConnectedMerchant(world, await makeChannel(world));
    await world.operator('PATCH', `merchants/${held.merchant_id}`, { payment_hold: true });
    const session = await makeSession(world, held);
    expect(session.status).toBe(201);
    const path = `/api/checkout-sessions/${session.body.id}/orders`;
    expectRefused(await world.call('POST', path, { body: {} }), 403);
  });
});

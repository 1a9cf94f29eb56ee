import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  capture,
  makeChannel,
  makeConnectedMerchant,
  makeSession,
  recordedEvents,
  refund,
  type TestChannel,
} from '../world/actors.ts';
import {
  as,
  captureByBuyer,
  enterCard,
  type GatewayMerchant,
  GR4VY,
  makeGatewayMerchant,
  NMI,
  order,
  payByCard,
  transactionOf,
} from '../world/gateways.ts';
import { startWorld, type World } from '../world/world.ts';
import { expectProblem, expectRefused } from './support.ts';

let world: World;
let channel: TestChannel;
beforeAll(async () => {
  world = await startWorld();
  channel = await makeChannel(world);
});
afterEach(() => world.control('DELETE', 'faults'));
afterAll(() => world.close());

// What a merchant on a gateway is promised, whichever it is. Its buyers enter their cards in fields of the gateway's.
describe.each([GR4VY, NMI])('on $rail', (gateway) => {
  let merchant: GatewayMerchant;
  beforeAll(async () => {
    merchant = await makeGatewayMerchant(world, channel, gateway);
  });
  const types = async (merchant_id: string, of: string) =>
    (await recordedEvents(world, merchant_id))
      .filter(({ object }) => object['id'] === of)
      .map(({ type }) => type);

  test('a card is charged by the capture and not before', async () => {
    const entered = await enterCard(world, merchant);
    const opened = await order(world, entered);
    expect(opened).toMatchObject({
      status: 201,
      body: { provider: gateway.rail, approve_url: null, transaction_id: expect.any(String) },
    });
    const { order_id, transaction_id } = opened.body;
    const waiting = await transactionOf(world, merchant, transaction_id);
    expect([waiting.captured_at, waiting.payment_method]).toEqual([undefined, 'card']);
    const captured = await captureByBuyer(world, { ...entered, order_id });
    expect(captured).toMatchObject({
      status: 200,
      body: { order_id, status: 'captured', provider_capture_id: expect.any(String) },
    });
    expect(await captureByBuyer(world, { ...entered, order_id })).toMatchObject({ body: captured.body });
    expect(await transactionOf(world, merchant, transaction_id)).toMatchObject({
      provider: gateway.rail,
      status: 'captured',
      amount: 20,
      currency: 'USD',
      platform_fee: 0,
      payment_method: 'card',
      payment_method_scheme: 'visa',
      refunds: [],
    });
    expect((await types(merchant.merchant_id, transaction_id)).toSorted()).toEqual([
      'payment.approved',
      'payment.captured',
      'payment.created',
    ]);
    const session = await world.call('GET', `/api/checkout-sessions/${entered.session_id}`);
    expect(session.body).toMatchObject({
      status: 'completed',
      payment_provider: gateway.rail,
      supported_funding: ['card'],
    });
  });

  test('a page that may not pay begins no payment', async () => {
    const session = (await makeSession(world, merchant, { allowed_origins: ['https://shop.example'] })).body;
    const calledFrom = (origin: string) =>
      world.call('POST', gateway.credential_path, {
        body: { checkout_session_id: session.id },
        headers: { origin },
      });
    expect((await calledFrom('https://shop.example')).status).toBe(200);
    const elsewhere = await calledFrom('https://evil.example');
    if (gateway.pinsSession) expectRefused(elsewhere, 403);
    else expect(elsewhere.status).toBe(200);
  });

  test('a platform may capture what its merchant’s buyer agreed to', async () => {
    const entered = await enterCard(world, merchant);
    const { order_id } = (await order(world, entered)).body;
    expect(await capture(world, merchant, order_id)).toMatchObject({
      status: 200,
      body: { status: 'captured' },
    });
  });

  test('a card that is declined leaves the session open for another', async () => {
    const { session_id, captured, transaction_id } = await payByCard(world, merchant, {
      outcome: 'capture_declined',
    });
    expectRefused(captured, 402);
    expect(await transactionOf(world, merchant, transaction_id)).toMatchObject({
      failure_code: expect.any(String),
    });
    const credential = await gateway.credential(world, session_id);
    const payment_token = await gateway.pay(world, credential.body);
    const { order_id } = (await order(world, { session_id, payment_token })).body;
    expect(await captureByBuyer(world, { session_id, order_id })).toMatchObject({
      body: { status: 'captured' },
    });
  });

  test('an amount is returned in parts, and all that is left', async () => {
    const { capture_id, transaction_id } = await payByCard(world, merchant);
    const key = randomUUID();
    expect(await refund(world, merchant, capture_id, { amount: '5.00', key })).toMatchObject({ status: 200 });
    expect(await refund(world, merchant, capture_id, { amount: '5.00', key })).toMatchObject({ status: 200 });
    expect(await transactionOf(world, merchant, transaction_id)).toMatchObject({
      status: 'captured',
      refunded_amount_cents: 500,
    });
    expectRefused(await refund(world, merchant, capture_id, { amount: '15.01' }), 409, undefined, {
      remaining_amount: '15.00',
      currency: 'USD',
    });
    expect(await refund(world, merchant, capture_id)).toMatchObject({ status: 200 });
    expect(await transactionOf(world, merchant, transaction_id)).toMatchObject({
      status: 'refunded',
      refunded_amount_cents: 2000,
    });
    await world.drain();
    const refunded = (await recordedEvents(world, merchant.merchant_id)).filter(
      ({ type, object }) => type === 'payment.refunded' && object['id'] === transaction_id,
    );
    expect(refunded.map(({ object }) => [object['partial'], object['refund_amount_cents']])).toEqual([
      [true, 500],
      [false, 1500],
    ]);
  });

  test('what is returned at the gateway itself is heard of, once', async () => {
    const { capture_id, transaction_id } = await payByCard(world, merchant);
    await world.control('POST', 'notices', { mode: 'duplicate' });
    await world.control('POST', `rails/transactions/${capture_id}/refund`, { amount: '7.00' });
    await world.drain();
    const transaction = await transactionOf(world, merchant, transaction_id);
    expect(transaction).toMatchObject({ refunded_amount_cents: 700 });
    expect(transaction.refunds).toMatchObject([
      { origin: 'provider', status: 'completed', amount_cents: 700 },
    ]);
  });

  test.each(['error', 'reset_after_commit'])(
    'a capture with %s is taken once, or not at all',
    async (mode) => {
      const entered = await enterCard(world, merchant);
      const { order_id, transaction_id } = (await order(world, entered)).body;
      await world.control('POST', 'faults', { operation: gateway.takes, mode, times: 1 });
      // Quick enough it would be heard of before the call has failed.
      await world.control('POST', 'notices', { mode: 'hold' });
      expectRefused(await captureByBuyer(world, { ...entered, order_id }), 503);
      await world.control('POST', 'notices/release');
      for (const seconds of [200, 500]) {
        await world.advance(seconds);
        await world.drain();
      }
      const settled = await transactionOf(world, merchant, transaction_id);
      if (mode === 'reset_after_commit') expect(settled.status).toBe('captured');
      const again = await captureByBuyer(world, { ...entered, order_id });
      if (settled.status === 'voided' && !gateway.remembers) {
        expectRefused(again, 409);
        const session = await world.call('GET', `/api/checkout-sessions/${entered.session_id}`);
        return expect(session.body.status).toBe('open');
      }
      expect(again).toMatchObject({ body: { status: 'captured' } });
      const told = await types(merchant.merchant_id, transaction_id);
      expect(told.filter((type) => type === 'payment.captured')).toHaveLength(1);
    },
  );

  test('another amount than was asked for is not a capture, and a person is told', async () => {
    const entered = await enterCard(world, merchant);
    const { order_id, transaction_id } = (await order(world, entered)).body;
    await world.control('POST', 'faults', { operation: gateway.takes, mode: 'reset_after_commit', times: 1 });
    await world.control('POST', 'notices', { mode: 'hold' });
    expectRefused(await captureByBuyer(world, { ...entered, order_id }), 503);
    const { body } = await world.control('GET', 'snapshot');
    for (const { body: record } of body.records as { body: Record<string, unknown> }[]) {
      if (![record['order_id'], record['transaction_id'], record['id']].includes(order_id)) continue;
      const taken = [record, ...((record['actions'] ?? []) as Record<string, unknown>[])];
      for (const one of taken)
        for (const name of ['amount', 'captured_amount']) if (one[name] === 2000) one[name] = 1999;
    }
    await world.control('PUT', 'snapshot', body);
    await world.control('POST', 'notices/release');
    for (const seconds of [0, 200, 3_600]) {
      await world.advance(seconds);
      await world.drain();
      expect((await transactionOf(world, merchant, transaction_id)).captured_at).toBeUndefined();
    }
    const { items } = (await world.operator('GET', 'unsettled')).body as {
      items: { transaction_id: string }[];
    };
    expect(items.find((item) => item.transaction_id === transaction_id)).toMatchObject({
      ...{ kind: 'capture', needs_person: true },
      last_problem: expect.stringContaining('another amount'),
    });
  });

  test('a refund whose answer is lost returns the money once', async () => {
    const { capture_id, transaction_id } = await payByCard(world, merchant);
    const fault = { operation: `${gateway.rail}.refund`, mode: 'reset_after_commit', times: 1 };
    await world.control('POST', 'faults', fault);
    expectRefused(await refund(world, merchant, capture_id, { amount: '4.00' }), 503);
    await world.advance(60);
    await world.drain();
    const transaction = await transactionOf(world, merchant, transaction_id);
    expect(transaction).toMatchObject({ refunded_amount_cents: 400 });
    expect(transaction.refunds).toMatchObject([{ origin: 'api', status: 'completed' }]);
  });

  test('what one session was paid by pays for no other', async () => {
    const first = await enterCard(world, merchant);
    const { payment_token } = first;
    const other = (await makeSession(world, merchant)).body.id as string;
    await gateway.credential(world, other);
    if (!gateway.pinsSession) {
      const ordersOf = [first.session_id, other].map(async (session_id) => ({
        session_id,
        order_id: (await order(world, { session_id, payment_token })).body.order_id as string,
      }));
      const orders = await Promise.all(ordersOf);
      const taken = await Promise.all(orders.map((one) => captureByBuyer(world, one)));
      return expect(taken.map(({ status }) => status).toSorted()).toEqual([200, 402]);
    }
    expectRefused(await order(world, { session_id: other, payment_token }), 400);
    const { merchant_id } = merchant;
    const created = (await recordedEvents(world, merchant_id)).filter(
      ({ object }) => object['checkout_session_id'] === other && object['id'] !== other,
    );
    expect(created).toEqual([]);
  });

  test('a session stays on it when its merchant is routed elsewhere, and is returned from there', async () => {
    const routed = await makeGatewayMerchant(world, channel, gateway);
    const entered = await enterCard(world, routed);
    const patched = await world.operator('PATCH', `merchants/${routed.merchant_id}`, {
      payment_provider: 'ppcp',
    });
    expect(patched.status).toBe(200);
    const { order_id } = (await order(world, entered)).body;
    const captured = await captureByBuyer(world, { ...entered, order_id });
    expect(captured.body.status).toBe('captured');
    expect((await refund(world, routed, captured.body.provider_capture_id)).status).toBe(200);
  });

  test('keys that were exchanged serve what was paid before', async () => {
    const rotated = await makeGatewayMerchant(world, channel, gateway);
    const { capture_id } = await payByCard(world, rotated);
    const { body } = await world.control('POST', `rails/accounts/${rotated.account_id}/rotate`, {});
    expectRefused(await refund(world, rotated, capture_id, { amount: '1.00' }), 503);
    const change = { rail_credentials: body.credentials };
    expect((await world.operator('PATCH', `merchants/${rotated.merchant_id}`, change)).status).toBe(200);
    expect((await refund(world, rotated, capture_id, { amount: '1.00' })).status).toBe(200);
  });

  test('a price of the platform’s accrues, and is given back in proportion', async () => {
    const priced = await makeGatewayMerchant(world, channel, gateway);
    await world.operator('PATCH', `merchants/${priced.merchant_id}`, { platform_fee_percent: 2.5 });
    const { capture_id, transaction_id } = await payByCard(world, priced);
    await refund(world, priced, capture_id, { amount: '10.00' });
    expect(await transactionOf(world, priced, transaction_id)).toMatchObject({
      platform_fee: 0.5,
      refunded_platform_fee: 0.25,
    });
    const { body } = await world.call('GET', '/api/transactions/stats', as(priced));
    expect(body).toMatchObject({
      total_revenue: 20,
      platform_fees: 0.5,
      total_refunded: 10,
      refunded_count: 1,
    });
  });

  test('the provider’s own word on a payment is told', async () => {
    const { transaction_id } = await payByCard(world, merchant);
    const path = `/api/transactions/${transaction_id}/provider-detail`;
    expect((await world.call('GET', path, as(merchant))).body).toMatchObject({
      available: true,
      provider: gateway.rail,
      captured_amount_cents: 2000,
      external_identifier: transaction_id,
      provider_status: expect.any(String),
    });
  });

  test('what brings it in is given for its own sessions alone, as for as long as they can be paid', async () => {
    const { session_id } = await payByCard(world, merchant);
    expectRefused(await gateway.credential(world, session_id), 409);
    expect((await gateway.credential(world, 'cs_nobody')).status).toBe(404);
    const wallet = await makeConnectedMerchant(world, channel);
    const elsewhere = (await makeSession(world, wallet)).body.id as string;
    expectRefused(await gateway.credential(world, elsewhere), 400);
    const own = (await makeSession(world, merchant)).body.id as string;
    const path = `/api/checkout-sessions/${own}/client-token`;
    expect((await world.call('POST', path, { body: {} })).status).toBe(422);
  });

  test('an order without what the fields gave is not begun', async () => {
    const session_id = (await makeSession(world, merchant)).body.id as string;
    expect(await order(world, { session_id })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'payment_token'], type: 'missing' }] },
    });
  });
});

// A buyer agrees in the fields themselves, by what was made for this payment alone.
describe.each([GR4VY])('in the fields of $rail', (gateway) => {
  let merchant: GatewayMerchant;
  beforeAll(async () => {
    merchant = await makeGatewayMerchant(world, channel, gateway);
  });

  test('what a buyer agreed to twice is taken once, and let go of once', async () => {
    const session_id = (await makeSession(world, merchant)).body.id as string;
    const orders: string[] = [];
    for (let tab = 0; tab < 2; tab += 1) {
      const credential = await gateway.credential(world, session_id);
      const payment_token = await gateway.pay(world, credential.body);
      orders.push((await order(world, { session_id, payment_token })).body.order_id);
    }
    const [first, second] = orders as [string, string];
    expect((await captureByBuyer(world, { session_id, order_id: first })).body.status).toBe('captured');
    expectRefused(await captureByBuyer(world, { session_id, order_id: second }), 409);
    const statusOf = async (id: string) => {
      const { records } = (await world.control('GET', 'snapshot')).body;
      return records.find((one: { id: string }) => one.id === id).body.status;
    };
    await expect.poll(() => statusOf(second)).toBe('authorization_voided');
    expect(await statusOf(first)).toBe('capture_succeeded');
  });

  test('what was entered just before its credential ended can be reported', async () => {
    const entered = await enterCard(world, merchant, { session: { expires_in_minutes: 120 } });
    await world.advance(75 * 60);
    await world.drain();
    expect((await order(world, entered)).status).toBe(201);
  });

  test('a card that is declined in the fields is no order', async () => {
    const entered = await enterCard(world, merchant, { outcome: 'declined' });
    expectRefused(await order(world, entered), 402);
    const { body } = await world.call('GET', '/api/transactions?limit=1', as(merchant));
    expect(body.items[0]?.checkout_session_id).not.toBe(entered.session_id);
  });

  test('money that is held back is told of when it comes', async () => {
    const { captured, transaction_id } = await payByCard(world, merchant, { outcome: 'capture_pending' });
    expect(captured).toMatchObject({ status: 200, body: { status: 'pending' } });
    await world.advance(400);
    await world.drain();
    expect(await transactionOf(world, merchant, transaction_id)).toMatchObject({ status: 'captured' });
  });
});

test.each([
  [GR4VY, '100000', 'value_error', /as large as this/],
  [NMI, '1.234', 'decimal_max_places', /no more decimal places than the merchant's provider takes of KWD/],
] as const)(
  'what $rail cannot be told of KWD %s is refused by its reason',
  async (gateway, amount, type, msg) => {
    const merchant = await makeGatewayMerchant(world, channel, gateway);
    const body = { amount, currency: 'KWD' };
    const refused = await world.call('POST', '/api/checkout-sessions', { ...as(merchant), body });
    expectProblem(refused, ['body', 'amount'], type);
    expect(refused.body.detail[0].msg).toMatch(msg);
  },
);

test('what can be no token of a gateway’s fields leaves nothing behind, and is not repeated', async () => {
  const merchant = await makeGatewayMerchant(world, channel, NMI);
  const session_id = (await makeSession(world, merchant)).body.id as string;
  const refused = await order(world, { session_id, payment_token: '4111111111111111' });
  expectProblem(refused, ['body', 'payment_token'], 'value_error');
  expect(JSON.stringify(refused.body)).not.toContain('4111');
  const listed = await world.call('GET', '/api/transactions', as(merchant));
  expect(listed.body).toMatchObject({ total: 0 });
});

test('what a buyer agreed to besides is let go, also where the payment is only heard of', async () => {
  const merchant = await makeGatewayMerchant(world, channel, GR4VY);
  const first = await enterCard(world, merchant);
  const { session_id } = first;
  const credential = await GR4VY.credential(world, session_id);
  const other = await GR4VY.pay(world, credential.body);
  await order(world, { session_id, payment_token: other });
  const { order_id, transaction_id } = (await order(world, first)).body;
  await world.control('POST', 'faults', { operation: 'gravy.capture', mode: 'reset_after_commit', times: 1 });
  expectRefused(await captureByBuyer(world, { session_id, order_id }), 503);
  await world.advance(200);
  await world.drain();
  expect((await transactionOf(world, merchant, transaction_id)).status).toBe('captured');
  const letGo = async () => {
    const { items } = (await world.control('GET', 'requests?limit=50')).body as { items: { path: string }[] };
    return items.filter(({ path }) => path.endsWith(`/${other}/void`)).length;
  };
  // Whoever learns of the payment may ask, and what is let go of already stays so.
  await expect.poll(letGo).toBeGreaterThan(0);
});

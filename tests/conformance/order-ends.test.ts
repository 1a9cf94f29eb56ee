import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  capture,
  makeChannel,
  makeConnectedMerchant,
  makeOrder,
  makeSession,
  recordedEvents,
  type TestMerchant,
} from '../world/actors.ts';
import { askProvider } from '../world/past-the-service.ts';
import { startWorld, type World } from '../world/world.ts';
import { as, expectRefused } from './support.ts';

// How an order ends that nobody captured, and what is still honoured.

const HOUR = 3_600;

let world: World;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
});
afterEach(async () => {
  await world.control('DELETE', 'faults');
  await world.control('POST', 'notices/release');
});
afterAll(() => world.close());

const read = async (transaction_id: string) =>
  (await world.call('GET', `/api/transactions/${transaction_id}`, as(merchant))).body;
const sessionStatus = async (id: string) =>
  (await world.call('GET', `/api/checkout-sessions/${id}`)).body.status as string;
const typesOf = async (transaction_id: string) =>
  (await recordedEvents(world, merchant.merchant_id))
    .filter(({ object }) => object['id'] === transaction_id)
    .map(({ type }) => type);
const pass = async (seconds: number) => {
  await world.advance(seconds);
  await world.drain();
};

/** Captures at the provider itself, past the service, as a second system of the platform might. */
async function captureAtProvider(order_id: string): Promise<void> {
  const headers = { 'paypal-request-id': randomUUID() };
  const captured = await askProvider(world, `/v2/checkout/orders/${order_id}/capture`, { headers });
  expect(captured.status).toBe(201);
}

describe('a buyer who approved and vanished', () => {
  test('is told of by payment.approved, and nothing is taken without the channel', async () => {
    const order = await makeOrder(world, merchant);
    await world.drain();
    expect(await typesOf(order.transaction_id)).toEqual(['payment.created', 'payment.approved']);
    await pass(HOUR);
    expect((await read(order.transaction_id)).status).toBe('approved');
    expect(await sessionStatus(order.session_id)).toBe('expired');
    expect((await capture(world, merchant, order.order_id)).body.status).toBe('captured');
    expect(await sessionStatus(order.session_id)).toBe('completed');
  });

  test('is told of once when the notice comes again, or the capture comes first', async () => {
    await world.control('POST', 'notices', { mode: 'duplicate' });
    const order = await makeOrder(world, merchant);
    await world.drain();
    await world.control('POST', 'notices', { mode: 'hold' });
    const quick = await makeOrder(world, merchant);
    expect((await capture(world, merchant, quick.order_id)).status).toBe(200);
    await world.control('POST', 'notices/release');
    await world.drain();
    for (const { transaction_id } of [order, quick]) {
      const told = (await typesOf(transaction_id)).filter((type) => type === 'payment.approved');
      expect(told).toHaveLength(1);
    }
  });

  test('may still capture by the session after it expired', async () => {
    const order = await makeOrder(world, merchant, { session: { expires_in_minutes: 5 } });
    await world.drain();
    await pass(10 * 60);
    const path = `/api/checkout-sessions/${order.session_id}/orders/${order.order_id}/capture`;
    expect((await world.call('POST', path)).body).toMatchObject({ status: 'captured' });
  });
});

describe('an order that nobody captures', () => {
  test.each([true, false])('is voided once it is gone at the provider; approved: %s', async (approved) => {
    const order = await makeOrder(world, merchant, { approved });
    // A notice on its way while the clock moves would be too old.
    await world.drain();
    await pass(HOUR);
    const before = approved ? 'approved' : 'created';
    expect((await read(order.transaction_id)).status).toBe(before);
    await pass(8 * 24 * HOUR);
    expect(await read(order.transaction_id)).toMatchObject({
      status: 'voided',
      failure_code: 'approval_lapsed',
    });
    expect(await typesOf(order.transaction_id)).not.toContain('payment.failed');
    expectRefused(await capture(world, merchant, order.order_id), 409);
  });

  test('is not voided by age alone: a provider that does not answer leaves it as it is', async () => {
    const order = await makeOrder(world, merchant);
    await world.drain();
    await world.control('POST', 'faults', { operation: 'orders.read', mode: 'error', times: 1_000 });
    await pass(8 * HOUR);
    await pass(10 * 24 * HOUR);
    expect((await read(order.transaction_id)).status).toBe('approved');
    await world.control('DELETE', 'faults');
    await pass(24 * HOUR);
    expect((await read(order.transaction_id)).status).toBe('voided');
  });

  test('is recorded as captured when the provider took the money after we had given it up', async () => {
    const order = await makeOrder(world, merchant);
    await world.control('POST', 'faults', {
      operation: 'orders.capture',
      mode: 'refuse',
      issue: 'ORDER_EXPIRED',
      status: 422,
    });
    expectRefused(await capture(world, merchant, order.order_id), 409);
    expect((await read(order.transaction_id)).status).toBe('voided');
    await captureAtProvider(order.order_id);
    await world.drain();
    const late = await read(order.transaction_id);
    expect(late).toMatchObject({ status: 'captured', provider_capture_id: expect.any(String) });
    expect(late).not.toHaveProperty('failure_code');
    expect((await typesOf(order.transaction_id)).filter((type) => type === 'payment.captured')).toHaveLength(
      1,
    );
    expect(await sessionStatus(order.session_id)).toBe('completed');
    expect((await capture(world, merchant, order.order_id)).body.provider_capture_id).toBe(
      late.provider_capture_id,
    );
  });
});

describe('an order that the provider does not know for a moment', () => {
  const forget = (operation: string, times: number) =>
    world.control('POST', 'faults', {
      operation,
      mode: 'refuse',
      issue: 'INVALID_RESOURCE_ID',
      status: 404,
      times,
    });

  test('is captured when it is asked for again, whether it shows itself in between or not', async () => {
    for (const reads of [0, 1]) {
      const order = await makeOrder(world, merchant);
      await forget('orders.capture', 1);
      if (reads > 0) await forget('orders.read', reads);
      expectRefused(await capture(world, merchant, order.order_id), 503);
      expect((await capture(world, merchant, order.order_id)).body.status).toBe('captured');
      expect(await sessionStatus(order.session_id)).toBe('completed');
    }
  });

  test('is not voided by a look at it, and its session is open again once it is known', async () => {
    const order = await makeOrder(world, merchant);
    await world.control('POST', 'faults', { operation: 'orders.capture', mode: 'error' });
    expectRefused(await capture(world, merchant, order.order_id), 503);
    await forget('orders.read', 2);
    await pass(35);
    expect(await sessionStatus(order.session_id)).toBe('capturing');
    await pass(5 * 60);
    expect(await sessionStatus(order.session_id)).toBe('open');
    expect((await capture(world, merchant, order.order_id)).body.status).toBe('captured');
  });

  test('is given up when the provider knows nothing of it for long, while its capture is in doubt', async () => {
    const order = await makeOrder(world, merchant, { session: { expires_in_minutes: 24 * 60 } });
    await world.control('POST', 'faults', { operation: 'orders.capture', mode: 'error' });
    expectRefused(await capture(world, merchant, order.order_id), 503);
    await forget('orders.read', 1_000);
    await pass(9 * 60);
    expect(await sessionStatus(order.session_id)).toBe('capturing');
    await pass(HOUR);
    await world.control('DELETE', 'faults');
    expect((await read(order.transaction_id)).status).toBe('voided');
    expect(await sessionStatus(order.session_id)).toBe('open');
  });
});

describe('a session with several orders', () => {
  const another = async (session_id: string) => {
    const made = await world.call('POST', `/api/checkout-sessions/${session_id}/orders`, { body: {} });
    return made.body as { order_id: string; transaction_id: string };
  };

  test('that one of them paid leaves the others voided, without an event', async () => {
    const approved = await makeOrder(world, merchant);
    await world.drain();
    const created = await another(approved.session_id);
    const paying = await another(approved.session_id);
    await world.control('POST', `orders/${paying.order_id}/approve`, {});
    expect((await capture(world, merchant, paying.order_id)).body.status).toBe('captured');
    for (const { transaction_id, order_id } of [approved, created]) {
      expect((await read(transaction_id)).status).toBe('voided');
      expectRefused(await capture(world, merchant, order_id), 409);
    }
    expect(await typesOf(approved.transaction_id)).toEqual(['payment.created', 'payment.approved']);
    expect(await typesOf(created.transaction_id)).toEqual(['payment.created']);
    expect((await read(paying.transaction_id)).status).toBe('captured');
  });

  test('keeps why the buyer was declined last, on an order whose status does not move', async () => {
    const order = await makeOrder(world, merchant);
    await world.drain();
    const refuse = (issue: string) =>
      world.control('POST', 'faults', { operation: 'orders.capture', mode: 'refuse', issue, status: 422 });
    for (const issue of ['PAYER_ACTION_REQUIRED', 'INSTRUMENT_DECLINED']) {
      await refuse(issue);
      expect((await capture(world, merchant, order.order_id)).status).toBe(402);
      const declined = await read(order.transaction_id);
      expect(declined).toMatchObject({ status: 'approved', failure_code: issue });
      expect(declined.failure_message).toEqual(expect.any(String));
    }
    expect(await typesOf(order.transaction_id)).toEqual(['payment.created', 'payment.approved']);
    const paid = (await capture(world, merchant, order.order_id)).body;
    expect(paid).toMatchObject({ status: 'captured' });
    expect(paid).not.toHaveProperty('failure_code');
  });
});

describe('how the buyer pays', () => {
  const orderBy = async (funding_source: string | null) => {
    const session = await makeSession(world, merchant);
    const path = `/api/checkout-sessions/${session.body.id}/orders`;
    const order = await world.call('POST', path, { body: { funding_source } });
    expect(order.status).toBe(201);
    return order.body as { order_id: string; transaction_id: string };
  };
  const sentFor = async (order_id: string) => {
    const { body } = await world.control('GET', 'snapshot');
    const held = body.records.find(
      (record: { kind: string; id: string }) => record.kind === 'order' && record.id === order_id,
    );
    return held.body.payment_source === null ? null : Object.keys(held.body.payment_source)[0];
  };

  test.each([
    [null, 'paypal', 'wallet', 'paypal'],
    ['paypal', 'paypal', 'paypal', 'paypal'],
    ['paylater', 'paypal', 'paylater', 'paylater'],
    ['venmo', 'venmo', 'venmo', 'venmo'],
    ['card', null, 'card', 'card'],
  ])(
    '%s: the provider is told %s, the transaction says %s, then %s',
    async (funding, source, chosen, taken) => {
      const order = await orderBy(funding);
      expect(await sentFor(order.order_id)).toBe(source);
      expect((await read(order.transaction_id)).payment_method).toBe(chosen);
      const approval = funding === null ? {} : { funding_source: funding };
      await world.control('POST', `orders/${order.order_id}/approve`, approval);
      const captured = await capture(world, merchant, order.order_id);
      expect(captured.body).toMatchObject({ status: 'captured', payment_method: taken });
    },
  );

  test('what the capture says of the choice counts, where the provider does not tell it apart', async () => {
    const order = await makeOrder(world, merchant);
    const path = `/api/payments/orders/${order.order_id}/capture`;
    const captured = await world.call('POST', path, {
      ...as(merchant),
      body: { funding_source: 'paylater' },
    });
    expect(captured.body).toMatchObject({ payment_method: 'paylater', payment_method_raw: 'paypal' });
  });
});

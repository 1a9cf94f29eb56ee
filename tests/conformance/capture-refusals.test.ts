import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  capture,
  makeChannel,
  makeConnectedMerchant,
  makeOrder,
  recordedEvents,
  type TestChannel,
  type TestMerchant,
} from '../world/actors.ts';
import {
  captureByBuyer,
  GR4VY,
  makeGatewayMerchant,
  NMI,
  payByCard,
  transactionOf,
} from '../world/gateways.ts';
import { startWorld, type World } from '../world/world.ts';
import { as, readStatus } from './support.ts';

// What each kind of the provider's refusals leads to: for the caller, the payment, the session, the merchant.

let world: World;
let channel: TestChannel;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startWorld();
  channel = await makeChannel(world);
  merchant = await makeConnectedMerchant(world, channel);
});
afterEach(async () => {
  await world.control('DELETE', 'faults');
  await world.control('POST', 'notices/release');
});
afterAll(() => world.close());

const refuse = (issue: string, status = 422) =>
  world.control('POST', 'faults', { operation: 'orders.capture', mode: 'refuse', issue, status });
const read = async (transaction_id: string, of = merchant) =>
  (await world.call('GET', `/api/transactions/${transaction_id}`, as(of))).body;
const sessionStatus = async (id: string) =>
  (await world.call('GET', `/api/checkout-sessions/${id}`)).body.status as string;
const eventsOf = async (transaction_id: string, of = merchant) =>
  (await recordedEvents(world, of.merchant_id)).filter(({ object }) => object['id'] === transaction_id);

interface Expected {
  http: number;
  status: string;
  session: string;
  events: string[];
}

const FAILED: Expected = {
  http: 400,
  status: 'failed',
  session: 'open',
  events: ['payment.created', 'payment.approved', 'payment.failed'],
};
const BUYERS: Expected = {
  http: 402,
  status: 'approved',
  session: 'open',
  events: ['payment.created', 'payment.approved'],
};
const NOTHING_SAID = ['payment.created'];

describe.each<[string, string, number, Expected]>([
  ['what the buyer can mend', 'INSTRUMENT_DECLINED', 422, BUYERS],
  ['another account of the buyer', 'PAYER_ACCOUNT_RESTRICTED', 422, BUYERS],
  ['an expired card', 'CARD_EXPIRED', 422, BUYERS],
  [
    'a missing approval',
    'ORDER_NOT_APPROVED',
    422,
    { http: 409, status: 'created', session: 'open', events: NOTHING_SAID },
  ],
  ['the seller’s account', 'PAYEE_ACCOUNT_RESTRICTED', 422, FAILED],
  ['the seller’s consent', 'PERMISSION_DENIED', 403, FAILED],
  ['an end for good', 'TRANSACTION_REFUSED', 422, FAILED],
  ['our own call', 'DUPLICATE_INVOICE_ID', 422, FAILED],
  ['an issue nobody has heard of', 'SOMETHING_NEW_ALTOGETHER', 422, FAILED],
  [
    'an order that is gone',
    'ORDER_EXPIRED',
    422,
    { http: 409, status: 'voided', session: 'open', events: NOTHING_SAID },
  ],
  [
    'a call that is still worked on',
    'ORDER_COMPLETION_IN_PROGRESS',
    422,
    { http: 503, status: 'created', session: 'capturing', events: NOTHING_SAID },
  ],
])('a refusal about %s, %s', (_kind, issue, status, expected) => {
  test('has its one consequence', async () => {
    await world.control('POST', 'notices', { mode: 'hold' });
    const order = await makeOrder(world, merchant);
    await refuse(issue, status);
    const refused = await capture(world, merchant, order.order_id);
    expect(refused.status).toBe(expected.http);
    const code = expected.http === 402 ? 'payment_declined' : expect.any(String);
    expect(refused.body).toEqual({ detail: expect.any(String), code });
    const transaction = await read(order.transaction_id);
    expect(transaction.status).toBe(expected.status);
    expect(await sessionStatus(order.session_id)).toBe(expected.session);
    const events = await eventsOf(order.transaction_id);
    expect(events.map(({ type }) => type)).toEqual(expected.events);
    if (expected.status !== 'failed') return;
    expect(transaction).toMatchObject({ failure_code: issue, failure_message: expect.any(String) });
    expect(events.at(-1)!.object).toMatchObject({
      reason: issue,
      provider_status: expect.any(String),
      debug_id: expect.any(String),
    });
  });
});

test('an order captured before, as the provider says, answers its capture', async () => {
  await world.control('POST', 'notices', { mode: 'hold' });
  const order = await makeOrder(world, merchant);
  await world.control('POST', 'faults', { operation: 'orders.capture', mode: 'reset_after_commit' });
  expect((await capture(world, merchant, order.order_id)).status).toBe(503);
  await refuse('ORDER_ALREADY_CAPTURED');
  const again = await capture(world, merchant, order.order_id);
  expect(again.status).toBe(200);
  expect(again.body).toMatchObject({ status: 'captured', provider_capture_id: expect.any(String) });
  expect(await eventsOf(order.transaction_id)).toHaveLength(3);
});

test('a refusal about the seller reads the seller back, so that the reason is known', async () => {
  const seller = await makeConnectedMerchant(world, channel);
  const order = await makeOrder(world, seller);
  await world.control('PATCH', `accounts/${seller.account_id}`, { granted: ['PAYMENT'] });
  await refuse('CONSENT_NEEDED', 403);
  expect((await capture(world, seller, order.order_id)).status).toBe(400);
  await expect
    .poll(async () => (await readStatus(world, as(seller))).body.wallet_status_reason)
    .toBe('missing_wallet_scopes');
  const told = (await recordedEvents(world, seller.merchant_id)).map(({ type, object }) => [
    type,
    object['reason'],
  ]);
  expect(told).toContainEqual(['merchant.payments_disabled', 'wallet_status_not_ready']);
});

test('an account that can receive nothing any more disables its merchant with the refusal, once', async () => {
  const seller = await makeConnectedMerchant(world, channel);
  const orders = [await makeOrder(world, seller), await makeOrder(world, seller)];
  await world.control('POST', 'notices', { mode: 'hold' });
  await world.control('PATCH', `accounts/${seller.account_id}`, { payments_receivable: false });
  for (const { order_id } of orders) expect((await capture(world, seller, order_id)).status).toBe(400);
  const told = (await recordedEvents(world, seller.merchant_id)).filter(
    ({ type }) => type === 'merchant.payments_disabled',
  );
  expect(told.map(({ object }) => object['reason'])).toEqual(['wallet_capture_payee_not_verified']);
  expect((await readStatus(world, as(seller))).body).toMatchObject({
    payments_enabled: false,
    wallet_status_reason: 'payments_not_receivable',
  });
});

test('an account that was refused so and is in order when it is read is enabled again', async () => {
  const seller = await makeConnectedMerchant(world, channel);
  const { order_id } = await makeOrder(world, seller);
  await refuse('PAYEE_ACCOUNT_RESTRICTED');
  expect((await capture(world, seller, order_id)).status).toBe(400);
  await world.control('DELETE', 'faults');
  await world.advance(60);
  await world.drain();
  const { body } = await world.call('GET', `/api/channel/merchants?limit=200`, { key: channel.key });
  const merchants = body.merchants as { merchant_id: string }[];
  expect(merchants.find(({ merchant_id }) => merchant_id === seller.merchant_id)).toMatchObject({
    ...{ payments_enabled: true, wallet_status_reason: null },
  });
});

describe('a capture that the provider holds back', () => {
  const hold = async () => {
    const order = await makeOrder(world, merchant, { approved: false });
    await world.control('POST', `orders/${order.order_id}/approve`, { funding_source: 'pending' });
    const held = await capture(world, merchant, order.order_id);
    expect([held.status, held.body.status]).toEqual([200, 'pending']);
    return { ...order, capture_id: held.body.provider_capture_id as string };
  };
  const settleAs = (capture_id: string, status: string) =>
    world.control('POST', `captures/${capture_id}/settle`, { status });

  test.each([
    ['COMPLETED', 'notice', 'captured', 'completed'],
    ['COMPLETED', 'poll', 'captured', 'completed'],
    ['DECLINED', 'notice', 'failed', 'open'],
    ['DECLINED', 'poll', 'failed', 'open'],
  ])('%s, learned by %s, ends as %s', async (status, way, expected, session) => {
    const held = await hold();
    expect(await sessionStatus(held.session_id)).toBe('capturing');
    expect((await capture(world, merchant, held.order_id)).body.status).toBe('pending');
    await world.drain();
    if (way === 'poll') await world.control('POST', 'notices', { mode: 'hold' });
    await settleAs(held.capture_id, status);
    if (way === 'poll') await world.advance(120);
    await world.drain();
    expect(await read(held.transaction_id)).toMatchObject({ status: expected });
    expect(await sessionStatus(held.session_id)).toBe(session);
    const types = (await eventsOf(held.transaction_id)).map(({ type }) => type);
    expect(types).toEqual(['payment.created', 'payment.approved', `payment.${expected}`]);
    await world.control('POST', 'notices/release');
    await world.drain();
    expect(await eventsOf(held.transaction_id)).toHaveLength(3);
  });
});

describe('a card that is declined in an order that completes', () => {
  const declinedCard = async () => {
    const order = await makeOrder(world, merchant, { approved: false });
    await world.control('POST', `orders/${order.order_id}/approve`, { funding_source: 'card_declined' });
    return order;
  };

  test.each(['deliver', 'hold'])('is the buyer’s to mend, by another order; notices: %s', async (mode) => {
    await world.control('POST', 'notices', { mode });
    const order = await declinedCard();
    const declined = await capture(world, merchant, order.order_id);
    expect([declined.status, declined.body]).toEqual([
      402,
      { detail: expect.any(String), code: 'payment_declined' },
    ]);
    await world.control('POST', 'notices/release');
    await world.drain();
    expect(await sessionStatus(order.session_id)).toBe('open');
    const { failure_code } = await read(order.transaction_id);
    expect(failure_code).toEqual(expect.any(String));
    expect((await eventsOf(order.transaction_id)).map(({ type }) => type)).toEqual([
      'payment.created',
      'payment.approved',
    ]);
    // Its status stays, and so does the answer.
    expect((await capture(world, merchant, order.order_id)).status).toBe(402);
    await world.drain();
    expect(await read(order.transaction_id)).toMatchObject({ status: 'approved', failure_code });
    const path = `/api/checkout-sessions/${order.session_id}/orders`;
    const another = await world.call('POST', path, { body: {} });
    await world.control('POST', `orders/${another.body.order_id}/approve`, {});
    expect((await capture(world, merchant, another.body.order_id)).body.status).toBe('captured');
    expect((await read(order.transaction_id)).status).toBe('voided');
  });

  test.each(['deliver', 'hold'])(
    'is not what its session may still be paid by, from its answer on; notices: %s',
    async (mode) => {
      await world.control('POST', 'notices', { mode });
      const order = await declinedCard();
      expect((await capture(world, merchant, order.order_id)).status).toBe(402);
      await world.drain();
      await world.advance(31 * 60);
      const session = (await world.call('GET', `/api/checkout-sessions/${order.session_id}`)).body;
      expect([session.status, session.payment]).toEqual(['expired', null]);
      const page = await (await fetch(`${world.base_url}/checkout/${order.session_id}`)).text();
      expect(/data-panel="(\w+)"(?![^>]*hidden)/.exec(page)?.[1]).toBe('expired');
    },
  );

  test('is what its session is being paid by while it is asked for again, and not an order beside it', async () => {
    const order = await declinedCard();
    expect((await capture(world, merchant, order.order_id)).status).toBe(402);
    await world.call('POST', `/api/checkout-sessions/${order.session_id}/orders`, { body: {} });
    await world.control('POST', 'faults', { operation: 'orders.capture', mode: 'error', times: 9 });
    await world.control('POST', 'faults', { operation: 'orders.read', mode: 'error', times: 9 });
    expect((await capture(world, merchant, order.order_id)).status).toBe(503);
    const session = (await world.call('GET', `/api/checkout-sessions/${order.session_id}`)).body;
    expect([session.status, session.payment?.provider_order_id]).toEqual(['capturing', order.order_id]);
  });

  test('is given up when its order is looked at hours later, and no other paid its session', async () => {
    const order = await declinedCard();
    expect((await capture(world, merchant, order.order_id)).status).toBe(402);
    await world.advance(7 * 3_600 + 60);
    await world.drain();
    expect((await read(order.transaction_id)).status).toBe('voided');
    expect((await capture(world, merchant, order.order_id)).status).toBe(409);
  });
});

test.each([
  ['gravy', GR4VY, 402],
  // What its fields gave is good for one sale.
  ['nmi', NMI, 409],
] as const)(
  'a card declined at %s leaves its order as it is, with the first words',
  async (_rail, of, again) => {
    const shop = await makeGatewayMerchant(world, channel, of);
    const { session_id, order_id, transaction_id, captured } = await payByCard(world, shop, {
      outcome: 'capture_declined',
    });
    expect(captured.status).toBe(402);
    const { status, failure_code, failure_message } = await transactionOf(world, shop, transaction_id);
    expect([status, failure_code]).toEqual(['approved', expect.any(String)]);
    await world.drain();
    expect((await captureByBuyer(world, { session_id, order_id })).status).toBe(again);
    await world.drain();
    expect(await transactionOf(world, shop, transaction_id)).toMatchObject({
      ...{ status, failure_code, failure_message },
    });
  },
);

test('a card declined at nmi is not what its session may still be paid by, before a notice tells', async () => {
  const shop = await makeGatewayMerchant(world, channel, NMI);
  await world.control('POST', 'notices', { mode: 'hold' });
  const { session_id, captured } = await payByCard(world, shop, { outcome: 'capture_declined' });
  expect(captured.status).toBe(402);
  expect((await world.call('GET', `/api/checkout-sessions/${session_id}`)).body).toMatchObject({
    ...{ status: 'open', payment: null },
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  capture,
  charge,
  connect,
  makeChannel,
  makeConnectedMerchant,
  makeInstrument,
  makeMerchant,
  makeOrder,
  makeSession,
  recordedEvents,
  type TestChannel,
} from '../world/actors.ts';
import { startWorld, type World } from '../world/world.ts';
import { as, expectRefused } from './support.ts';

// Money that a buyer approved before the merchant's payments were stopped.

let world: World;
let channel: TestChannel;
beforeAll(async () => {
  world = await startWorld();
  channel = await makeChannel(world);
});
afterEach(() => world.control('DELETE', 'faults'));
afterAll(() => world.close());

const takenFor = async (of: { account_id: string }) =>
  (await world.control('GET', 'captures')).body.items.filter(
    ({ payee_id }: { payee_id?: string }) => payee_id === of.account_id,
  );

async function approvedOrder() {
  const merchant = await makeConnectedMerchant(world, channel);
  return { merchant, order: await makeOrder(world, merchant) };
}

type Approved = Awaited<ReturnType<typeof approvedOrder>>;

async function expectStopped({ merchant, order }: Approved): Promise<void> {
  expectRefused(await capture(world, merchant, order.order_id), 403);
  const path = `/api/checkout-sessions/${order.session_id}/orders/${order.order_id}/capture`;
  expectRefused(await world.call('POST', path, { body: {} }), 403);
  await world.drain();
  const types = (await recordedEvents(world, merchant.merchant_id)).map(({ type }) => type);
  expect(types).not.toContain('payment.captured');
  expect(types).not.toContain('payment.failed');
}

describe('a capture is refused, and the order stays', () => {
  test('under a hold, until it is lifted', async () => {
    const made = await approvedOrder();
    const path = `merchants/${made.merchant.merchant_id}`;
    await world.operator('PATCH', path, { payment_hold: true });
    await expectStopped(made);
    await world.operator('PATCH', path, { payment_hold: false });
    expect((await capture(world, made.merchant, made.order.order_id)).body.status).toBe('captured');
  });

  test('after the operator ended the connection, and the buyer gets no client token', async () => {
    const made = await approvedOrder();
    await world.operator('POST', `merchants/${made.merchant.merchant_id}/disconnect`);
    await expectStopped(made);
    const path = `/api/checkout-sessions/${made.order.session_id}`;
    expectRefused(await world.call('POST', `${path}/client-token`), 422);
    expect((await world.call('GET', path)).body).toMatchObject({
      wallet_merchant_id: null,
      supported_funding: [],
    });
  });

  test('after the account was released, also when another merchant has it', async () => {
    const made = await approvedOrder();
    await world.operator('POST', `merchants/${made.merchant.merchant_id}/release-wallet-link`);
    await expectStopped(made);
    const merchant_id = await makeMerchant(world, channel);
    const other = { ...channel, merchant_id, account_id: made.merchant.account_id };
    expect((await connect(world, other)).body.wallet_connection_status).toBe('connected');
    await expectStopped(made);
  });
});

describe('a capture in doubt', () => {
  const STOPS: [string, (id: string) => Promise<{ status: number }>][] = [
    ['a hold', (id) => world.operator('PATCH', `merchants/${id}`, { payment_hold: true })],
    ['a disconnection', (id) => world.operator('POST', `merchants/${id}/disconnect`)],
    ['the release of the account', (id) => world.operator('POST', `merchants/${id}/release-wallet-link`)],
  ];
  async function inDoubtBefore(stop: (typeof STOPS)[0][1], mode: 'reset' | 'reset_after_commit') {
    const { merchant, order } = await approvedOrder();
    await world.control('POST', 'faults', { operation: 'orders.capture', mode, times: 1 });
    expectRefused(await capture(world, merchant, order.order_id), 503);
    expect((await stop(merchant.merchant_id)).status).toBe(200);
    return { merchant, again: () => capture(world, merchant, order.order_id) };
  }

  test.each(STOPS)('that never arrived is not made behind %s, and settles as such', async (_what, stop) => {
    const { merchant, again } = await inDoubtBefore(stop, 'reset');
    expectRefused(await again(), 503);
    expect(await takenFor(merchant)).toEqual([]);
    for (let round = 0; round < 3; round += 1) {
      await world.advance(60);
      await world.drain();
    }
    expectRefused(await again(), 403);
    expect(await takenFor(merchant)).toEqual([]);
  });

  test('that was made is told behind a hold, too', async () => {
    const { merchant, again } = await inDoubtBefore(STOPS[0]![1], 'reset_after_commit');
    expect((await again()).body.status).toBe('captured');
    expect(await takenFor(merchant)).toHaveLength(1);
  });
});

test('a charge in doubt is not made into an account that is another merchant’s by now', async () => {
  const merchant = await makeConnectedMerchant(world, channel);
  await makeInstrument(world, merchant, { customer_ref: 'c-1' });
  await world.control('POST', 'faults', { operation: 'orders.create', mode: 'reset', times: 1 });
  const ask = () => charge(world, merchant, { customer_ref: 'c-1', amount: '20.00', key: 'k-1' });
  expectRefused(await ask(), 503);
  await world.operator('POST', `merchants/${merchant.merchant_id}/release-wallet-link`);
  const other = { ...merchant, merchant_id: await makeMerchant(world, channel) };
  expect((await connect(world, other)).body.wallet_connection_status).toBe('connected');
  await world.advance(10);
  await world.drain();
  expectRefused(await ask(), 503);
  expect(await takenFor(merchant)).toEqual([]);
  const { items } = (await world.operator('GET', 'unsettled?limit=200')).body;
  expect(items).toEqual([
    expect.objectContaining({
      merchant_id: merchant.merchant_id,
      last_problem: expect.stringContaining('another merchant’s by now'),
    }),
  ]);
});

test('a session older than the link takes no order in a currency that the account does not settle', async () => {
  const merchant_id = await makeMerchant(world, channel);
  const early = { ...channel, merchant_id, account_id: '' };
  const session = await makeSession(world, early, { currency: 'EUR' });
  const { account_id } = (
    await world.control('POST', 'accounts', {
      kind: 'business',
      email: `${merchant_id}@example.com`,
      country: 'US',
      currency: 'USD',
      email_confirmed: true,
      payments_receivable: true,
    })
  ).body;
  await connect(world, { ...early, account_id });
  expectRefused(
    await world.call('POST', `/api/checkout-sessions/${session.body.id}/orders`, { body: {} }),
    400,
    undefined,
    { session_currency: 'EUR', settlement_currency: 'USD' },
  );
});

describe('a seller whose account is not verified', () => {
  test('is told of once, however often the provider is read and refuses', async () => {
    const { merchant, order } = await approvedOrder();
    await world.control('PATCH', `accounts/${merchant.account_id}`, { email_confirmed: false });
    expectRefused(await capture(world, merchant, order.order_id), 400);
    for (let round = 0; round < 2; round += 1) {
      await world.advance(60);
      await world.call('GET', '/api/channel/onboarding/status', as(merchant));
      const next = await makeOrder(world, merchant);
      expectRefused(await capture(world, merchant, next.order_id), 400);
    }
    const told = (await recordedEvents(world, merchant.merchant_id)).filter(
      ({ type }) => type === 'merchant.payments_disabled',
    );
    expect(told).toHaveLength(1);
  });
});

describe('a link to sign up', () => {
  test('leads to the merchant also when a later one was handed out, or asked for in vain', async () => {
    const merchant_id = await makeMerchant(world, channel);
    const merchant = { ...channel, merchant_id };
    const start = () => world.call('POST', '/api/channel/onboarding/start', as(merchant));
    const first = new URL((await start()).body.action_url).searchParams.get('token')!;
    expect((await start()).status).toBe(200);
    await world.control('POST', 'faults', { operation: 'referrals.create', mode: 'error', times: 1 });
    expectRefused(await start(), 503);
    const made = await world.control('POST', 'accounts', {
      kind: 'business',
      email: `${merchant_id}@example.com`,
      country: 'US',
      currency: 'USD',
      email_confirmed: true,
      payments_receivable: true,
    });
    const { account_id } = made.body;
    await world.control('POST', `referrals/${encodeURIComponent(first)}/finish`, { account_id });
    await world.drain();
    const status = await world.call('GET', '/api/channel/onboarding/status', as(merchant));
    expect(status.body).toMatchObject({
      onboarding_status: 'completed',
      wallet_connection_status: 'connected',
    });
  });
});

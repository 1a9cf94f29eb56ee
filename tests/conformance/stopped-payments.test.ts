import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  capture,
  connect,
  makeChannel,
  makeConnectedMerchant,
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
afterAll(() => world.close());

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

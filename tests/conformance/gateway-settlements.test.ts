import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeChannel, type TestChannel } from '../world/actors.ts';
import {
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
import { expectRefused } from './support.ts';

let world: World;
let channel: TestChannel;
beforeAll(async () => {
  world = await startWorld();
  channel = await makeChannel(world);
});
afterEach(() => world.control('DELETE', 'faults'));
afterAll(() => world.close());

describe.each([GR4VY, NMI])('on $rail', (gateway) => {
  let merchant: GatewayMerchant;
  beforeAll(async () => {
    merchant = await makeGatewayMerchant(world, channel, gateway);
  });

  test('what is settled says so, and what was kept of it', async () => {
    const { capture_id, transaction_id } = await payByCard(world, merchant);
    expect(await transactionOf(world, merchant, transaction_id)).not.toHaveProperty('settled');
    const { rail } = gateway;
    await world.control('POST', 'rails/settle', { rail, account_id: merchant.account_id });
    await world.drain();
    const transaction = await transactionOf(world, merchant, transaction_id);
    expect(transaction).toMatchObject({
      settled: true,
      settled_currency: 'USD',
      provider_capture_id: capture_id,
    });
    if (!gateway.tellsFees) {
      expect(transaction.settled_amount).toBe(20);
      return expect(transaction).not.toHaveProperty('provider_fee');
    }
    const { settled_amount, provider_fee, net_amount } = transaction;
    expect(settled_amount + provider_fee).toBeCloseTo(20);
    expect(net_amount).toBeCloseTo(20 - provider_fee);
  });

  /** A sale whose answer was lost, and which was settled while nobody could look it up. */
  async function settledInDoubt() {
    const entered = await enterCard(world, merchant);
    const { order_id, transaction_id } = (await order(world, entered)).body;
    const { rail, takes } = gateway;
    const arm = (operation: string, mode: string, times: number) =>
      world.control('POST', 'faults', { operation, mode, times });
    await arm(takes, 'reset_after_commit', 1);
    // Nobody can look it up meanwhile, nor when its notice comes.
    const looks = gateway.remembers ? ['gravy.read', 'gravy.list', takes] : ['nmi.query'];
    for (const look of looks) await arm(look, 'error', 500);
    expectRefused(await captureByBuyer(world, { ...entered, order_id }), 503);
    await world.control('POST', 'rails/settle', { rail, account_id: merchant.account_id });
    await world.drain();
    expect((await transactionOf(world, merchant, transaction_id)).status).not.toBe('captured');
    return { ...entered, order_id, transaction_id };
  }

  async function untilLookedUp(): Promise<void> {
    for (const seconds of [200, 500, 3_600]) {
      await world.advance(seconds);
      await world.drain();
    }
  }

  test('what is recorded only after it was settled says so too', async () => {
    const { transaction_id } = await settledInDoubt();
    await world.control('DELETE', 'faults');
    await untilLookedUp();
    expect(await transactionOf(world, merchant, transaction_id)).toMatchObject({
      status: 'captured',
      settled: true,
    });
  });

  test('and so does what was given back in part by then', async () => {
    const { order_id, transaction_id } = await settledInDoubt();
    const { records } = (await world.control('GET', 'snapshot')).body;
    const sale = records.find(
      ({ id, body }: { id: string; body: Record<string, unknown> }) =>
        id === order_id || body['order_id'] === order_id,
    );
    await world.control('POST', `rails/transactions/${sale.id}/refund`, { amount: '7.00' });
    await world.control('DELETE', 'faults');
    await untilLookedUp();
    expect(await transactionOf(world, merchant, transaction_id)).toMatchObject({
      settled: true,
      refunded_amount_cents: 700,
    });
  });

  test('and so does what is learned of because its buyer asks again', async () => {
    const { transaction_id, ...paid } = await settledInDoubt();
    await world.control('DELETE', 'faults');
    expect(await captureByBuyer(world, paid)).toMatchObject({ status: 200, body: { status: 'captured' } });
    expect(await transactionOf(world, merchant, transaction_id)).toMatchObject({ settled: true });
  });
});

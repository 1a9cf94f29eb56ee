import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCapture, makeChannel, makeConnectedMerchant, refund } from '../../tests/world/actors.ts';
import {
  type Gateway,
  type GatewayMerchant,
  GR4VY,
  makeGatewayMerchant,
  NMI,
  payByCard,
} from '../../tests/world/gateways.ts';
import { startWorld, type World } from '../../tests/world/world.ts';
import { check } from './books.ts';

// A channel whose merchants are paid through each provider, some with a price of the platform's and some without: paid,
// returned, settled and taken back, in a month that is stated and in the next one.

const MONTH_SECONDS = 31 * 86_400;
const LIMIT_MS = 180_000;
const EVER = [new Date('2000-01-01T00:00:00Z'), new Date('2200-01-01T00:00:00Z')] as const;
const PRICE = { platform_fee_percent: 10, platform_fee_fixed_minor_units: 7 };

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

async function live(of: GatewayMerchant): Promise<void> {
  const { rail } = of.gateway;
  const pay = async () => (await payByCard(world, of)).capture_id;
  const [whole, part, late, lost] = [await pay(), await pay(), await pay(), await pay()];
  expect((await refund(world, of, whole)).status).toBe(200);
  await world.control('PATCH', `rails/accounts/${of.account_id}`, { refund_before_settlement: true });
  expect((await refund(world, of, part, { amount: '6.66' })).status).toBe(200);
  await world.control('POST', `rails/transactions/${part}/refund`, { amount: '1.01' });
  await world.control('POST', 'rails/settle', { rail, account_id: of.account_id });
  await world.drain();
  await world.advance(MONTH_SECONDS);
  expect((await refund(world, of, late, { amount: '3.33' })).status).toBe(200);
  await world.control('POST', `rails/transactions/${lost}/chargeback`, {});
  await world.drain();
}

test(
  'list, days, statistics, ledger and statements agree whoever pays a merchant',
  { timeout: LIMIT_MS },
  async () => {
    const channel = await makeChannel(world);
    const terms = { type: 'fee_share', description: 'A quarter', fee_share_basis_points: 2_500 };
    await world.operator('PUT', `channels/${channel.channel_id}/terms`, terms);
    const wallet = await makeConnectedMerchant(world, channel);
    await makeCapture(world, wallet, { amount: '10.00' });
    for (const [gateway, price] of [
      [GR4VY, PRICE],
      [GR4VY, null],
      [NMI, PRICE],
      [NMI, null],
    ] as [Gateway, object | null][]) {
      const merchant = await makeGatewayMerchant(world, channel, gateway);
      if (price) await world.operator('PATCH', `merchants/${merchant.merchant_id}`, price);
      // One that returns nothing before it is settled has the whole voided.
      const settings = { refund_before_settlement: gateway.remembers };
      await world.control('PATCH', `rails/accounts/${merchant.account_id}`, settings);
      await live(merchant);
    }
    await world.drain();
    const { breaks, figures } = await check(world.database_url, EVER);
    expect(breaks).toEqual([]);
    // Four merchants with four payments of 20.00 each, and the wallet's one; a bank takes one back from each.
    const returned = 4 * (2_000 + 666 + 101 + 333 + 2_000);
    expect(figures).toMatchObject([
      {
        currency: 'USD',
        captures: '17',
        list: '33000',
        days: '33000',
        ledger: '33000',
        returned: String(returned),
      },
    ]);
  },
);

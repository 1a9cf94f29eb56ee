import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeChannel,
  makeConnectedMerchant,
  makeMerchantKey,
  makeOrder,
  makeSession,
  type TestMerchant,
} from '../world/actors.ts';
import { startWorld, type World } from '../world/world.ts';
import { as, expectRefused } from './support.ts';

let world: World;
let shop: TestMerchant;
beforeAll(async () => {
  world = await startWorld();
  shop = await makeConnectedMerchant(world, await makeChannel(world));
});
afterAll(() => world.close());

async function whileInactive(work: () => Promise<void>): Promise<void> {
  const switchTo = (active: boolean) => world.operator('PATCH', `channels/${shop.channel_id}`, { active });
  await switchTo(false);
  try {
    await work();
  } finally {
    await switchTo(true);
  }
}

test('a channel that is switched off sells nothing more', async () => {
  const session = await makeSession(world, shop);
  const key = await makeMerchantKey(world, shop.merchant_id);
  await whileInactive(async () => {
    const body = { amount: '5.00' };
    expectRefused(await world.call('POST', '/api/checkout-sessions', { ...as(shop), body }), 403);
    expectRefused(await world.call('POST', '/api/checkout-sessions', { key, body }), 403);
    const orders = `/api/checkout-sessions/${session.body.id}/orders`;
    expectRefused(await world.call('POST', orders, { body: {} }), 403, 'Channel is not active');
  });
});

test('what a buyer approved before it was switched off can still be paid, and is told of', async () => {
  const order = await makeOrder(world, shop);
  await whileInactive(async () => {
    const path = `/api/checkout-sessions/${order.session_id}/orders/${order.order_id}/capture`;
    const captured = await world.call('POST', path, { body: {} });
    expect(captured).toMatchObject({ status: 200, body: { status: 'captured' } });
  });
  const { items } = (
    await world.operator('GET', `events?merchant_id=${shop.merchant_id}&type=payment.captured`)
  ).body;
  expect(items).toHaveLength(1);
});

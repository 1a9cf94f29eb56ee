import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  capture,
  makeChannel,
  makeConnectedMerchant,
  makeSession,
  type TestMerchant,
} from '../../../../tests/world/actors.ts';
import { joinWorld, type World } from '../../../../tests/world/world.ts';

const OPEN_ORDERS_MAX = 50;

let world: World;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await joinWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
});
afterAll(() => world.close());

async function openOrders(session: string): Promise<{ statuses: number[]; order_id: string }> {
  const statuses: number[] = [];
  let order_id = '';
  for (let n = 0; n <= OPEN_ORDERS_MAX; n += 1) {
    const { status, body } = await world.call('POST', `/api/checkout-sessions/${session}/orders`, {
      body: {},
    });
    statuses.push(status);
    if (status === 201) order_id = body.order_id;
    else expect(body).toMatchObject({ detail: expect.any(String), open_orders_max: OPEN_ORDERS_MAX });
  }
  return { statuses, order_id };
}

const EXPECTED = [...Array<number>(OPEN_ORDERS_MAX).fill(201), 409];

test('fifty orders of a session wait for its buyer at most, and any of them can still be paid', async () => {
  const session = (await makeSession(world, merchant)).body.id;
  const { statuses, order_id } = await openOrders(session);
  expect(statuses).toEqual(EXPECTED);
  await world.control('POST', `orders/${order_id}/approve`, {});
  expect((await capture(world, merchant, order_id)).body.status).toBe('captured');
});

test('fifty ways to pay of a session that saves one wait for its buyer at most', async () => {
  const session = (await makeSession(world, merchant, { amount: 0 })).body.id;
  expect((await openOrders(session)).statuses).toEqual(EXPECTED);
});

test('an order whose card was declined is none of the fifty', async () => {
  const { id: session } = (await makeSession(world, merchant)).body;
  const { order_id } = (await world.call('POST', `/api/checkout-sessions/${session}/orders`, { body: {} }))
    .body;
  await world.control('POST', `orders/${order_id}/approve`, { funding_source: 'card_declined' });
  expect((await capture(world, merchant, order_id)).status).toBe(402);
  expect((await openOrders(session)).statuses).toEqual(EXPECTED);
});

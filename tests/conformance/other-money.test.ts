import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  capture,
  charge,
  makeChannel,
  makeConnectedMerchant,
  makeInstrument,
  makeOrder,
  recordedEvents,
  type TestMerchant,
} from '../world/actors.ts';
import { startWorld, type World } from '../world/world.ts';
import { as, expectRefused } from './support.ts';

// A provider that takes something else than it was asked for.

interface Held {
  kind: string;
  id: string;
  body: Record<string, unknown>;
}
interface Item {
  transaction_id: string;
  kind: string;
  needs_person: boolean;
  last_problem: string;
}

const OTHER_MONEY = 'the provider took another amount or currency than it was asked for';
const DAY = 86_400;

let world: World;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
});
afterEach(() => world.control('DELETE', 'faults'));
afterAll(() => world.close());

const read = async (id: string) => (await world.call('GET', `/api/transactions/${id}`, as(merchant))).body;
const typesOf = async (id: string) =>
  (await recordedEvents(world, merchant.merchant_id))
    .filter(({ object }) => object['id'] === id)
    .map(({ type }) => type);
const unsettled = async (transaction_id: string) =>
  ((await world.operator('GET', 'unsettled')).body.items as Item[]).find(
    (item) => item.transaction_id === transaction_id,
  );

async function changeAtProvider(kind: string, id: string, change: (body: Record<string, unknown>) => void) {
  const { body } = await world.control('GET', 'snapshot');
  change((body.records as Held[]).find((record) => record.kind === kind && record.id === id)!.body);
  expect((await world.control('PUT', 'snapshot', body)).status).toBe(200);
}

test.each([
  ['amount', { currency_code: 'USD', value: '19.99' }],
  ['currency', { currency_code: 'EUR', value: '20.00' }],
])('another %s than the order’s is not a capture, and a person is told at once', async (_what, amount) => {
  const order = await makeOrder(world, merchant);
  await world.drain();
  await changeAtProvider('order', order.order_id, (body) => {
    (body['purchase_units'] as { amount: object }[])[0]!.amount = amount;
  });
  expectRefused(await capture(world, merchant, order.order_id), 503);
  await world.drain();
  for (const seconds of [0, 600, DAY]) {
    await world.advance(seconds);
    await world.drain();
    expect((await read(order.transaction_id)).status).toBe('approved');
    expect(await unsettled(order.transaction_id)).toMatchObject({
      kind: 'capture',
      needs_person: true,
      last_problem: OTHER_MONEY,
    });
  }
  expect(await typesOf(order.transaction_id)).toEqual(['payment.created', 'payment.approved']);
  const again = await world.call('POST', `/api/checkout-sessions/${order.session_id}/orders`, { body: {} });
  expectRefused(again, 409);
});

test('what the provider settles is recorded after all', async () => {
  const order = await makeOrder(world, merchant);
  await world.drain();
  const other = { currency_code: 'USD', value: '19.99' };
  const asked = { currency_code: 'USD', value: '20.00' };
  await changeAtProvider('order', order.order_id, (body) => {
    (body['purchase_units'] as { amount: object }[])[0]!.amount = other;
  });
  expectRefused(await capture(world, merchant, order.order_id), 503);
  const { body } = await world.control('GET', 'snapshot');
  const taken = (body.records as Held[]).find(
    (record) => record.kind === 'capture' && record.body['order_id'] === order.order_id,
  )!;
  await changeAtProvider('capture', taken.id, (held) => void (held['amount'] = asked));
  // A look that was under way meanwhile may have seen what stood there before.
  for (let day = 0; day < 2; day += 1) {
    await world.advance(DAY);
    await world.drain();
  }
  await expect.poll(async () => (await read(order.transaction_id)).status).toBe('captured');
  expect(await read(order.transaction_id)).toMatchObject({ amount: 20 });
  expect(await unsettled(order.transaction_id)).toBeUndefined();
});

test('the charge of an instrument is held to its amount as well', async () => {
  const { customer_ref } = await makeInstrument(world, merchant);
  const asked = { customer_ref, key: crypto.randomUUID() };
  await world.control('POST', 'notices', { mode: 'hold' });
  await world.control('POST', 'faults', { operation: 'orders.create', mode: 'error_after_commit', times: 1 });
  expectRefused(await charge(world, merchant, asked), 503);
  const { body } = await world.control('GET', 'snapshot');
  const taken = (body.records as Held[]).find(
    (record) => record.kind === 'capture' && (record.body['amount'] as { value: string }).value === '12.00',
  )!;
  await changeAtProvider('capture', taken.id, (held) => {
    held['amount'] = { currency_code: 'USD', value: '11.99' };
  });
  expectRefused(await charge(world, merchant, asked), 503);
  const items = (await world.operator('GET', 'unsettled')).body.items as Item[];
  const open = items.find(({ kind }) => kind === 'charge')!;
  expect(open).toMatchObject({ needs_person: true, last_problem: OTHER_MONEY });
  await world.control('POST', 'notices/release');
});

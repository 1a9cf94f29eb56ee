import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeCapture,
  makeChannel,
  makeConnectedMerchant,
  recordedEvents,
  refund,
  type TestMerchant,
} from '../world/actors.ts';
import { joinWorld, type World } from '../world/world.ts';
import { as, expectProblem } from './support.ts';

// Currencies whose decimals the wallet does not take, though ISO 4217 gives them two.

let world: World;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await joinWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world), { currency: 'HUF' });
  const terms = { platform_fee_percent: 2.9, platform_fee_fixed_minor_units: 30 };
  await world.operator('PATCH', `merchants/${merchant.merchant_id}`, terms);
});
afterAll(() => world.close());

const HUF = { amount: '1050', currency: 'HUF' };
const read = async (id: string) => (await world.call('GET', `/api/transactions/${id}`, as(merchant))).body;

test('a refund with decimals that the rail cannot carry names the amount, before anything is reserved', async () => {
  const made = await makeCapture(world, merchant, HUF);
  const key = crypto.randomUUID();
  const refused = await refund(world, merchant, made.capture_id, { amount: '100.50', key });
  expectProblem(refused, ['body', 'amount'], 'decimal_max_places');
  expect((await refund(world, merchant, made.capture_id, { amount: '100.00', key })).status).toBe(200);
  const asked = await world.control('GET', 'requests?limit=50');
  const refunds = (asked.body.items as { path: string }[]).filter(({ path }) =>
    path.endsWith(`/${made.capture_id}/refund`),
  );
  expect(refunds).toHaveLength(1);
});

test('the fee that accrues is the fee that is collected, and so is each part of it that is returned', async () => {
  const made = await makeCapture(world, merchant, HUF);
  // 2.9 % of 1050 HUF and 0.30 HUF are 30.75 HUF, of which the wallet carries 31.
  expect(made.captured.body).toMatchObject({ amount: 1050, platform_fee: 31 });
  const { items } = (await world.control('GET', 'captures')).body;
  const collected = (items as { id: string; platform_fee: { value: string } }[]).find(
    ({ id }) => id === made.capture_id,
  );
  expect(collected!.platform_fee).toMatchObject({ value: '31' });
  for (const amount of ['400', '333', '317']) {
    expect((await refund(world, merchant, made.capture_id, { amount })).status).toBe(200);
  }
  const events = (await recordedEvents(world, merchant.merchant_id)).filter(
    ({ type, object }) => type === 'payment.refunded' && object['id'] === made.transaction_id,
  );
  expect(events.map(({ object }) => object['platform_fee_refund_cents'])).toEqual([1_200, 1_000, 900]);
  expect(await read(made.transaction_id)).toMatchObject({ status: 'refunded', refunded_platform_fee: 31 });
});

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  charge,
  makeCapture,
  makeChannel,
  makeConnectedMerchant,
  makeInstrument,
  recordedEvents,
  type TestMerchant,
} from '../../world/actors.ts';
import { startWorld, type World } from '../../world/world.ts';
import { countOpen, readProviderBooks } from '../books/books.ts';

// The wallet fails on a charge without carrying it out: for six hours, which is longer than it may be asked for again, or once, and
// refuses it from then on. As nothing was taken no notice will ever tell of the charge, nor a row of the provider's books: only a person,
// who asks the provider, can say so.

const HOUR = 3_600;
const DAY = 24 * HOUR;
const SLOW_MS = 600_000;
const FAILING = { operation: 'orders.create', mode: 'error', times: 1_000 };
const TERMS = { type: 'fee_share', description: 'A quarter', fee_share_basis_points: 2_500 };

let world: World;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startWorld();
});
afterEach(() => world.control('DELETE', 'faults'));
afterAll(() => world.close());

async function begin() {
  const channel = await makeChannel(world);
  await world.operator('PUT', `channels/${channel.channel_id}/terms`, TERMS);
  merchant = await makeConnectedMerchant(world, channel);
  await world.operator('PATCH', `merchants/${merchant.merchant_id}`, { platform_fee_percent: 10 });
  return makeInstrument(world, merchant);
}

async function pass(...steps: number[]) {
  for (const seconds of steps) {
    await world.advance(seconds);
    await world.drain();
  }
}

/** The time in which a charge may be asked for again, and six weeks behind it in which all that is due is done; then a person has asked
 *  the provider about what is left. */
async function letTimeGoBy() {
  await pass(10, 40, 150, 700, ...Array.from({ length: 6 }, () => HOUR));
  await world.control('DELETE', 'faults');
  await pass(...Array.from({ length: 14 }, () => 3 * DAY));
  const { items } = (await world.operator('GET', 'unsettled')).body as { items: { id: string }[] };
  expect(items).toMatchObject([{ kind: 'charge', needs_person: true }]);
  const said = { outcome: 'not_done', note: 'The wallet’s support: no such payment.' };
  for (const { id } of items)
    expect((await world.operator('POST', `unsettled/${id}/settle`, said)).status).toBe(200);
  await pass(DAY);
}

test(
  'a charge that was not taken, by a provider that failed for hours, ends when a person says so, and its month is stated',
  async () => {
    const { customer_ref } = await begin();
    await makeCapture(world, merchant, { amount: '10.00' });
    await world.control('POST', 'faults', FAILING);
    const asked = () => charge(world, merchant, { customer_ref, key: 'renewal-1' });
    expect((await asked()).status).toBe(503);
    await letTimeGoBy();
    const taken = (await readProviderBooks(world)).captures.filter(({ is_taken }) => is_taken);
    expect(taken).toHaveLength(1);
    const { body: statements } = await world.call('GET', '/api/channel/statements', { key: merchant.key });
    expect({ open: await countOpen(world), statements: statements.length }).toEqual({
      open: 0,
      statements: 1,
    });
    expect((await asked()).status).toBe(400);
  },
  SLOW_MS,
);

test(
  'a subscription whose charge was not taken so is told of as not paid when a person says so',
  async () => {
    const { customer_ref } = await begin();
    await world.control('POST', 'faults', FAILING);
    const as = { key: merchant.key, merchant: merchant.merchant_id };
    const plan = { customer_ref, amount: '9.90', interval: 'month' };
    await world.call('POST', '/api/subscriptions', { ...as, body: plan });
    await world.drain();
    await letTimeGoBy();
    const told = (await recordedEvents(world, merchant.merchant_id)).map(({ type }) => type);
    expect(told).toContain('subscription.payment_failed');
  },
  SLOW_MS,
);

test(
  'a charge that the wallet failed on once, and whose buyer ended the agreement before it was asked for again, ends when a person says so',
  async () => {
    const { customer_ref } = await begin();
    await makeCapture(world, merchant, { amount: '10.00' });
    await world.control('POST', 'faults', { ...FAILING, times: 1 });
    const asked = () => charge(world, merchant, { customer_ref, key: 'renewal-1' });
    expect((await asked()).status).toBe(503);
    const [token] = (await world.control('GET', 'payment-tokens?limit=1')).body.items as { id: string }[];
    await world.control('POST', `payment-tokens/${token!.id}/cancel`, {});
    await letTimeGoBy();
    const { body: statements } = await world.call('GET', '/api/channel/statements', { key: merchant.key });
    expect({ open: await countOpen(world), statements: statements.length }).toEqual({
      open: 0,
      statements: 1,
    });
  },
  SLOW_MS,
);

import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeCapture,
  makeChannel,
  makeConnectedMerchant,
  makeInstrument,
  type TestMerchant,
} from '../../world/actors.ts';
import { startWorld, type World } from '../../world/world.ts';
import { findBreaches } from '../books/books.ts';
import { withoutMemoryFor } from './without-memory.ts';

// A sweep has taken what was due, and the database does not take what came of it.

const SLOW_MS = 120_000;
// How soon everything is to be as before once the database is back.
const BACK_SECONDS = 5;
// Far more than a notice is tried while it cannot be acted on.
const TRIES = 12;

let world: World;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
}, SLOW_MS);
afterAll(async () => world?.close());

test(
  'a notice that the database fails is acted on within seconds of its return, however often it was in vain',
  async () => {
    const { transaction_id, capture_id } = await makeCapture(world, merchant);
    await withoutMemoryFor(world.database_url, 'ledger_postings', async () => {
      await world.control('POST', `captures/${capture_id}/refund`, { amount: '3.00' });
      for (let tries = 0; tries < TRIES; tries += 1) {
        await world.drain();
        await world.advance(BACK_SECONDS);
      }
    });
    await world.drain();
    const as = { key: merchant.key, merchant: merchant.merchant_id };
    const { body } = await world.call('GET', `/api/transactions/${transaction_id}`, as);
    expect(body).toMatchObject({ refunded_amount_cents: 300 });
    expect(await findBreaches(world)).toEqual([]);
  },
  SLOW_MS,
);

test(
  'a period that the database fails is charged within seconds of its return, once',
  async () => {
    const { customer_ref } = await makeInstrument(world, merchant);
    const as = { key: merchant.key, merchant: merchant.merchant_id };
    const body = { customer_ref, amount: '9.90', interval: 'month' };
    const { subscription_id } = (await world.call('POST', '/api/subscriptions', { ...as, body })).body;
    await withoutMemoryFor(world.database_url, 'vault_charges', async () => {
      await world.drain();
    });
    await world.advance(BACK_SECONDS);
    await world.drain();
    const charged = (await world.call('GET', `/api/subscriptions/${subscription_id}`, as)).body;
    expect(Date.parse(charged.current_period_end)).toBe(Date.parse(charged.next_charge_at));
    const { items } = (await world.call('GET', '/api/transactions', as)).body;
    expect(items.filter(({ amount }: { amount: number }) => amount === 9.9)).toHaveLength(1);
    expect(await findBreaches(world)).toEqual([]);
  },
  SLOW_MS,
);

import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  capture,
  charge,
  makeCapture,
  makeChannel,
  makeConnectedMerchant,
  makeInstrument,
  makeOrder,
  refund,
  type TestMerchant,
} from '../../world/actors.ts';
import { copyDatabase } from '../../world/database.ts';
import { makeSubscription } from '../../world/subscriptions.ts';
import { findBreaches, readProviderBooks, settle } from '../books/books.ts';
import { type CrashWorld, startCrashWorld } from '../world/crash-world.ts';

// A standby that is promoted, or a backup that is put back, lacks the last that was committed, while the provider has gone on.

const SLOW_MS = 600_000;
const MONTH_SECONDS = 31 * 86_400;
const UNTIL_COMPARED_SECONDS = 28 * 3_600;

let world: CrashWorld;
let merchant: TestMerchant;
beforeEach(async () => {
  world = await startCrashWorld();
  merchant = await makeConnectedMerchant(world.through(0), await makeChannel(world.through(0)));
}, SLOW_MS);
afterEach(async () => world?.close());

const transactionOf = async (id: string) =>
  (await world.call('GET', `/api/transactions/${id}`, { key: merchant.key, merchant: merchant.merchant_id }))
    .body;

test(
  'what a database that was put back does not know is asked for no second time, and found at the provider',
  async () => {
    const view = world.through(0);
    const [paid, returned] = [await makeCapture(view, merchant), await makeCapture(view, merchant)];
    const open = await makeOrder(view, merchant);
    const { customer_ref } = await makeInstrument(view, merchant);
    await world.drain();
    await world.kill(0);
    const kept = await copyDatabase(world.database_url);
    await world.revive(0);

    const asked = { amount: '5.00', key: randomUUID() };
    const charged = { customer_ref, amount: '12.00', key: randomUUID() };
    const [first, capturedOpen] = [
      await charge(view, merchant, charged),
      await capture(view, merchant, open.order_id),
    ];
    expect([first.status, capturedOpen.status]).toEqual([200, 200]);
    expect((await refund(view, merchant, paid.capture_id, asked)).status).toBe(200);
    await world.control('POST', `captures/${returned.capture_id}/refund`, { amount: '3.00' });
    const lost = await makeCapture(view, merchant);
    await world.drain();
    const before = await readProviderBooks(world);

    await world.kill(0);
    await kept.restore();
    await world.revive(0);
    // Whoever was told nothing, or no longer finds it, asks again.
    const again = await charge(view, merchant, charged);
    expect([again.status, again.body.provider_capture_id]).toEqual([200, first.body.provider_capture_id]);
    expect((await refund(view, merchant, paid.capture_id, asked)).status).toBe(200);
    expect((await capture(view, merchant, open.order_id)).body.provider_capture_id).toBe(
      capturedOpen.body.provider_capture_id,
    );
    await settle(world);
    await world.advance(UNTIL_COMPARED_SECONDS);
    await world.drain();

    const after = await readProviderBooks(world);
    expect(after.captures.map(({ capture_id }) => capture_id).sort()).toEqual(
      before.captures.map(({ capture_id }) => capture_id).sort(),
    );
    expect(after.refunds).toEqual(before.refunds);
    expect(await transactionOf(returned.transaction_id)).toMatchObject({ refunded_amount_cents: 300 });
    expect(await transactionOf(paid.transaction_id)).toMatchObject({ refunded_amount_cents: 500 });
    const { items } = (await world.operator('GET', 'reconciliation/differences?state=open')).body;
    expect(items).toMatchObject([
      { cause: 'missing_here', kind: 'capture', provider_id: lost.capture_id, transaction_id: null },
    ]);
    // Which is for a person, and the only one.
    expect(await findBreaches(world)).toEqual([`a capture at the provider is ours too: ${lost.order_id}`]);
  },
  SLOW_MS,
);

test(
  'a subscription that was renewed in what is lost is charged for that period no second time',
  async () => {
    const subscription_id = await makeSubscription(world.through(0), merchant);
    await world.drain();
    await world.kill(0);
    const kept = await copyDatabase(world.database_url);
    await world.revive(0);
    const renewed = async () => {
      await world.advance(MONTH_SECONDS);
      await settle(world);
      const read = await world.operator('GET', `subscriptions/${subscription_id}`);
      const charges = read.body.charges as { period: number; outcome: string }[];
      return charges.map(({ period, outcome }) => ({ period, outcome }));
    };
    const charges = await renewed();
    const before = await readProviderBooks(world);

    await world.kill(0);
    await kept.restore();
    await world.revive(0);
    expect(await renewed()).toEqual(charges);
    expect(charges).toHaveLength(2);
    expect((await readProviderBooks(world)).captures).toEqual(before.captures);
    expect(await findBreaches(world)).toEqual([]);
  },
  SLOW_MS,
);

test(
  'a refund that was found at the provider counts once, also when it is asked for again afterwards',
  async () => {
    const view = world.through(0);
    const paid = await makeCapture(view, merchant);
    await world.drain();
    await world.kill(0);
    const kept = await copyDatabase(world.database_url);
    await world.revive(0);
    const asked = { amount: '5.00', key: randomUUID() };
    expect((await refund(view, merchant, paid.capture_id, asked)).status).toBe(200);

    await world.kill(0);
    await kept.restore();
    await world.revive(0);
    await world.advance(UNTIL_COMPARED_SECONDS);
    await settle(world);
    expect(await transactionOf(paid.transaction_id)).toMatchObject({ refunded_amount_cents: 500 });
    expect((await refund(view, merchant, paid.capture_id, asked)).status).toBe(200);
    await settle(world);
    expect(await transactionOf(paid.transaction_id)).toMatchObject({
      refunded_amount_cents: 500,
      refunds: [{ amount_cents: 500, status: 'completed' }],
    });
    expect(await findBreaches(world)).toEqual([]);
  },
  SLOW_MS,
);

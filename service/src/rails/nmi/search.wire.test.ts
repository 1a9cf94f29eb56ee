import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '../../lib/time.ts';
import { newOrder, newRefund } from '../orders.fixture.ts';
import type { Seller } from '../rail.ts';
import { type NmiWorld, startNmiWorld } from './nmi-world.fixture.ts';

// The gateway's query over what was done, held against one that goes by when something was done last.

let world: NmiWorld;
beforeAll(async () => {
  world = await startNmiWorld();
});
afterAll(() => world?.close());

/** A sale of 27.00, by the ids of both. */
async function sold(seller: Seller): Promise<{ order_id: string; sale_id: string }> {
  const order = newOrder(seller, { in_hand: await world.newToken(seller) });
  const { transaction_id: order_id, amount, currency, description, in_hand } = order;
  const outcome = await world.rail.payments.take({
    ...{ provider_order_id: order_id, transaction_id: order_id, seller, amount, currency, description },
    ...{ request_id: order_id, in_hand, wallet_client_metadata_id: null },
  });
  if (outcome.kind !== 'captured') throw new Error(JSON.stringify(outcome));
  return { order_id, sale_id: outcome.capture.provider_capture_id };
}

async function searched(seller: Seller, { page = 1, agoHours = 0 } = {}) {
  const at = (hours: number) => new Date(world.clock.now().getTime() + (hours - agoHours) * HOUR_MS);
  const [from, to] = [at(-1), at(1)];
  const found = await world.rail.books!.search!.page({ seller, from, to, page, mark: null });
  if (found.kind !== 'found') throw new Error(JSON.stringify(found));
  return found;
}

test('a sale that was voided was taken, and given back whole under its own id', async () => {
  const seller = await world.newSeller({ refund_before_settlement: false });
  const { order_id, sale_id } = await sold(seller);
  const refund = newRefund(seller, {
    ...{ provider_order_id: order_id, provider_capture_id: sale_id },
    ...{ amount: newOrder(seller).amount, captured: newOrder(seller).amount },
  });
  expect(await world.rail.refunds.issue(refund)).toMatchObject({ kind: 'completed' });
  expect((await searched(seller)).entries).toMatchObject([
    { kind: 'capture', provider_id: sale_id, status: 'completed', amount: 2700, transaction_id: order_id },
    { kind: 'refund', provider_id: sale_id, about_id: sale_id, status: 'completed', amount: 2700 },
  ]);
});

test('a sale stands where it was made, whatever was done to it since', async () => {
  const seller = await world.newSeller();
  const { sale_id } = await sold(seller);
  world.clock.move(3 * 86_400);
  await world.sandbox.drain();
  const then = await searched(seller, { agoHours: 3 * 24 });
  expect(then.entries).toMatchObject([{ kind: 'capture', provider_id: sale_id }]);
  expect((await searched(seller)).entries).toEqual([]);
});

test('what fills more than a page is read page by page', async () => {
  const seller = await world.newSeller();
  const { sale_id } = await sold(seller);
  interface Kept {
    id: string;
    body: object;
  }
  const snapshot = await world.control<{ records: Kept[] }>('GET', 'snapshot');
  const sale = snapshot.records.find(({ id }) => id === sale_id)!;
  const copies = Array.from({ length: 260 }, (_, nth) => {
    const id = String(9_000_000_000 + nth);
    return { ...sale, id, body: { ...sale.body, id } };
  });
  await world.control('PUT', 'snapshot', { ...snapshot, records: [...snapshot.records, ...copies] });
  const [first, second] = [await searched(seller), await searched(seller, { page: 2 })];
  expect([first.is_last, second.is_last]).toEqual([false, true]);
  const ids = [...first.entries, ...second.entries].map(({ provider_id }) => provider_id);
  expect(new Set(ids).size).toBe(261);
});

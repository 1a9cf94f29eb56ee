import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '../../lib/time.ts';
import { taken } from '../conformance/steps.fixture.ts';
import type { Seller } from '../rail.ts';
import { type GravyWorld, startGravy } from './driver.fixture.ts';

// The list of transactions, held against a gateway that shows first what moved last.

let world: GravyWorld;
beforeAll(async () => {
  world = await startGravy();
});
afterEach(() => world.mend());
afterAll(() => world?.close());

interface Kept {
  kind: string;
  id: string;
  body: Record<string, unknown>;
}

async function rewrite(change: (records: Kept[]) => Kept[]): Promise<void> {
  const snapshot = await world.control<{ records: Kept[] }>('GET', 'snapshot');
  await world.control('PUT', 'snapshot', { ...snapshot, records: change(snapshot.records) });
}

/** So many more of a payment, each captured like it and a minute before the one before. */
async function severalOf(provider_order_id: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  await rewrite((records) => {
    const transaction = records.find(({ id }) => id === provider_order_id)!;
    const capture = records.find(({ body }) => body['transaction_id'] === provider_order_id)!;
    const copies = Array.from({ length: count }, (_, nth) => {
      const [id, capture_id] = [randomUUID(), randomUUID()];
      ids.push(id);
      const updated_at = new Date(Date.parse(String(transaction.body['updated_at'])) - nth * 60_000)
        .toISOString()
        .replace('Z', '000+00:00');
      return [
        { ...transaction, id, body: { ...transaction.body, id, updated_at, created_at: updated_at } },
        { ...capture, id: capture_id, body: { ...capture.body, id: capture_id, transaction_id: id } },
      ];
    });
    return [...records, ...copies.flat()];
  });
  return ids;
}

function search(mark: string | null, seller: Seller = world.seller, agoHours = 0) {
  const at = (hours: number) => new Date(world.clock.now().getTime() + (hours - agoHours) * HOUR_MS);
  const [from, to] = [at(-5), at(1)];
  return world.rail.books!.search!.page({ seller, from, to, page: 1, mark });
}

async function searchOn(mark: string | null) {
  const found = await search(mark);
  if (found.kind !== 'found') throw new Error(JSON.stringify(found));
  return found;
}

test('what moves while the list is walked is passed by, and found by walking once more', async () => {
  const of = await taken(world);
  const ids = await severalOf(of.provider_order_id, 30);
  const first = await searchOn(null);
  expect(first).toMatchObject({ is_last: false, mark: expect.any(String) });
  world.clock.move(60);
  const oldest = ids.at(-1)!;
  await world.control('POST', `rails/transactions/${oldest}/refund`, { amount: '1.00' });
  const second = await searchOn(first.mark!);
  const about = [...first.entries, ...second.entries].map(({ about_id }) => about_id);
  expect(about).not.toContain(oldest);
  const third = await searchOn(second.mark!);
  const missed = third.entries.find(({ about_id }) => about_id === oldest);
  expect(missed).toMatchObject({ kind: 'capture', status: 'completed' });
  const returned = third.entries.filter(({ kind }) => kind === 'refund');
  expect(returned).toMatchObject([{ about_id: missed!.provider_id, amount: 100 }]);
  expect(third.is_last || (await searchOn(third.mark!)).is_last).toBe(true);
});

test('a fee is told once it is settled', async () => {
  const seller = await world.newSeller();
  const order = await world.anOrder({ seller, in_hand: null });
  const in_hand = await world.pay(await world.tokenFor(order));
  const opened = await world.rail.payments.open({ ...order, in_hand });
  if (opened.kind !== 'created') throw new Error(JSON.stringify(opened));
  const { provider_order_id } = opened;
  const { transaction_id, amount, currency, description } = order;
  await world.rail.payments.take({
    ...{ provider_order_id, transaction_id, seller, amount, currency, description },
    ...{ request_id: randomUUID(), in_hand: null, wallet_client_metadata_id: null },
  });
  expect(await search(null, seller)).toMatchObject({ entries: [{ provider_fee: null, transaction_id }] });
  world.clock.move(3 * 86_400);
  await world.sandbox.drain();
  expect(await search(null, seller, 3 * 24)).toMatchObject({
    entries: [{ provider_fee: expect.any(Number), amount: 2700 }],
  });
});

test('what a bank took back stands beside what it was taken of', async () => {
  const { provider_order_id } = await taken(world);
  const captured = (await searchOn(null)).entries.find(({ about_id }) => about_id === provider_order_id)!;
  const path = `rails/transactions/${provider_order_id}/chargeback`;
  await world.control('POST', path, { amount: '7.00' });
  const { entries } = await searchOn(null);
  expect(entries.filter(({ about_id }) => about_id === captured.provider_id)).toMatchObject([
    { kind: 'reversal', status: 'completed', amount: 700, currency: captured.currency, transaction_id: null },
  ]);
});

test('a page that leads to itself ends the walk, as one that cannot be read', async () => {
  const gateway = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ items: [], limit: 20, next_cursor: 'again' }));
  });
  await new Promise<void>((listening) => gateway.listen(0, '127.0.0.1', listening));
  const { port } = gateway.address() as AddressInfo;
  const shown = { ...world.seller.shown, api_base: `http://127.0.0.1:${port}` };
  try {
    const first = await search(null, { ...world.seller, shown });
    if (first.kind !== 'found') throw new Error(JSON.stringify(first));
    const second = await search(first.mark!, { ...world.seller, shown });
    expect(second).toEqual({ kind: 'unknown', problem: 'a page that leads to itself' });
  } finally {
    gateway.closeAllConnections();
    await new Promise((closed) => gateway.close(closed));
  }
});

test('a mark that cannot be read, and a gateway that is away, leave everything unknown', async () => {
  expect(await search('somewhere')).toMatchObject({ kind: 'unknown' });
  await world.control('POST', 'faults', { operation: 'gravy.list', mode: 'error', times: 1 });
  expect(await search(null)).toMatchObject({ kind: 'unreachable' });
});

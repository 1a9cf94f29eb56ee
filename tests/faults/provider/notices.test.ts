import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  capture,
  makeCapture,
  makeChannel,
  makeConnectedMerchant,
  makeOrder,
  recordedEvents,
  refund,
  type TestMerchant,
} from '../../world/actors.ts';
import { startWorld, type World } from '../../world/world.ts';
import { findBreaches, readProviderBooks, settle, withSql } from '../books/books.ts';

const SLOW_MS = 180_000;

let world: World;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
}, SLOW_MS);
beforeEach(async () => {
  await world.control('POST', 'notices/release');
  await world.drain();
});
afterAll(async () => world.close());

const treat = (mode: string) => world.control('POST', 'notices', { mode });
const release = () => world.control('POST', 'notices/release');
const eventsAbout = async (transaction_id: string) =>
  (await recordedEvents(world, merchant.merchant_id)).filter(({ object }) => object['id'] === transaction_id);
const typesAbout = async (transaction_id: string) =>
  (await eventsAbout(transaction_id)).map(({ type }) => type);
const statusOf = (transaction_id: string) =>
  withSql(world.database_url, async (db) => {
    const { rows } = await sql<{ status: string }>`
      select status from transactions where id = ${transaction_id}`.execute(db);
    return rows[0]!.status;
  });
const expectSound = async () => {
  expect(await settle(world)).toBe(0);
  expect(await findBreaches(world)).toEqual([]);
};

test(
  'notices that come before our own answer is understood bring the state, and the answer changes nothing',
  async () => {
    const order = await makeOrder(world, merchant);
    await world.control('POST', 'faults', { operation: 'orders.capture', mode: 'reset_after_commit' });
    // 200 when the notice was recorded before the broken answer was looked at.
    expect([200, 503]).toContain((await capture(world, merchant, order.order_id)).status);
    await world.drain();
    expect(await statusOf(order.transaction_id)).toBe('captured');
    expect((await capture(world, merchant, order.order_id)).status).toBe(200);
    expect(await typesAbout(order.transaction_id)).toEqual([
      'payment.created',
      'payment.approved',
      'payment.captured',
    ]);
    await expectSound();
  },
  SLOW_MS,
);

test(
  'notices held for a day, after everything is over, tell nothing twice',
  async () => {
    await treat('hold');
    const taken = await makeCapture(world, merchant, { amount: '30.00' });
    expect((await refund(world, merchant, taken.capture_id, { amount: '10.00' })).status).toBe(200);
    expect((await refund(world, merchant, taken.capture_id)).status).toBe(200);
    const before = await typesAbout(taken.transaction_id);
    await world.advance(86_400);
    await release();
    await expectSound();
    expect(await typesAbout(taken.transaction_id)).toEqual(before);
  },
  SLOW_MS,
);

test(
  'notices in any order and ten times over bring each change once',
  async () => {
    await treat('shuffle');
    const made = await Promise.all(
      Array.from({ length: 4 }, () => makeCapture(world, merchant, { amount: '30.00' })),
    );
    for (const { capture_id } of made) {
      await world.control('POST', `captures/${capture_id}/refund`, { amount: '7.00' });
      await refund(world, merchant, capture_id, { amount: '5.00' });
      await world.control('POST', `captures/${capture_id}/refund`, { amount: '7.00' });
    }
    // Every notice nine times more than the provider queued it.
    const { body } = await world.control('GET', 'snapshot');
    const copies = body.records.flatMap((record: { kind: string; id: string; body: { state?: string } }) =>
      record.kind === 'delivery' && record.body.state === 'held'
        ? Array.from({ length: 9 }, (_, n) => ({
            ...record,
            id: `${record.id}-${n}`,
            body: { ...record.body, id: `${record.id}-${n}` },
          }))
        : [],
    );
    await world.control('PUT', 'snapshot', { ...body, records: [...body.records, ...copies] });
    await release();
    await expectSound();
    for (const { transaction_id, capture_id } of made) {
      const types = await typesAbout(transaction_id);
      expect(types.filter((type) => type === 'payment.captured')).toHaveLength(1);
      expect(types.filter((type) => type === 'payment.refunded')).toHaveLength(3);
      const held = (await readProviderBooks(world)).captures.find((one) => one.capture_id === capture_id)!;
      expect(held.refunded_cents).toBe(1_900);
    }
  },
  SLOW_MS,
);

test(
  'a refund by the provider, ours for a part, and a reversal add up, each with the keys that belong to it',
  async () => {
    const taken = await makeCapture(world, merchant, { amount: '100.00' });
    await world.control('POST', `captures/${taken.capture_id}/refund`, { amount: '30.00' });
    await world.drain();
    expect((await refund(world, merchant, taken.capture_id, { amount: '50.00' })).status).toBe(200);
    expect((await refund(world, merchant, taken.capture_id, { amount: '20.01' })).status).toBe(409);
    await world.control('POST', `captures/${taken.capture_id}/reverse`, {});
    await expectSound();
    const told = (await eventsAbout(taken.transaction_id)).filter(({ type }) => type === 'payment.refunded');
    expect(told.map(({ object }) => object)).toEqual([
      expect.objectContaining({
        partial: true,
        refund_amount_cents: 3_000,
        total_refunded_cents: 3_000,
        status: 'captured',
      }),
      expect.objectContaining({
        partial: true,
        refund_amount_cents: 5_000,
        total_refunded_cents: 8_000,
        status: 'captured',
      }),
      expect.objectContaining({ reversal: true, total_refunded_cents: 10_000, status: 'refunded' }),
    ]);
    const keys = told.map(({ object }) => Object.keys(object));
    expect(keys[0]).not.toContain('refund_request_id');
    expect(keys[0]).not.toContain('platform_fee_refund_cents');
    expect(keys[1]).toContain('refund_request_id');
    for (const absent of ['partial', 'refund_amount_cents', 'wallet_refund_id', 'refund_request_id']) {
      expect(keys[2]).not.toContain(absent);
    }
  },
  SLOW_MS,
);

test(
  'a refund of everything that remains, ours and the provider’s at once, is made once',
  async () => {
    for (let round = 0; round < 5; round += 1) {
      const taken = await makeCapture(world, merchant, { amount: '100.00' });
      await Promise.all([
        refund(world, merchant, taken.capture_id),
        world.control('POST', `captures/${taken.capture_id}/refund`, {}),
        world.drain(),
      ]);
      expect(await settle(world)).toBe(0);
      const held = (await readProviderBooks(world)).captures.find(
        (one) => one.capture_id === taken.capture_id,
      )!;
      expect(held.refunded_cents).toBe(10_000);
      expect(await statusOf(taken.transaction_id)).toBe('refunded');
    }
    await expectSound();
  },
  SLOW_MS,
);

test(
  'a notice that was given up is listed, and acted on again when the operator says so',
  async () => {
    const taken = await makeCapture(world, merchant);
    await world.drain();
    const nameCapture = (capture_id: string) =>
      withSql(world.database_url, async (db) => {
        await sql`
          update transactions set provider_capture_id = ${capture_id}
          where id = ${taken.transaction_id}`.execute(db);
      });
    // What it is about is not known here for longer than it is tried.
    await nameCapture('NOT-KNOWN');
    await world.control('POST', `captures/${taken.capture_id}/refund`, { amount: '5.00' });
    for (let day = 0; day <= 42; day += 1) {
      await world.drain();
      await world.advance(86_400);
    }
    await world.drain();
    const { items } = (await world.operator('GET', 'notices')).body;
    const given = (items as { id: string; notice_type: string; last_problem: string }[]).filter(
      ({ notice_type }) => notice_type === 'PAYMENT.CAPTURE.REFUNDED',
    );
    expect(given).toEqual([
      expect.objectContaining({ rail: 'ppcp', last_problem: 'not ready', attempts: 40 }),
    ]);
    await nameCapture(taken.capture_id);
    const { id } = given[0]!;
    const retried = await world.operator('POST', `notices/${id}/retry`);
    expect(retried.body).toEqual({ id, retried: true });
    await world.drain();
    expect((await typesAbout(taken.transaction_id)).at(-1)).toBe('payment.refunded');
    expect((await world.operator('POST', `notices/${id}/retry`)).status).toBe(404);
    await expectSound();
  },
  SLOW_MS,
);

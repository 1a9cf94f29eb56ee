import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
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
import type { Ctx } from '../../../service/src/context.ts';
import { openDatabase } from '../../../service/src/db/open.ts';
import { recordCaptureOutcome } from '../../../service/src/modules/captures/record-capture.ts';
import { startWorld, type World } from '../../world/world.ts';
import { findBreaches, readProviderBooks, settle, withSql } from '../books/books.ts';

// Paths on which money could be taken or returned twice, an event lost or a session left behind: each was
// possible once, or is only prevented by what the test names.

const SLOW_MS = 180_000;
const DAY_SECONDS = 86_400;
const MANY = 100_000;

let world: World;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
}, SLOW_MS);
afterEach(async () => {
  await world.control('DELETE', 'faults');
  await world.control('POST', 'notices/release');
});
afterAll(async () => world.close());

const arm = (operation: string, mode: string, more: Record<string, unknown> = {}) =>
  world.control('POST', 'faults', { operation, mode, ...more });
const holdNotices = () => world.control('POST', 'notices', { mode: 'hold' });
const release = () => world.control('POST', 'notices/release');
const heal = () => world.control('DELETE', 'faults');
const typesAbout = async (transaction_id: string) =>
  (await recordedEvents(world, merchant.merchant_id))
    .filter((event) => event.object['id'] === transaction_id)
    .map(({ type }) => type);
const sessionStatus = (id: string) =>
  withSql(world.database_url, async (db) => {
    const { rows } = await sql<{ status: string }>`
      select status from checkout_sessions where id = ${id}`.execute(db);
    return rows[0]!.status;
  });
const refundsAtProvider = async (capture_id: string) =>
  (await readProviderBooks(world)).refunds.filter((one) => one.capture_id === capture_id && one.is_done);
const expectSound = async () => {
  expect(await settle(world)).toBe(0);
  expect(await findBreaches(world)).toEqual([]);
};

test(
  'a refusal of a repeated capture does not undo what the first, unclear call took',
  async () => {
    await holdNotices();
    const order = await makeOrder(world, merchant);
    await arm('orders.capture', 'reset_after_commit');
    expect((await capture(world, merchant, order.order_id)).status).toBe(503);
    await arm('orders.capture', 'refuse', { issue: 'PAYEE_ACCOUNT_RESTRICTED' });
    expect((await capture(world, merchant, order.order_id)).status).toBe(503);
    expect(await sessionStatus(order.session_id)).toBe('capturing');
    expect(await typesAbout(order.transaction_id)).not.toContain('payment.failed');
    await expectSound();
    const events = await typesAbout(order.transaction_id);
    expect(events).toEqual(['payment.created', 'payment.approved', 'payment.captured']);
  },
  SLOW_MS,
);

test(
  'a refusal of a repeated capture ends it when the order shows that nothing was taken',
  async () => {
    const order = await makeOrder(world, merchant);
    await arm('orders.capture', 'error');
    expect((await capture(world, merchant, order.order_id)).status).toBe(503);
    await arm('orders.capture', 'refuse', { issue: 'PAYEE_ACCOUNT_RESTRICTED' });
    expect((await capture(world, merchant, order.order_id)).status).toBe(400);
    expect(await sessionStatus(order.session_id)).toBe('open');
    await expectSound();
  },
  SLOW_MS,
);

test(
  'a refusal of a repeated refund frees neither amount nor key of what the first call returned',
  async () => {
    await holdNotices();
    const taken = await makeCapture(world, merchant, { amount: '100.00' });
    const asked = { amount: '60.00', key: randomUUID() };
    await arm('captures.refund', 'reset_after_commit');
    expect((await refund(world, merchant, taken.capture_id, asked)).status).toBe(503);
    await arm('captures.refund', 'refuse', { issue: 'PERMISSION_DENIED' });
    await arm('orders.read', 'error');
    expect((await refund(world, merchant, taken.capture_id, asked)).status).toBe(503);
    expect((await refund(world, merchant, taken.capture_id, asked)).status).toBe(200);
    expect((await refund(world, merchant, taken.capture_id, { amount: '60.00' })).status).toBe(409);
    expect(await refundsAtProvider(taken.capture_id)).toHaveLength(1);
    await release();
    await expectSound();
  },
  SLOW_MS,
);

test(
  'a refusal of a repeated refund frees the amount when the capture shows that nothing was returned',
  async () => {
    const taken = await makeCapture(world, merchant, { amount: '100.00' });
    const asked = { amount: '60.00', key: randomUUID() };
    await arm('captures.refund', 'error');
    expect((await refund(world, merchant, taken.capture_id, asked)).status).toBe(503);
    await arm('captures.refund', 'refuse', { issue: 'PERMISSION_DENIED' });
    expect((await refund(world, merchant, taken.capture_id, asked)).status).toBe(409);
    expect((await refund(world, merchant, taken.capture_id, { amount: '100.00' })).status).toBe(200);
    await expectSound();
  },
  SLOW_MS,
);

test(
  'an unclear refund is looked up, and not asked for again, once the provider has forgotten its request id',
  async () => {
    await holdNotices();
    const taken = await makeCapture(world, merchant, { amount: '100.00' });
    await arm('captures.refund', 'reset_after_commit');
    const asked = { amount: '40.00', key: randomUUID() };
    expect((await refund(world, merchant, taken.capture_id, asked)).status).toBe(503);
    await arm('captures.refund', 'error', { times: MANY });
    await world.advance(46 * DAY_SECONDS);
    await heal();
    await world.drain();
    expect((await refund(world, merchant, taken.capture_id, asked)).status).toBe(200);
    expect(await refundsAtProvider(taken.capture_id)).toHaveLength(1);
    await release();
    await expectSound();
    expect(await refundsAtProvider(taken.capture_id)).toHaveLength(1);
    expect(await typesAbout(taken.transaction_id)).toContain('payment.refunded');
  },
  SLOW_MS,
);

test(
  'a refund made at the provider is not lost while one of ours stays unclear for days',
  async () => {
    const taken = await makeCapture(world, merchant, { amount: '100.00' });
    await arm('captures.refund', 'error', { times: MANY });
    expect((await refund(world, merchant, taken.capture_id, { amount: '60.00' })).status).toBe(503);
    await world.control('POST', `captures/${taken.capture_id}/refund`, { amount: '20.00' });
    for (let half = 0; half < 14; half += 1) {
      await world.drain();
      await world.advance(DAY_SECONDS / 2);
    }
    await heal();
    for (let day = 0; day < 2; day += 1) {
      await world.advance(DAY_SECONDS);
      await world.drain();
    }
    await expectSound();
    const total = (await refundsAtProvider(taken.capture_id)).reduce((sum, one) => sum + one.amount_cents, 0);
    expect(total).toBe(8_000);
  },
  SLOW_MS,
);

test(
  'our own refund, told by a notice before its answer was understood, is booked once and as ours',
  async () => {
    const taken = await makeCapture(world, merchant, { amount: '100.00' });
    await arm('captures.refund', 'garbage');
    await arm('captures.refund', 'error', { times: MANY });
    const key = randomUUID();
    // 200 when the notice was recorded before the broken answer was looked at.
    expect([200, 503]).toContain(
      (await refund(world, merchant, taken.capture_id, { amount: '30.00', key })).status,
    );
    // Every repeated question fails, so only the notice can tell.
    await expectSound();
    await heal();
    expect((await refund(world, merchant, taken.capture_id, { amount: '30.00', key })).status).toBe(200);
    const events = await recordedEvents(world, merchant.merchant_id);
    const told = events.filter(
      ({ type, object }) => type === 'payment.refunded' && object['id'] === taken.transaction_id,
    );
    expect(told.map(({ object }) => typeof object['refund_request_id'])).toEqual(['string']);
  },
  SLOW_MS,
);

test(
  'a refund whose row was lost is not made again by the same key',
  async () => {
    const taken = await makeCapture(world, merchant, { amount: '100.00' });
    const asked = { amount: '30.00', key: randomUUID() };
    await holdNotices();
    expect((await refund(world, merchant, taken.capture_id, asked)).status).toBe(200);
    // As after a restore from a backup that is a minute old.
    await withSql(world.database_url, async (db) => {
      await sql`delete from refunds where transaction_id = ${taken.transaction_id}`.execute(db);
      await sql`
        delete from events
        where type = 'payment.refunded' and body like ${`%${taken.transaction_id}%`}`.execute(db);
      await sql`
        update transactions set refunded_amount_cents = 0, refunded_platform_fee_cents = 0
        where id = ${taken.transaction_id}`.execute(db);
    });
    expect((await refund(world, merchant, taken.capture_id, asked)).status).toBe(200);
    expect(await refundsAtProvider(taken.capture_id)).toHaveLength(1);
    await release();
    await expectSound();
  },
  SLOW_MS,
);

test(
  'callers who waited for a capture that could not be sent are not told of a decline',
  async () => {
    const order = await makeOrder(world, merchant);
    await arm('orders.capture', 'refuse', { issue: 'RATE_LIMIT_REACHED', status: 429, times: MANY });
    const calls = Array.from({ length: 10 }, () => capture(world, merchant, order.order_id));
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([503]));
    await heal();
    expect((await capture(world, merchant, order.order_id)).status).toBe(200);
    await expectSound();
  },
  SLOW_MS,
);

test(
  'callers who waited for a refund that could not be sent are told to come back',
  async () => {
    const taken = await makeCapture(world, merchant, { amount: '100.00' });
    const asked = { amount: '10.00', key: randomUUID() };
    await arm('captures.refund', 'refuse', { issue: 'RATE_LIMIT_REACHED', status: 429, times: MANY });
    const calls = Array.from({ length: 10 }, () => refund(world, merchant, taken.capture_id, asked));
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([503]));
    await heal();
    expect((await refund(world, merchant, taken.capture_id, asked)).status).toBe(200);
    await expectSound();
  },
  SLOW_MS,
);

test(
  'a refund that cannot even be read does not keep the others of its batch waiting',
  async () => {
    const taken = await makeCapture(world, merchant, { amount: '100.00' });
    const broken = randomUUID();
    await withSql(world.database_url, async (db) => {
      await sql`
      insert into refunds (id, transaction_id, merchant_id, origin, amount_cents, state, next_check_at,
        created_at, updated_at)
      values (${broken}, ${randomUUID()}, ${merchant.merchant_id}, 'api', 1, 'unknown', '2020-01-01',
        now(), now())`.execute(db);
    });
    await holdNotices();
    await arm('captures.refund', 'reset_after_commit');
    expect((await refund(world, merchant, taken.capture_id, { amount: '10.00' })).status).toBe(503);
    await world.advance(6);
    expect(typeof (await world.drain())['refunds']).toBe('number');
    expect(await typesAbout(taken.transaction_id)).toContain('payment.refunded');
    await withSql(world.database_url, async (db) =>
      sql`delete from refunds where id = ${broken}`.execute(db),
    );
    await release();
    await expectSound();
  },
  SLOW_MS,
);

test(
  'a capture found pending after its attempt was given up is looked after until it settles',
  async () => {
    await holdNotices();
    const order = await makeOrder(world, merchant, { approved: false });
    await world.control('POST', `orders/${order.order_id}/approve`, { funding_source: 'pending' });
    await arm('orders.capture', 'reset_after_commit');
    expect((await capture(world, merchant, order.order_id)).status).toBe(503);
    await withSql(world.database_url, async (db) => {
      await sql`
      update capture_attempts set state = 'refused', next_check_at = null
      where transaction_id = ${order.transaction_id}`.execute(db);
      await sql`update checkout_sessions set status = 'open' where id = ${order.session_id}`.execute(db);
    });
    await release();
    await world.drain();
    expect(await sessionStatus(order.session_id)).toBe('capturing');
    // The provider lets it go, and says nothing of its own accord. It does so before the clock moves: a look that came
    // between the two would find it held back still, and the next is minutes later.
    await holdNotices();
    const [held] = (await readProviderBooks(world)).captures.filter((one) => one.order_id === order.order_id);
    const settled = await world.control('POST', `captures/${held!.capture_id}/settle`, {
      status: 'COMPLETED',
    });
    expect(settled.status).toBe(200);
    await world.advance(400);
    await world.drain();
    expect(await sessionStatus(order.session_id)).toBe('completed');
    await release();
    await expectSound();
  },
  SLOW_MS,
);

test(
  'an answer that comes after its attempt was given up does not open a session that another order is paying',
  async () => {
    const first = await makeOrder(world, merchant);
    const { db, close } = openDatabase({ url: world.database_url, connectionsMax: 1, name: 'test' });
    const ctx = { db, clock: world.clock, wake: () => undefined } as unknown as Ctx;
    const late = { id: randomUUID(), transaction_id: first.transaction_id, state: 'sending' as const };
    await withSql(world.database_url, async (db) => {
      await sql`
      insert into capture_attempts (id, transaction_id, state, created_at, updated_at)
      values (${late.id}, ${first.transaction_id}, 'refused', now(), now())`.execute(db);
      await sql`update checkout_sessions set status = 'capturing' where id = ${first.session_id}`.execute(db);
    });
    const refusal = { issue: 'INSTRUMENT_DECLINED', description: '', debug_id: null, provider_status: null };
    const answered = recordCaptureOutcome(
      ctx,
      { ...late, checks: 0, created_at: new Date(), updated_at: new Date() },
      { kind: 'refused', by: 'buyer', refusal },
    );
    expect(await answered).toMatchObject({ kind: 'refused', refusal: 'outcome_unknown' });
    expect(await sessionStatus(first.session_id)).toBe('capturing');
    await withSql(world.database_url, async (db) => {
      await sql`update checkout_sessions set status = 'open' where id = ${first.session_id}`.execute(db);
    });
    await close();
    await expectSound();
  },
  SLOW_MS,
);

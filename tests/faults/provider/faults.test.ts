import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  capture,
  makeCapture,
  makeChannel,
  makeConnectedMerchant,
  makeMerchant,
  makeOrder,
  makeSession,
  recordedEvents,
  refund,
  type TestChannel,
  type TestMerchant,
} from '../../world/actors.ts';
import { type Answer, startWorld, type World } from '../../world/world.ts';
import { findBreaches, readProviderBooks, settle, withSql } from '../books/books.ts';

const SLOW_MS = 180_000;
const MODES = ['error', 'error_after_commit', 'reset', 'reset_after_commit', 'garbage'] as const;
const COMMITTED: readonly string[] = ['error_after_commit', 'reset_after_commit', 'garbage'];

let world: World;
let channel: TestChannel;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startWorld();
  channel = await makeChannel(world);
  merchant = await makeConnectedMerchant(world, channel);
}, SLOW_MS);
afterEach(async () => {
  await world.control('DELETE', 'faults');
  await world.control('POST', 'notices/release');
});
afterAll(async () => world.close());

const arm = (operation: string, mode: string, more: Record<string, unknown> = {}) =>
  world.control('POST', 'faults', { operation, mode, ...more });
const holdNotices = () => world.control('POST', 'notices', { mode: 'hold' });
const as = (of: { key: string; merchant_id: string }) => ({ key: of.key, merchant: of.merchant_id });
const startOnboarding = (merchant_id: string) =>
  world.call('POST', '/api/channel/onboarding/start', as({ ...channel, merchant_id }));
const typesAbout = async (transaction_id: string) =>
  (await recordedEvents(world, merchant.merchant_id))
    .filter((event) => event.object['id'] === transaction_id)
    .map(({ type }) => type);
const captureAtProvider = async (order_id: string) =>
  (await readProviderBooks(world)).captures.filter((held) => held.order_id === order_id && held.is_taken)
    .length;
const refundedAtProvider = async (capture_id: string) =>
  (await readProviderBooks(world)).captures.find((held) => held.capture_id === capture_id)!.refunded_cents;
const expectUncertain = (answer: Answer) => {
  expect(answer.status).toBe(503);
  expect(answer.body).toEqual({ detail: expect.any(String), code: expect.any(String) });
};
const expectSound = async () => {
  expect(await settle(world)).toBe(0);
  expect(await findBreaches(world)).toEqual([]);
};

describe.each(MODES)('%s', (mode) => {
  const isCommitted = COMMITTED.includes(mode);

  test(
    'a capture is answered 503 and ends as the provider has it, told once',
    async () => {
      await holdNotices();
      const order = await makeOrder(world, merchant);
      await arm('orders.capture', mode);
      expectUncertain(await capture(world, merchant, order.order_id));
      expect(await typesAbout(order.transaction_id)).toEqual(['payment.created']);
      expect(await captureAtProvider(order.order_id)).toBe(isCommitted ? 1 : 0);
      await expectSound();
      expect((await capture(world, merchant, order.order_id)).status).toBe(200);
      expect(await captureAtProvider(order.order_id)).toBe(1);
      await expectSound();
      expect(await typesAbout(order.transaction_id)).toEqual([
        'payment.created',
        'payment.approved',
        'payment.captured',
      ]);
    },
    SLOW_MS,
  );

  test(
    'a capture asked for again at once is made once',
    async () => {
      await holdNotices();
      const order = await makeOrder(world, merchant);
      await arm('orders.capture', mode);
      expectUncertain(await capture(world, merchant, order.order_id));
      expect((await capture(world, merchant, order.order_id)).status).toBe(200);
      expect(await captureAtProvider(order.order_id)).toBe(1);
      await expectSound();
    },
    SLOW_MS,
  );

  test(
    'a refund is answered 503, its key stays good, and the money goes back once',
    async () => {
      await holdNotices();
      const taken = await makeCapture(world, merchant, { amount: '50.00' });
      const asked = { amount: '20.00', key: randomUUID() };
      await arm('captures.refund', mode);
      expectUncertain(await refund(world, merchant, taken.capture_id, asked));
      expect(await typesAbout(taken.transaction_id)).not.toContain('payment.refunded');
      expect((await refund(world, merchant, taken.capture_id, { amount: '40.00' })).status).toBe(409);
      expect((await refund(world, merchant, taken.capture_id, asked)).body).toEqual({ success: true });
      await expectSound();
      expect(await refundedAtProvider(taken.capture_id)).toBe(2_000);
    },
    SLOW_MS,
  );

  test(
    'a refund that nobody asks for again is settled by itself',
    async () => {
      await holdNotices();
      const taken = await makeCapture(world, merchant, { amount: '50.00' });
      await arm('captures.refund', mode);
      expectUncertain(await refund(world, merchant, taken.capture_id));
      await expectSound();
      expect(await refundedAtProvider(taken.capture_id)).toBe(5_000);
    },
    SLOW_MS,
  );

  test(
    'an order is answered 503, leaves no trace that counts, and can be made anew',
    async () => {
      const session = await makeSession(world, merchant);
      const path = `/api/checkout-sessions/${session.body.id}/orders`;
      await arm('orders.create', mode);
      expectUncertain(await world.call('POST', path, { body: {} }));
      expect((await world.call('POST', path, { body: {} })).status).toBe(201);
      await world.advance(5_500);
      await world.drain();
      await withSql(world.database_url, async (db) => {
        const { rows } = await sql<{ status: string }>`
          select status from transactions
          where checkout_session_id = ${session.body.id}
          order by id`.execute(db);
        expect(rows.map(({ status }) => status)).toEqual(['voided', 'created']);
      });
      await expectSound();
    },
    SLOW_MS,
  );

  test(
    'an order that cannot be read keeps its capture open until it can',
    async () => {
      await holdNotices();
      const order = await makeOrder(world, merchant);
      await arm('orders.capture', 'reset_after_commit');
      await arm('orders.read', mode, { times: 3 });
      expectUncertain(await capture(world, merchant, order.order_id));
      await world.advance(6);
      await world.drain();
      expect(await typesAbout(order.transaction_id)).toEqual(['payment.created']);
      await expectSound();
      expect(await typesAbout(order.transaction_id)).toContain('payment.captured');
    },
    SLOW_MS,
  );

  test(
    'a client token and an onboarding start are answered 503, a status read with the last known state',
    async () => {
      const session = await makeSession(world, merchant);
      const path = `/api/checkout-sessions/${session.body.id}/client-token`;
      await arm('identity.token', mode);
      expectUncertain(await world.call('POST', path));
      expect((await world.call('POST', path)).status).toBe(200);

      const started = await makeMerchant(world, channel);
      await arm('referrals.create', mode);
      expectUncertain(await startOnboarding(started));
      expect((await startOnboarding(started)).status).toBe(200);

      await world.advance(120);
      await arm('integrations.read', mode, { times: 2 });
      const status = await world.call('GET', '/api/channel/onboarding/status', as(merchant));
      expect(status.status).toBe(200);
      expect(status.body).toMatchObject({
        wallet_connection_status: 'connected',
        payments_enabled: true,
        wallet_status_reason_fresh: false,
      });
    },
    SLOW_MS,
  );
});

test(
  'a refusal is answered as decided, by what is refused',
  async () => {
    const order = await makeOrder(world, merchant);
    await arm('orders.capture', 'refuse', { issue: 'PAYEE_ACCOUNT_RESTRICTED' });
    expect((await capture(world, merchant, order.order_id)).status).toBe(400);
    expect(await typesAbout(order.transaction_id)).toEqual([
      'payment.created',
      'payment.approved',
      'payment.failed',
    ]);

    const declined = await makeOrder(world, merchant);
    await arm('orders.capture', 'refuse', { issue: 'INSTRUMENT_DECLINED' });
    expect((await capture(world, merchant, declined.order_id)).status).toBe(402);
    expect((await capture(world, merchant, declined.order_id)).status).toBe(200);

    const taken = await makeCapture(world, merchant);
    const key = randomUUID();
    await arm('captures.refund', 'refuse', { issue: 'REFUND_NOT_ALLOWED' });
    expect((await refund(world, merchant, taken.capture_id, { key })).status).toBe(409);
    expect((await refund(world, merchant, taken.capture_id, { key })).status).toBe(200);

    await arm('orders.create', 'refuse');
    const session = await makeSession(world, merchant);
    const path = `/api/checkout-sessions/${session.body.id}/orders`;
    expect((await world.call('POST', path, { body: {} })).status).toBe(400);

    await arm('referrals.create', 'refuse', { issue: 'INVALID_PARAMETER_VALUE', status: 400 });
    expect((await startOnboarding(await makeMerchant(world, channel))).status).toBe(502);
    await expectSound();
  },
  SLOW_MS,
);

test(
  "a provider's Retry-After on onboarding reaches the caller, and no call is made earlier",
  async () => {
    const referralsAsked = async () =>
      (await world.control('GET', 'requests?limit=200')).body.items.filter(({ path }: { path: string }) =>
        path.endsWith('/partner-referrals'),
      ).length;
    for (const status of [503, 429]) {
      await arm('referrals.create', 'error', { status, retry_after: 700 });
      const starting = await makeMerchant(world, channel);
      const answer = await startOnboarding(starting);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '700']);
      const asked = await referralsAsked();
      for (const left of ['700', '400', '100']) {
        const early = await Promise.all([startOnboarding(starting), startOnboarding(starting)]);
        expect(early.map(({ status: code }) => code)).toEqual([503, 503]);
        expect(Number(early[0].headers.get('retry-after'))).toBeLessThanOrEqual(Number(left));
        if (left !== '100') await world.advance(300);
      }
      expect(await referralsAsked()).toBe(asked);
      await world.advance(100);
      expect((await startOnboarding(starting)).status).toBe(200);
    }
  },
  SLOW_MS,
);

test(
  'a parallel call under one request id that the provider still works on is unclear, not failed',
  async () => {
    const taken = await makeCapture(world, merchant);
    const key = randomUUID();
    await arm('captures.refund', 'refuse', { issue: 'PREVIOUS_REQUEST_IN_PROGRESS' });
    expectUncertain(await refund(world, merchant, taken.capture_id, { key }));
    const order = await makeOrder(world, merchant);
    await arm('orders.capture', 'refuse', { issue: 'ORDER_COMPLETION_IN_PROGRESS' });
    expectUncertain(await capture(world, merchant, order.order_id));
    await expectSound();
    expect((await refund(world, merchant, taken.capture_id, { key })).status).toBe(200);
    expect(await refundedAtProvider(taken.capture_id)).toBe(2_000);
  },
  SLOW_MS,
);

test(
  'a seller who cannot be paid: refused with 400, told once, and the session stays open',
  async () => {
    const unpaid = await makeConnectedMerchant(world, channel);
    const orders = [await makeOrder(world, unpaid), await makeOrder(world, unpaid)];
    await arm('orders.capture', 'refuse', { issue: 'PAYEE_ACCOUNT_NOT_VERIFIED', times: 2 });
    for (const { order_id } of orders) expect((await capture(world, unpaid, order_id)).status).toBe(400);
    const events = (await recordedEvents(world, unpaid.merchant_id)).map(({ type }) => type);
    expect(events.filter((type) => type === 'merchant.payments_disabled')).toHaveLength(1);
    expect(events.filter((type) => type === 'payment.failed')).toHaveLength(2);
    expect((await world.call('GET', `/api/checkout-sessions/${orders[0]!.session_id}`)).body.status).toBe(
      'open',
    );
    await expectSound();
  },
  SLOW_MS,
);

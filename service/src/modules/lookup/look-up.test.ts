import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  approvedOrder,
  approvedSetup,
  CALLER,
  capturedPayment,
  connectedMerchant,
  type ModuleWorld,
  openSession,
  savedToken,
  startModuleWorld,
  transactionOf,
} from '../../../../tests/world/module-world.ts';
import { newProviderId, UNKNOWN } from '../../../../tests/world/scripted-rail.ts';
import { DOUBTS } from '../../doubts.ts';
import { eventIdOf } from '../../lib/ids.ts';
import { minor } from '../../lib/money.ts';
import { orThrow } from '../../refused.ts';
import { captureMerchantOrder } from '../captures/capture-order.ts';
import { chargeCustomer } from '../charges/index.ts';
import { describeEventsAbout } from '../events/index.ts';
import { createBuyerOrder } from '../orders/index.ts';
import { refundCapture } from '../refunds/refund-capture.ts';
import { refundOf } from '../refunds/refunds.fixture.ts';
import { refundsOf } from '../returns/index.ts';
import type { SellingMerchant } from '../sessions/create-session.ts';
import { lookUp } from './look-up.ts';

const DAY = 86_400;

let world: ModuleWorld;
let merchant: SellingMerchant;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.script.beginAnew();
  merchant = await connectedMerchant(world);
});
afterEach(() => expect(world.script.unused()).toEqual([]));

const find = async (id: string, merchant_id?: string) =>
  orThrow(await lookUp(world.ctx, DOUBTS, { id, merchant_id })).answer;
const refusalFor = async (id: string, merchant_id?: string) => {
  const result = await lookUp(world.ctx, DOUBTS, { id, merchant_id });
  return result.kind === 'refused' ? result.refusal : null;
};
const hitsOf = async (id: string, merchant_id?: string) =>
  (await find(id, merchant_id)).hits.map(({ kind, found_by }) => `${kind} by ${found_by}`);
const newReference = () => `order ${randomUUID()}`;

/** A payment of 10 USD of which 4 went back, asked for under a key. */
async function refundedPayment(external_order_id: string | null = null) {
  const { capture_id, transaction_id } = await capturedPayment(world, merchant, {
    plan: { external_order_id },
  });
  const refund = refundOf({ provider_capture_id: capture_id });
  world.script.answer('refunds.issue', { kind: 'completed', refund });
  const key = randomUUID();
  const asked = { capture_id, amount: '4.00', actor: CALLER, idempotency_key: key };
  orThrow(await refundCapture(world.ctx, { merchant_id: merchant.merchant_id, ...asked }));
  const [row] = await refundsOf(world.ctx.db, transaction_id);
  const { provider_order_id, checkout_session_id } = await transactionOf(world, transaction_id);
  return {
    ...{ capture_id, transaction_id, key, refund_id: row!.id, provider_refund_id: row!.provider_refund_id! },
    ...{ order_id: provider_order_id!, session_id: checkout_session_id! },
  };
}

describe('one payment', () => {
  test('is found by whatever anybody names of it, and is the same by each', async () => {
    const reference = newReference();
    const paid = await refundedPayment(reference);
    const named = {
      ...{ [paid.session_id]: 'session by id', [paid.transaction_id]: 'transaction by id' },
      ...{ [paid.order_id]: 'transaction by provider_order_id' },
      ...{ [paid.capture_id]: 'transaction by provider_capture_id', [paid.refund_id]: 'refund by id' },
      ...{ [paid.provider_refund_id]: 'refund by provider_refund_id' },
      [reference]: 'session by external_order_id',
    };
    const first = await find(paid.session_id);
    const attempt_id = first.payments[0]!.attempts[0]!.id;
    const event_id = first.payments[0]!.events[0]!.id;
    const all = { ...named, [attempt_id]: 'attempt by id', [event_id]: 'event by id' };
    for (const [id, known] of Object.entries(all)) {
      expect(await hitsOf(id)).toEqual([known]);
      expect((await find(id)).payments).toEqual(first.payments);
    }
  });

  test('is answered with all that came of it, and with whose it is', async () => {
    const paid = await refundedPayment();
    const { payments, has_more } = await find(paid.capture_id);
    expect(has_more).toBe(false);
    expect(payments).toMatchObject([
      {
        ...{ merchant_id: merchant.merchant_id, channel_id: merchant.channel_id, needs_person: false },
        ...{ merchant_name: 'Corner Shop', channel_name: 'Acme' },
        session: { id: paid.session_id, status: 'completed', amount_cents: 1_000, currency: 'USD' },
        transactions: [{ id: paid.transaction_id, status: 'captured', refunded_amount_cents: 400 }],
        attempts: [{ transaction_id: paid.transaction_id, state: 'done', next_check_at: null }],
        refunds: [{ id: paid.refund_id, amount_cents: 400, status: 'completed', origin: 'api' }],
        ...{ disputes: [], answers: [], charges: [], savings: [], payment_requests: [], unsettled: [] },
      },
    ]);
    expect(payments[0]!.events.map(({ type, state }) => [type, state])).toEqual(
      [
        ...['payment.refunded', 'payment.captured', 'payment.approved', 'payment.created'],
        'checkout.session.created',
      ].map((type) => [type, 'no_subscriber']),
    );
  });

  test('holds every try of its session, the newest first, whichever was named', async () => {
    const { id: session_id } = await openSession(world, merchant);
    const orders = [newProviderId('order'), newProviderId('order')] as const;
    for (const provider_order_id of orders) {
      world.script.answer('payments.open', { kind: 'created', provider_order_id, approve_url: null });
      orThrow(await createBuyerOrder(world.ctx, { session_id, origin: undefined }));
    }
    for (const id of orders) {
      const { payments } = await find(id);
      const tries = payments.flatMap(({ transactions }) => transactions);
      expect(tries.map((one) => one.provider_order_id)).toEqual([orders[1], orders[0]]);
    }
  });

  test('that nobody tried to pay is its session, which comes to its end', async () => {
    const { id: session_id } = await openSession(world, merchant);
    expect(await find(session_id)).toMatchObject({
      hits: [{ kind: 'session', checkout_session_id: session_id, transaction_id: null }],
      payments: [{ session: { id: session_id, status: 'open' }, transactions: [], events: [{}] }],
    });
    world.ctx.clock.move(2 * DAY);
    expect((await find(session_id)).payments[0]!.session!.status).toBe('expired');
  });

  test('says what of it nobody knows, and when that wants a person', async () => {
    const { order_id, transaction_id } = await approvedOrder(world, merchant);
    world.script.answer('payments.take', UNKNOWN);
    await captureMerchantOrder(world.ctx, { merchant_id: merchant.merchant_id, order_id });
    const [payment] = (await find(order_id)).payments;
    const { id } = payment!.attempts[0]!;
    expect(payment).toMatchObject({
      needs_person: false,
      attempts: [{ id, state: 'unknown', last_problem: expect.any(String) }],
      unsettled: [{ id, kind: 'capture', transaction_id, needs_person: false }],
    });
    world.ctx.clock.move(8 * DAY);
    expect((await find(id)).payments).toMatchObject([{ needs_person: true, unsettled: [{ id }] }]);
  });
});

test('a refund of which nobody knows the end stands before those that came after it', async () => {
  const { capture_id } = await capturedPayment(world, merchant);
  const of = { merchant_id: merchant.merchant_id, actor: CALLER, capture_id, idempotency_key: null };
  world.script.answer('refunds.issue', UNKNOWN);
  await refundCapture(world.ctx, { ...of, amount: '1.00' });
  world.ctx.clock.move(1);
  const refund = refundOf({ provider_capture_id: capture_id, amount: minor(200) });
  world.script.answer('refunds.issue', { kind: 'completed', refund });
  await refundCapture(world.ctx, { ...of, amount: '2.00' });
  const [payment] = (await find(capture_id)).payments;
  expect(payment!.refunds.map(({ amount_cents }) => amount_cents)).toEqual([100, 200]);
});

test('of what bears one id with two merchants each is told its own events', async () => {
  const { transaction_id } = await capturedPayment(world, merchant);
  const about = [(await transactionOf(world, transaction_id)).checkout_session_id!];
  const told = (merchant_id: string) => describeEventsAbout(world.ctx.db, { merchant_id, about, limit: 50 });
  expect(await told(merchant.merchant_id)).not.toEqual([]);
  expect(await told((await connectedMerchant(world)).merchant_id)).toEqual([]);
});

test('a charge is found by its key where its merchant is named, and has no session', async () => {
  const { merchant_id } = merchant;
  await savedToken(world, merchant, 'anna');
  world.script.answer('vault.charge', UNKNOWN);
  const key = `renewal ${randomUUID()}`;
  const asked = { merchant_id, customer_ref: 'anna', amount: minor(700), currency: 'USD' };
  await chargeCustomer(world.ctx, { ...asked, idempotency_key: key, description: null, actor: CALLER });
  expect(await refusalFor(key)).toBe('id_not_found');
  expect(await find(key, merchant_id)).toMatchObject({
    hits: [{ kind: 'transaction', found_by: 'idempotency_key', checkout_session_id: null }],
    payments: [
      {
        session: null,
        charges: [{ idempotency_key: key, state: 'unknown' }],
        unsettled: [{ kind: 'charge', amount_cents: 700 }],
      },
    ],
  });
});

test('what was approved to save an instrument is found by what stands for its order', async () => {
  const { session, order_id } = await approvedSetup(world, merchant, 'ben');
  expect(await find(order_id)).toMatchObject({
    hits: [{ kind: 'saving', found_by: 'provider_order_id', checkout_session_id: session.id }],
    payments: [
      { session: { id: session.id, amount_cents: 0 }, savings: [{ customer_ref: 'ben', state: 'created' }] },
    ],
  });
});

test('a refund is found by its key where its merchant is named', async () => {
  const { key } = await refundedPayment();
  expect(await hitsOf(key, merchant.merchant_id)).toEqual(['refund by idempotency_key']);
});

test('a number that several merchants gave is told of each, or of the one that is named', async () => {
  const external_order_id = newReference();
  const other = await connectedMerchant(world);
  const sessions = [
    await openSession(world, merchant, { external_order_id }),
    await openSession(world, other, { external_order_id }),
  ];
  const { hits, payments } = await find(external_order_id);
  expect(new Set(hits.map(({ id }) => id))).toEqual(new Set(sessions.map(({ id }) => id)));
  expect(payments).toHaveLength(2);
  expect(await find(external_order_id, other.merchant_id)).toMatchObject({
    hits: [{ id: sessions[1]!.id, merchant_id: other.merchant_id }],
    payments: [{ merchant_id: other.merchant_id }],
  });
  expect(await refusalFor(sessions[0]!.id, other.merchant_id)).toBe('id_not_found');
});

test('of a number that is used again and again as much is told as is read at once, and that there is more', async () => {
  const external_order_id = newReference();
  for (let n = 0; n < 22; n += 1) await openSession(world, merchant, { external_order_id });
  const { hits, payments, has_more } = await find(external_order_id);
  expect([hits.length, payments.length, has_more]).toEqual([20, 5, true]);
});

test('an event about a merchant belongs to no payment', async () => {
  const { id } = await world.ctx.db
    .selectFrom('events')
    .select('id')
    .where('merchant_id', '=', merchant.merchant_id)
    .where('type', '=', 'merchant.onboarding_updated')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { hits, payments } = await find(eventIdOf(id));
  expect([hits.length, payments]).toEqual([1, []]);
});

test.each(['nobody', randomUUID(), 'cs_000000000000000000000000000', `evt_${'0'.repeat(32)}`, '%', "'"])(
  'nothing is known by %s',
  async (id) => {
    expect(await refusalFor(id)).toBe('id_not_found');
  },
);

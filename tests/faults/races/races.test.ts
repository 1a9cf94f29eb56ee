import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  capture,
  makeCapture,
  makeChannel,
  makeConnectedMerchant,
  makeOrder,
  makeSession,
  recordedEvents,
  refund,
  type TestMerchant,
} from '../../world/actors.ts';
import { type Answer, startWorld, type World } from '../../world/world.ts';
import { findBreaches, readProviderBooks, settle } from '../books/books.ts';
import { insisting } from '../world/insist.ts';
import { timeoutOf, repeated, roundsOf } from '../world/rounds.ts';
import { untilServed } from '../world/served.ts';

const ROUNDS = roundsOf(3);
const ONCE_OR_MORE = roundsOf(1);
const SLOW_MS = timeoutOf(ROUNDS);

let world: World;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
}, SLOW_MS);
afterAll(async () => world.close());

const times = <T>(count: number, call: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)));
/** So many callers at once, each of whom is answered about what it asked for; of what may be asked for again. */
const callers = (count: number, call: (index: number) => Promise<Answer>) =>
  times(count, (index) => untilServed(() => call(index)));
const tally = (answers: readonly { status: number }[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
const eventsAbout = async (transaction_id: string, type: string) =>
  (await recordedEvents(world, merchant.merchant_id)).filter(
    (event) => event.type === type && event.object['id'] === transaction_id,
  );
const providerRefunded = async (capture_id: string) =>
  (await readProviderBooks(world)).captures.find((held) => held.capture_id === capture_id)!.refunded_cents;
const expectSound = async () => {
  expect(await settle(world)).toBe(0);
  expect(await findBreaches(world)).toEqual([]);
};

test(
  'fifty captures of one order at once take the money once and all answer the same capture',
  repeated(ONCE_OR_MORE, async () => {
    const order = await makeOrder(world, merchant);
    const answers = await callers(50, () => capture(world, merchant, order.order_id));
    expect(tally(answers)).toEqual({ 200: 50 });
    expect(new Set(answers.map((answer) => answer.body.provider_capture_id)).size).toBe(1);
    const { captures } = await readProviderBooks(world);
    expect(captures.filter((held) => held.order_id === order.order_id)).toHaveLength(1);
    expect(await eventsAbout(order.transaction_id, 'payment.captured')).toHaveLength(1);
    await expectSound();
  }),
  SLOW_MS,
);

test(
  "the buyer's page and the channel capturing one order together take the money once",
  repeated(ONCE_OR_MORE, async () => {
    const order = await makeOrder(world, merchant);
    const path = `/api/checkout-sessions/${order.session_id}/orders/${order.order_id}/capture`;
    const answers = await callers(20, (index) =>
      index % 2 ? capture(world, merchant, order.order_id) : world.call('POST', path, { body: {} }),
    );
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(new Set(answers.map((answer) => answer.body.provider_capture_id)).size).toBe(1);
    await expectSound();
  }),
  SLOW_MS,
);

test(
  'of several approved orders of one session captured at once, one is paid',
  repeated(ONCE_OR_MORE, async () => {
    const session_id = (await makeSession(world, merchant)).body.id as string;
    const orders = await times(6, async () => {
      const made = await world.call('POST', `/api/checkout-sessions/${session_id}/orders`, { body: {} });
      await world.control('POST', `orders/${made.body.order_id}/approve`, {});
      return made.body.order_id as string;
    });
    const answers = await Promise.all(orders.map((order_id) => capture(world, merchant, order_id)));
    expect(tally(answers)).toEqual({ 200: 1, 409: 5 });
    const { captures } = await readProviderBooks(world);
    expect(captures.filter((held) => orders.includes(held.order_id))).toHaveLength(1);
    await expectSound();
  }),
  SLOW_MS,
);

test(
  'of two hundred refunds of 60 on a capture of 100, one is made',
  repeated(ONCE_OR_MORE, async () => {
    const taken = await makeCapture(world, merchant, { amount: '100.00' });
    // Each under a key: whoever is told that nobody knows asks again about the same refund.
    const keys = Array.from({ length: 200 }, () => randomUUID());
    const answers = await callers(keys.length, (index) =>
      refund(world, merchant, taken.capture_id, { amount: '60.00', key: keys[index]! }),
    );
    expect(tally(answers)).toEqual({ 200: 1, 409: 199 });
    expect(await providerRefunded(taken.capture_id)).toBe(6_000);
    expect(await eventsAbout(taken.transaction_id, 'payment.refunded')).toHaveLength(1);
    await expectSound();
  }),
  SLOW_MS,
);

test(
  'full and partial refunds mixed never return more than the capture',
  async () => {
    const amounts = [null, '10.00', '33.33', '0.01', '60.00', null, '25.50', '99.99'];
    for (let round = 0; round < ROUNDS; round += 1) {
      const taken = await makeCapture(world, merchant, { amount: '100.00' });
      const answers = await times(40, (index) => {
        const asked = { amount: amounts[(index + round) % amounts.length]!, key: randomUUID() };
        return insisting(() => refund(world, merchant, taken.capture_id, asked));
      });
      expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
      expect(await providerRefunded(taken.capture_id)).toBeLessThanOrEqual(10_000);
      const done = answers.filter(({ status }) => status === 200).length;
      expect(await eventsAbout(taken.transaction_id, 'payment.refunded')).toHaveLength(done);
    }
    await expectSound();
  },
  SLOW_MS,
);

test(
  'one refund is made for one Idempotency-Key, however often and at once it is asked for',
  repeated(ONCE_OR_MORE, async () => {
    const taken = await makeCapture(world, merchant, { amount: '100.00' });
    const key = randomUUID();
    const same = await callers(30, () => refund(world, merchant, taken.capture_id, { amount: '10.00', key }));
    expect(tally(same)).toEqual({ 200: 30 });
    const other = await callers(10, () =>
      refund(world, merchant, taken.capture_id, { amount: '11.00', key }),
    );
    expect(tally(other)).toEqual({ 422: 10 });
    expect(await providerRefunded(taken.capture_id)).toBe(1_000);
    expect(await eventsAbout(taken.transaction_id, 'payment.refunded')).toHaveLength(1);
    await expectSound();
  }),
  SLOW_MS,
);

test(
  'two bodies under one new Idempotency-Key at once: one of them is carried out',
  repeated(ONCE_OR_MORE, async () => {
    const taken = await makeCapture(world, merchant, { amount: '100.00' });
    const key = randomUUID();
    const answers = await callers(30, (index) =>
      refund(world, merchant, taken.capture_id, { amount: index % 2 ? '10.00' : '20.00', key }),
    );
    expect(tally(answers)).toEqual({ 200: 15, 422: 15 });
    expect([1_000, 2_000]).toContain(await providerRefunded(taken.capture_id));
    await expectSound();
  }),
  SLOW_MS,
);

test(
  'one Idempotency-Key makes one session, and another body under it none',
  repeated(ONCE_OR_MORE, async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const as = { key: merchant.key, merchant: merchant.merchant_id, headers };
    const create = (amount: string) =>
      world.call('POST', '/api/checkout-sessions', {
        ...as,
        body: { amount, external_order_id: headers['idempotency-key'] },
      });
    const answers = await callers(50, (index) => create(index % 5 === 0 ? '12.00' : '11.00'));
    const made = answers.filter(({ status }) => status === 201);
    expect(tally(answers)).toEqual(made.length === 10 ? { 201: 10, 422: 40 } : { 201: 40, 422: 10 });
    expect(new Set(made.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const events = await recordedEvents(world, merchant.merchant_id);
    const about = events.filter((event) => event.object['external_order_id'] === headers['idempotency-key']);
    expect(about.map(({ type }) => type)).toEqual(['checkout.session.created']);
  }),
  SLOW_MS,
);

test(
  'a capture races with its own notices and the sweep, and every change is told once',
  repeated(ONCE_OR_MORE, async () => {
    await world.control('POST', 'notices', { mode: 'duplicate' });
    const orders = await times(8, () => makeOrder(world, merchant));
    const work = orders.flatMap((order) => [
      untilServed(() => capture(world, merchant, order.order_id)),
      world.drain(),
    ]);
    const answers = (await Promise.all(work)).filter((answer) => 'status' in answer && 'headers' in answer);
    expect(answers.every((answer) => Number(answer.status) === 200)).toBe(true);
    await world.control('POST', 'notices', { mode: 'deliver' });
    for (const { transaction_id } of orders) {
      expect(await eventsAbout(transaction_id, 'payment.approved')).toHaveLength(1);
      expect(await eventsAbout(transaction_id, 'payment.captured')).toHaveLength(1);
    }
    await expectSound();
  }),
  SLOW_MS,
);

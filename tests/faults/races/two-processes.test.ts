import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  capture,
  charge,
  makeCapture,
  makeChannel,
  makeConnectedMerchant,
  makeInstrument,
  makeOrder,
  makeSession,
  refund,
  type TestMerchant,
} from '../../world/actors.ts';
import type { Answer, World } from '../../world/world.ts';
import { readProviderBooks } from '../books/books.ts';
import { problemsOf } from '../kills/crash-run.ts';
import { type CrashWorld, startCrashWorld } from '../world/crash-world.ts';
import { insisting } from '../world/insist.ts';
import { timeoutOf, repeated, roundsOf } from '../world/rounds.ts';

// What must hold between callers must hold between processes, which share nothing but the database.

const ROUNDS = roundsOf(3);
const ONCE_OR_MORE = roundsOf(1);
const SLOW_MS = timeoutOf(ROUNDS);

let world: CrashWorld;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startCrashWorld({ processes: 2 });
  merchant = await makeConnectedMerchant(world.through(0), await makeChannel(world.through(0)));
}, SLOW_MS);
afterAll(async () => world?.close());

const throughBoth = (count: number, call: (view: World, index: number) => Promise<Answer>) =>
  Promise.all(
    Array.from({ length: count }, (_, index) => insisting(() => call(world.through(index % 2), index))),
  );
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort();
const times = (count: number, status: number) => Array.from({ length: count }, () => status);
const refunded = async (capture_id: string) =>
  (await readProviderBooks(world)).captures.find((held) => held.capture_id === capture_id)!.refunded_cents;

test(
  'one order is captured once',
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { order_id } = await makeOrder(world.through(0), merchant);
      const answers = await throughBoth(50, (view) => capture(view, merchant, order_id));
      expect(statuses(answers)).toEqual(times(50, 200));
      expect(new Set(answers.map(({ body }) => body.provider_capture_id)).size).toBe(1);
    }
    expect(await problemsOf(world, 'afterwards')).toEqual([]);
  },
  SLOW_MS,
);

test(
  'no more is refunded than was captured, and one key refunds once',
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { capture_id } = await makeCapture(world.through(0), merchant, { amount: '100.00' });
      const asked = { amount: '60.00', key: randomUUID() };
      const same = await throughBoth(20, (view) => refund(view, merchant, capture_id, asked));
      expect(statuses(same)).toEqual(times(20, 200));
      const keys = Array.from({ length: 40 }, () => randomUUID());
      const more = await throughBoth(40, (view, index) =>
        refund(view, merchant, capture_id, { amount: '30.00', key: keys[index]! }),
      );
      expect(statuses(more)).toEqual([200, ...times(39, 409)]);
      expect(await refunded(capture_id)).toBe(9_000);
    }
    expect(await problemsOf(world, 'afterwards')).toEqual([]);
  },
  SLOW_MS,
);

test(
  'of the orders of one session, one is paid',
  repeated(ONCE_OR_MORE, async () => {
    const session_id = (await makeSession(world.through(0), merchant)).body.id as string;
    const orders = await throughBoth(8, async (view) => {
      const order = await view.call('POST', `/api/checkout-sessions/${session_id}/orders`, { body: {} });
      await world.control('POST', `orders/${order.body.order_id}/approve`, {});
      return order;
    });
    const answers = await throughBoth(8, (view, index) =>
      capture(view, merchant, orders[index]!.body.order_id),
    );
    expect(statuses(answers)).toEqual([200, ...times(7, 409)]);
    expect(await problemsOf(world, 'afterwards')).toEqual([]);
  }),
  SLOW_MS,
);

test(
  'one key makes one session',
  repeated(ONCE_OR_MORE, async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const as = { key: merchant.key, merchant: merchant.merchant_id, headers };
    const body = { amount: '11.00' };
    const answers = await throughBoth(40, (view) =>
      view.call('POST', '/api/checkout-sessions', { ...as, body }),
    );
    expect(statuses(answers)).toEqual(times(40, 201));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
  }),
  SLOW_MS,
);

test(
  'one key charges a saved instrument once, whichever process is asked',
  async () => {
    const { customer_ref } = await makeInstrument(world.through(0), merchant);
    for (let round = 0; round < ROUNDS; round += 1) {
      const key = randomUUID();
      const asked = { customer_ref, key, description: key };
      const answers = await throughBoth(50, (view) => charge(view, merchant, asked));
      expect(statuses(answers)).toEqual(times(50, 200));
      expect(new Set(answers.map(({ body }) => body.transaction_id)).size).toBe(1);
      const { captures } = await readProviderBooks(world);
      expect(captures.filter(({ description }) => description === key)).toHaveLength(1);
    }
    expect(await problemsOf(world, 'afterwards')).toEqual([]);
  },
  SLOW_MS,
);

test(
  'an instrument that the buyer approved is saved once',
  async () => {
    const view = world.through(0);
    const session_id = (await makeSession(view, merchant, { amount: 0 })).body.id as string;
    const path = `/api/checkout-sessions/${session_id}/orders`;
    const order_id = (await view.call('POST', path, { body: {} })).body.order_id as string;
    await world.control('POST', `orders/${order_id}/approve`, {});
    const answers = await throughBoth(50, (one) =>
      one.call('POST', `${path}/${order_id}/capture`, { body: {} }),
    );
    expect(statuses(answers)).toEqual(times(50, 200));
    expect(await problemsOf(world, 'afterwards')).toEqual([]);
  },
  SLOW_MS,
);

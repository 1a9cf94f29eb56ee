import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  charge,
  makeChannel,
  makeConnectedMerchant,
  makeInstrument,
  makeSession,
  recordedEvents,
  type TestMerchant,
} from '../../world/actors.ts';
import { startWorld, type World } from '../../world/world.ts';
import { findBreaches, readProviderBooks, settle, withSql } from '../books/books.ts';

const SLOW_MS = 180_000;
// In service 20 s: what hangs here is waited for. Long enough that a busy machine answers whatever does not hang.
const CALL_TIMEOUT_MS = 6_000;
const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const MODES = ['error', 'error_after_commit', 'reset', 'reset_after_commit', 'garbage'];

let world: World;
let merchant: TestMerchant;
let customer_ref: string;
beforeAll(async () => {
  world = await startWorld({ providerLimits: { callTimeoutMs: CALL_TIMEOUT_MS } });
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
  ({ customer_ref } = await makeInstrument(world, merchant));
}, SLOW_MS);
afterEach(async () => {
  await world.control('DELETE', 'faults');
  await world.control('POST', 'notices/release');
});
afterAll(async () => world.close());

const arm = (operation: string, mode: string, more: object = {}) =>
  world.control('POST', 'faults', { operation, mode, ...more });
const secondsOfToday = () => DAY_SECONDS - (Math.floor(world.clock.now().getTime() / 1_000) % DAY_SECONDS);
const holdNotices = () => world.control('POST', 'notices', { mode: 'hold' });
const asked = () => {
  const key = randomUUID();
  return { customer_ref, key, description: key };
};
const takenFor = async (key: string) =>
  (await readProviderBooks(world)).captures.filter((held) => held.description === key && held.is_taken)
    .length;
const typesAbout = async (transaction_id: string) =>
  (await recordedEvents(world, merchant.merchant_id))
    .filter(({ object }) => object['id'] === transaction_id)
    .map(({ type }) => type);
const chargeOf = (key: string) =>
  withSql(world.database_url, async (db) => {
    const { rows } = await sql<{ transaction_id: string; state: string }>`
      select transaction_id, state from vault_charges where idempotency_key = ${key}`.execute(db);
    return rows[0]!;
  });
const expectUncertain = (answer: { status: number; body: unknown }) => {
  expect(answer.status).toBe(503);
  expect(answer.body).toEqual({ detail: expect.any(String), code: expect.any(String) });
};
const expectSound = async () => {
  expect(await settle(world)).toBe(0);
  expect(await findBreaches(world)).toEqual([]);
};
const TOLD = ['payment.created', 'payment.approved', 'payment.captured'];

describe.each(MODES)('%s', (mode) => {
  test(
    'a charge is answered 503, settled by itself, made once and told once',
    async () => {
      await holdNotices();
      const one = asked();
      await arm('orders.create', mode);
      expectUncertain(await charge(world, merchant, one));
      const { transaction_id } = await chargeOf(one.key);
      expect(await typesAbout(transaction_id)).toEqual([]);
      await expectSound();
      expect(await takenFor(one.key)).toBe(1);
      expect((await charge(world, merchant, one)).body).toEqual({ transaction_id });
      expect(await takenFor(one.key)).toBe(1);
      expect(await typesAbout(transaction_id)).toEqual(TOLD);
    },
    SLOW_MS,
  );

  test(
    'a charge asked for again at once is made once',
    async () => {
      await holdNotices();
      const one = asked();
      await arm('orders.create', mode);
      expectUncertain(await charge(world, merchant, one));
      expect((await charge(world, merchant, one)).status).toBe(200);
      expect(await takenFor(one.key)).toBe(1);
      await expectSound();
    },
    SLOW_MS,
  );

  test(
    'an instrument is saved once, by itself or when it is asked for again',
    async () => {
      for (const isAskedAgain of [true, false]) {
        await holdNotices();
        const session_id = (await makeSession(world, merchant, { amount: 0 })).body.id as string;
        const path = `/api/checkout-sessions/${session_id}/orders`;
        const order_id = (await world.call('POST', path, { body: {} })).body.order_id as string;
        await world.control('POST', `orders/${order_id}/approve`, {});
        await arm('vault.setup', mode);
        const save = () => world.call('POST', `${path}/${order_id}/capture`, { body: {} });
        expectUncertain(await save());
        if (isAskedAgain) expect((await save()).body.status).toBe('saved');
        await expectSound();
        expect((await save()).body.status).toBe('saved');
      }
    },
    SLOW_MS,
  );
});

test(
  'a charge that the provider took and never answered is settled, made once and told once',
  async () => {
    await holdNotices();
    const one = asked();
    await arm('orders.create', 'hang_after_commit');
    expectUncertain(await charge(world, merchant, one));
    await expectSound();
    const { transaction_id } = await chargeOf(one.key);
    expect((await charge(world, merchant, one)).body).toEqual({ transaction_id });
    expect(await takenFor(one.key)).toBe(1);
    expect(await typesAbout(transaction_id)).toEqual(TOLD);
  },
  SLOW_MS,
);

test(
  "a charge whose answer was lost is learned from the provider's notice alone",
  async () => {
    const one = asked();
    await arm('orders.create', 'error_after_commit');
    expectUncertain(await charge(world, merchant, one));
    await arm('orders.create', 'error', { times: 1_000 });
    await world.drain();
    expect((await chargeOf(one.key)).state).toBe('done');
    await world.control('DELETE', 'faults');
    await expectSound();
    expect(await takenFor(one.key)).toBe(1);
  },
  SLOW_MS,
);

test(
  'a charge in doubt is not asked for once the provider may have forgotten it, and its books settle it',
  async () => {
    // Asked for in the evening, it would be settled by the books of its day before it is asked for again.
    await world.advance(secondsOfToday());
    await holdNotices();
    const one = asked();
    await arm('orders.create', 'error_after_commit');
    expectUncertain(await charge(world, merchant, one));
    await arm('orders.create', 'error', { times: 1_000 });
    for (let hour = 0; hour < 7; hour += 1) {
      await world.advance(HOUR_SECONDS);
      await world.drain();
    }
    await world.control('DELETE', 'faults');
    expectUncertain(await charge(world, merchant, one));
    // What its provider shows of the day it was asked for is compared once the day is over.
    for (let day = 0; day < 4; day += 1) {
      await world.advance(DAY_SECONDS);
      await world.drain();
    }
    expect(await takenFor(one.key)).toBe(1);
    expect((await chargeOf(one.key)).state).toBe('done');
    await world.control('POST', 'notices/release');
    await expectSound();
    const { transaction_id } = await chargeOf(one.key);
    expect((await charge(world, merchant, one)).body).toEqual({ transaction_id });
    expect(await typesAbout(transaction_id)).toEqual(TOLD);
    expect(await takenFor(one.key)).toBe(1);
  },
  SLOW_MS,
);

test(
  'a provider that cannot be reached when asked again leaves a charge in doubt',
  async () => {
    await holdNotices();
    const one = asked();
    await arm('orders.create', 'error_after_commit');
    expectUncertain(await charge(world, merchant, one));
    await arm('orders.create', 'refuse', { status: 429, issue: 'RATE_LIMIT_REACHED' });
    expectUncertain(await charge(world, merchant, one));
    expect((await chargeOf(one.key)).state).toBe('unknown');
    await expectSound();
    expect(await takenFor(one.key)).toBe(1);
  },
  SLOW_MS,
);

test(
  'a no to a charge asked for again is not believed, since the first may have taken the money',
  async () => {
    await holdNotices();
    const one = asked();
    await arm('orders.create', 'error_after_commit');
    expectUncertain(await charge(world, merchant, one));
    await arm('orders.create', 'refuse', { status: 422, issue: 'INSTRUMENT_DECLINED' });
    expectUncertain(await charge(world, merchant, one));
    await arm('orders.create', 'refuse', { status: 403, issue: 'PERMISSION_DENIED' });
    expectUncertain(await charge(world, merchant, one));
    const { transaction_id } = await chargeOf(one.key);
    expect(await typesAbout(transaction_id)).toEqual([]);
    await expectSound();
    expect((await charge(world, merchant, one)).body).toEqual({ transaction_id });
    expect(await takenFor(one.key)).toBe(1);
    expect(await typesAbout(transaction_id)).toEqual(TOLD);
  },
  SLOW_MS,
);

test(
  'fifty callers of one key while the provider fails get one charge',
  async () => {
    const one = asked();
    await arm('orders.create', 'error_after_commit', { times: 3 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => charge(world, merchant, one)));
    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    await expectSound();
    const last = await charge(world, merchant, one);
    expect(last.status).toBe(200);
    const ids = answers.filter(({ status }) => status === 200).map(({ body }) => body.transaction_id);
    expect(new Set([...ids, last.body.transaction_id]).size).toBe(1);
    expect(await takenFor(one.key)).toBe(1);
  },
  SLOW_MS,
);

test(
  'what led nowhere leaves nothing behind',
  async () => {
    const session_id = (await makeSession(world, merchant, { amount: 0 })).body.id as string;
    await arm('vault.setup', 'error');
    const path = `/api/checkout-sessions/${session_id}/orders`;
    expectUncertain(await world.call('POST', path, { body: {} }));
    const left = () =>
      withSql(world.database_url, async (db) => {
        const { rows } = await sql<{ setups: number; tokens: number }>`
          select (select count(*) from vault_setups where checkout_session_id = ${session_id})::int as setups,
            (select count(*) from session_id_tokens
              where checkout_session_id = ${session_id})::int as tokens`.execute(db);
        return rows[0];
      });
    expect(await left()).toEqual({ setups: 1, tokens: 1 });
    await world.advance(2 * HOUR_SECONDS);
    await world.drain();
    expect(await left()).toEqual({ setups: 0, tokens: 0 });
  },
  SLOW_MS,
);

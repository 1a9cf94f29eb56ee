import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  makeCapture,
  makeChannel,
  makeConnectedMerchant,
  recordedEvents,
  refund,
  type TestChannel,
  type TestMerchant,
} from '../../world/actors.ts';
import { startWorld, type World } from '../../world/world.ts';
import { countOpen, findBreaches, settle, withSql } from '../books/books.ts';

// A refund of ours whose outcome nobody knows, while the provider tells of other money returned on the same capture.

const SLOW_MS = 180_000;
const MANY = 100_000;
const OURS = [
  'partial',
  'platform_fee_refund_cents',
  'refund_amount_cents',
  'refund_request_id',
  'total_platform_fee_refunded_cents',
  'total_refunded_cents',
  'wallet_refund_id',
];
const THEIRS = ['partial', 'refund_amount_cents', 'total_refunded_cents', 'wallet_refund_id'];
const REVERSAL = ['reversal', 'total_refunded_cents'];

let world: World;
let channel: TestChannel;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startWorld();
  channel = await makeChannel(world);
  merchant = await makeMerchantWithFee();
}, SLOW_MS);
afterEach(async () => {
  await heal();
  await world.control('POST', 'notices/release');
  expect(await settle(world)).toBe(0);
  expect(await findBreaches(world)).toEqual([]);
}, SLOW_MS);
afterAll(() => world.close());

const arm = (operation: string, mode: string, more: Record<string, unknown> = {}) =>
  world.control('POST', 'faults', { operation, mode, ...more });
const heal = () => world.control('DELETE', 'faults');
const atProvider = (capture_id: string, act: 'refund' | 'reverse', amount?: string) =>
  world.control('POST', `captures/${capture_id}/${act}`, amount === undefined ? {} : { amount });
const addedTo = (object: Record<string, unknown>) =>
  Object.keys(object)
    .filter((key) => [...OURS, 'reversal'].includes(key))
    .sort();

async function makeMerchantWithFee(): Promise<TestMerchant> {
  const made = await makeConnectedMerchant(world, channel);
  await world.operator('PATCH', `merchants/${made.merchant_id}`, { platform_fee_percent: 10 });
  return made;
}

/** 10.00 captured, and 4.00 asked back with an answer that was lost, before or after the provider acted on it. */
async function inDoubt(mode: 'error' | 'reset_after_commit', by = merchant) {
  const taken = await makeCapture(world, by, { amount: '10.00' });
  await world.drain();
  if (mode === 'reset_after_commit') await world.control('POST', 'notices', { mode: 'hold' });
  await arm('captures.refund', mode);
  const ask = (amount = '4.00') => refund(world, by, taken.capture_id, { amount, key });
  const key = randomUUID();
  expect((await ask()).status).toBe(503);
  const told = async () =>
    (await recordedEvents(world, by.merchant_id))
      .filter(({ type, object }) => type === 'payment.refunded' && object['id'] === taken.transaction_id)
      .map(({ object }) => object);
  const read = async () => {
    const as = { key: by.key, merchant: by.merchant_id };
    return (await world.call('GET', `/api/transactions/${taken.transaction_id}`, as)).body;
  };
  return { ...taken, ask, told, read };
}

const totalsOf = (events: Record<string, unknown>[]) => events.map((event) => event['total_refunded_cents']);

describe('while a refund of ours is in doubt that took nothing', () => {
  test.each([
    { act: 'refund', amount: undefined, total: 1_000, status: 'refunded', keys: THEIRS },
    { act: 'refund', amount: '7.00', total: 700, status: 'captured', keys: THEIRS },
    { act: 'reverse', amount: undefined, total: 1_000, status: 'refunded', keys: REVERSAL },
    { act: 'reverse', amount: '3.00', total: 300, status: 'captured', keys: REVERSAL },
  ] as const)(
    "the provider's $act of $amount is recorded at once and refuses ours",
    async ({ act, amount, total, status, keys }) => {
      const doubt = await inDoubt('error');
      await atProvider(doubt.capture_id, act, amount);
      await world.drain();
      const [event, ...more] = await doubt.told();
      expect(more).toEqual([]);
      expect(addedTo(event!)).toEqual(keys);
      expect(event).toMatchObject({ total_refunded_cents: total, status });
      if (act === 'refund') {
        expect(event).toMatchObject({ partial: total < 1_000, refund_amount_cents: total });
      }
      expect(await doubt.read()).toMatchObject({ status, refunded_amount_cents: total });
      expect((await doubt.ask()).status).toBe(409);
      expect(await countOpen(world)).toBe(0);
      // Refused, it used up neither its amount nor its key.
      expect((await doubt.ask()).status).toBe(409);
      expect(await doubt.told()).toHaveLength(1);
    },
    SLOW_MS,
  );

  test(
    'a part that leaves room is recorded at once, and ours after it',
    async () => {
      const doubt = await inDoubt('error');
      await atProvider(doubt.capture_id, 'refund', '3.00');
      await world.drain();
      expect(totalsOf(await doubt.told())).toEqual([300]);
      expect((await refund(world, merchant, doubt.capture_id, { amount: '3.01' })).status).toBe(409);
      expect((await doubt.ask()).status).toBe(200);
      expect((await doubt.ask()).status).toBe(200);
      const events = await doubt.told();
      expect(events.map(addedTo)).toEqual([THEIRS, OURS]);
      expect(totalsOf(events)).toEqual([300, 700]);
      expect(events[1]).toMatchObject({ refund_amount_cents: 400, platform_fee_refund_cents: 40 });
    },
    SLOW_MS,
  );

  test(
    'what is left after ours was refused may be asked for under the same key',
    async () => {
      const doubt = await inDoubt('error');
      await atProvider(doubt.capture_id, 'refund', '7.00');
      await world.drain();
      await world.advance(60);
      await world.drain();
      expect(await countOpen(world)).toBe(0);
      expect((await doubt.ask('3.00')).status).toBe(200);
      const events = await doubt.told();
      expect(totalsOf(events)).toEqual([700, 1_000]);
      expect(events[1]).toMatchObject({ platform_fee_refund_cents: 100, status: 'refunded' });
    },
    SLOW_MS,
  );

  test(
    'an order that cannot be read keeps ours in doubt, and nothing else',
    async () => {
      const doubt = await inDoubt('error');
      await arm('orders.read', 'refuse', { issue: 'PERMISSION_DENIED', status: 403, times: MANY });
      await atProvider(doubt.capture_id, 'refund', '7.00');
      await world.drain();
      expect(totalsOf(await doubt.told())).toEqual([700]);
      expect((await doubt.ask()).status).toBe(503);
      expect(await countOpen(world)).toBe(1);
      await atProvider(doubt.capture_id, 'refund', '3.00');
      await world.drain();
      expect(totalsOf(await doubt.told())).toEqual([700, 1_000]);
      expect(await doubt.read()).toMatchObject({ status: 'refunded', refunded_amount_cents: 1_000 });
      await heal();
      expect((await doubt.ask()).status).toBe(409);
    },
    SLOW_MS,
  );

  test(
    'the order tells of others and of ours when the seller has withdrawn the consent',
    async () => {
      const gone = await makeMerchantWithFee();
      const doubt = await inDoubt('error', gone);
      await world.control('POST', `accounts/${gone.account_id}/revoke-consent`, {});
      await arm('orders.read', 'error', { times: MANY });
      await world.drain();
      expect((await doubt.ask()).status).toBe(503);
      await atProvider(doubt.capture_id, 'refund', '7.00');
      await world.drain();
      expect(await doubt.told()).toEqual([]);
      await heal();
      await world.advance(2);
      await world.drain();
      expect(totalsOf(await doubt.told())).toEqual([700]);
      expect((await doubt.ask()).status).toBe(409);
      expect(await countOpen(world)).toBe(0);
    },
    SLOW_MS,
  );
});

describe('while a refund of ours is in doubt that the provider made', () => {
  test(
    'it is found in the order when its repeat is refused, and both are counted once',
    async () => {
      const doubt = await inDoubt('reset_after_commit');
      await atProvider(doubt.capture_id, 'refund', '3.00');
      await arm('captures.refund', 'refuse', { issue: 'PERMISSION_DENIED', status: 403, times: MANY });
      expect((await doubt.ask()).status).toBe(200);
      await world.control('POST', 'notices/release');
      await world.drain();
      const events = await doubt.told();
      expect(events.map(addedTo)).toEqual([OURS, THEIRS]);
      expect(totalsOf(events)).toEqual([400, 700]);
    },
    SLOW_MS,
  );

  test.each([
    { act: 'refund', keys: THEIRS },
    { act: 'reverse', keys: ['reversal', 'total_platform_fee_refunded_cents', 'total_refunded_cents'] },
  ] as const)(
    "the provider's $act of the rest records it first, so that the totals are the provider's",
    async ({ act, keys }) => {
      const doubt = await inDoubt('reset_after_commit');
      await world.control('POST', 'notices', { mode: 'deliver' });
      await atProvider(doubt.capture_id, act, '6.00');
      await world.drain();
      const events = await doubt.told();
      expect(events.map(addedTo)).toEqual([OURS, keys]);
      expect(totalsOf(events)).toEqual([400, 1_000]);
      expect(await doubt.read()).toMatchObject({ status: 'refunded', refunded_amount_cents: 1_000 });
      expect((await doubt.ask()).status).toBe(200);
    },
    SLOW_MS,
  );

  test(
    'what the provider returned beside it is recorded before it where the order cannot be read',
    async () => {
      const doubt = await inDoubt('reset_after_commit');
      await arm('orders.read', 'error', { times: MANY });
      await world.control('POST', 'notices', { mode: 'deliver' });
      await atProvider(doubt.capture_id, 'reverse');
      await world.drain();
      expect(totalsOf(await doubt.told())).toEqual([600]);
      expect((await doubt.ask()).status).toBe(200);
      const events = await doubt.told();
      expect(events.map(addedTo)).toEqual([REVERSAL, OURS]);
      expect(totalsOf(events)).toEqual([600, 1_000]);
    },
    SLOW_MS,
  );

  test(
    'it is recorded as ours, with its part of the fee, when ours had been given up',
    async () => {
      const doubt = await inDoubt('reset_after_commit');
      await withSql(world.database_url, async (db) => {
        await sql`
        update refunds set state = 'failed', next_check_at = null, idempotency_key = null
        where transaction_id = ${doubt.transaction_id}`.execute(db);
        await sql`
        update transactions set refund_reserved_cents = 0 where id = ${doubt.transaction_id}`.execute(db);
      });
      await world.control('POST', 'notices/release');
      await world.drain();
      const events = await doubt.told();
      expect(events.map(addedTo)).toEqual([OURS]);
      expect(totalsOf(events)).toEqual([400]);
    },
    SLOW_MS,
  );

  test.each([
    { outcome: 'pending', answer: 200 },
    { outcome: 'failed', answer: 409 },
  ])(
    'it is what the order says: $outcome',
    async ({ outcome, answer }) => {
      await world.control('PATCH', `accounts/${merchant.account_id}`, { refund_outcome: outcome });
      const doubt = await inDoubt('reset_after_commit');
      await world.control('PATCH', `accounts/${merchant.account_id}`, { refund_outcome: 'completed' });
      await arm('captures.refund', 'refuse', { issue: 'REFUND_NOT_ALLOWED' });
      expect((await doubt.ask()).status).toBe(answer);
      expect(await doubt.told()).toEqual([]);
      expect(await doubt.read()).toMatchObject({ status: 'captured', refunded_amount_cents: 0 });
      await world.control('POST', 'notices/release');
      await world.advance(600);
      await world.drain();
      expect(totalsOf(await doubt.told())).toEqual(outcome === 'pending' ? [400] : []);
    },
    SLOW_MS,
  );
});

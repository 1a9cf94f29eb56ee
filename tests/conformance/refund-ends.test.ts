import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  makeCapture,
  makeChannel,
  makeConnectedMerchant,
  recordedEvents,
  refund,
  type TestMerchant,
} from '../world/actors.ts';
import { startWorld, type World } from '../world/world.ts';
import { as, expectProblem, expectRefused } from './support.ts';

// Refunds that the provider does not decide at once, and what others return.

const ADDED = [
  'partial',
  'platform_fee_refund_cents',
  'refund_amount_cents',
  'refund_request_id',
  'total_platform_fee_refunded_cents',
  'total_refunded_cents',
  'wallet_refund_id',
];

let world: World;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
  await world.operator('PATCH', `merchants/${merchant.merchant_id}`, { platform_fee_percent: 10 });
});
afterEach(async () => {
  await world.control('DELETE', 'faults');
  await decides('completed');
  await world.control('POST', 'notices/release');
  await world.drain();
});
afterAll(() => world.close());

const decides = (refund_outcome: string) =>
  world.control('PATCH', `accounts/${merchant.account_id}`, { refund_outcome });
const read = async (id: string) => (await world.call('GET', `/api/transactions/${id}`, as(merchant))).body;
const told = async (id: string) =>
  (await recordedEvents(world, merchant.merchant_id))
    .filter(({ type, object }) => type === 'payment.refunded' && object['id'] === id)
    .map(({ object }) => object);
const addedTo = (object: Record<string, unknown>) =>
  Object.keys(object)
    .filter((key) => [...ADDED, 'reversal'].includes(key))
    .sort();

async function refundAtProvider(capture_id: string): Promise<string> {
  const { body } = await world.control('GET', 'snapshot');
  const found = body.records.find(
    (record: { kind: string; body: { capture_id?: string } }) =>
      record.kind === 'refund' && record.body.capture_id === capture_id,
  );
  return found.id;
}

async function pendingRefund(key?: string) {
  const taken = await makeCapture(world, merchant, { amount: '20.00' });
  await decides('pending');
  const asked = { amount: '5.00', ...(key === undefined ? {} : { key }) };
  expect((await refund(world, merchant, taken.capture_id, asked)).body).toEqual({ success: true });
  await world.drain();
  return { ...taken, refund_id: await refundAtProvider(taken.capture_id) };
}

describe('a refund that the provider holds back', () => {
  test('is accepted, holds its amount, and is not told of yet', async () => {
    const held = await pendingRefund();
    expect(await told(held.transaction_id)).toEqual([]);
    expect(await read(held.transaction_id)).toMatchObject({ status: 'captured', refunded_amount_cents: 0 });
    expectRefused(await refund(world, merchant, held.capture_id, { amount: '15.01' }), 409, undefined, {
      remaining_amount: '15.00',
      currency: 'USD',
    });
  });

  test.each(['notice', 'poll'])('is told of once when it is done, learned by %s', async (way) => {
    const held = await pendingRefund();
    if (way === 'poll') await world.control('POST', 'notices', { mode: 'hold' });
    await world.control('POST', `refunds/${held.refund_id}/settle`, { status: 'COMPLETED' });
    if (way === 'poll') await world.advance(3_600);
    await world.drain();
    const [event, ...more] = await told(held.transaction_id);
    expect(more).toEqual([]);
    expect(addedTo(event!)).toEqual(ADDED);
    expect(event).toMatchObject({
      partial: true,
      status: 'captured',
      refunded_at: null,
      refund_amount_cents: 500,
      total_refunded_cents: 500,
      platform_fee_refund_cents: 50,
      total_platform_fee_refunded_cents: 50,
      wallet_refund_id: held.refund_id,
    });
    await world.control('POST', 'notices/release');
    await world.drain();
    expect(await told(held.transaction_id)).toHaveLength(1);
  });

  test.each(['notice', 'poll'])('frees its amount when it fails, learned by %s', async (way) => {
    const held = await pendingRefund();
    if (way === 'poll') await world.control('POST', 'notices', { mode: 'hold' });
    await world.control('POST', `refunds/${held.refund_id}/settle`, { status: 'FAILED' });
    if (way === 'poll') await world.advance(3_600);
    await world.drain();
    expect(await told(held.transaction_id)).toEqual([]);
    expect(await read(held.transaction_id)).toMatchObject({
      status: 'captured',
      refunded_amount_cents: 0,
      refunded_platform_fee: 0,
    });
    await decides('completed');
    expect((await refund(world, merchant, held.capture_id)).status).toBe(200);
    expect(await read(held.transaction_id)).toMatchObject({ status: 'refunded', refunded_platform_fee: 2 });
  });
});

describe('a refund that was accepted and failed later', () => {
  test('stands in the detail of its transaction, and its key stays used', async () => {
    const key = crypto.randomUUID();
    const held = await pendingRefund(key);
    const shown = {
      refund_request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      amount_cents: 500,
      platform_fee_refund_cents: 50,
      origin: 'api',
      created_at: expect.any(String),
      completed_at: null,
    };
    const before = { ...shown, status: 'pending', failure_code: null };
    expect((await read(held.transaction_id)).refunds).toEqual([before]);
    await world.control('POST', `refunds/${held.refund_id}/settle`, { status: 'FAILED' });
    await world.drain();
    const after = { ...shown, status: 'failed', failure_code: 'failed' };
    const { refunds } = await read(held.transaction_id);
    expect(refunds).toEqual([after]);
    await decides('completed');
    const repeated = await refund(world, merchant, held.capture_id, { amount: '5.00', key });
    expect(repeated.status).toBe(409);
    expect(repeated.body).toMatchObject({
      detail: 'The provider accepted this refund, and it failed later',
      refund_request_id: refunds[0].refund_request_id,
      failure_code: 'failed',
    });
    expectProblem(await refund(world, merchant, held.capture_id, { amount: '4.00', key }), [
      'header',
      'Idempotency-Key',
    ]);
    expect(await told(held.transaction_id)).toEqual([]);
    const anew = { amount: '5.00', key: crypto.randomUUID() };
    expect((await refund(world, merchant, held.capture_id, anew)).status).toBe(200);
    const statuses = (await read(held.transaction_id)).refunds.map((one: { status: string }) => one.status);
    expect(statuses).toEqual(['failed', 'completed']);
  });

  test('is told apart from what the provider and a reversal returned', async () => {
    const taken = await makeCapture(world, merchant, { amount: '20.00' });
    expect((await refund(world, merchant, taken.capture_id, { amount: '5.00' })).status).toBe(200);
    await world.control('POST', `captures/${taken.capture_id}/refund`, { amount: '2.00' });
    await world.drain();
    await world.control('POST', `captures/${taken.capture_id}/reverse`, {});
    await world.drain();
    const { refunds } = await read(taken.transaction_id);
    expect(refunds).toMatchObject([
      { origin: 'api', refund_request_id: expect.any(String), amount_cents: 500, status: 'completed' },
      { origin: 'provider', refund_request_id: null, amount_cents: 200, platform_fee_refund_cents: null },
      { origin: 'reversal', refund_request_id: null, amount_cents: 1_300, status: 'completed' },
    ]);
    for (const one of refunds) expect(one.completed_at >= one.created_at).toBe(true);
  });
});

test('a refund that the provider fails at once is 409 and frees its amount and its key', async () => {
  const taken = await makeCapture(world, merchant, { amount: '20.00' });
  await decides('failed');
  const key = 'failed-at-once';
  expectRefused(await refund(world, merchant, taken.capture_id, { key }), 409, undefined, {
    failure_code: 'failed',
  });
  await decides('completed');
  expect((await refund(world, merchant, taken.capture_id, { key })).status).toBe(200);
  expect(await told(taken.transaction_id)).toHaveLength(1);
});

test('each refund carries the keys of whoever started it, and the totals of all', async () => {
  const taken = await makeCapture(world, merchant, { amount: '20.00' });
  expect((await refund(world, merchant, taken.capture_id, { amount: '5.00' })).status).toBe(200);
  await world.control('POST', `captures/${taken.capture_id}/refund`, { amount: '2.00' });
  await world.drain();
  await world.control('POST', `captures/${taken.capture_id}/reverse`, {});
  await world.drain();
  const events = await told(taken.transaction_id);
  expect(events.map(addedTo)).toEqual([
    ADDED,
    ['partial', 'refund_amount_cents', 'total_refunded_cents', 'wallet_refund_id'],
    ['reversal', 'total_platform_fee_refunded_cents', 'total_refunded_cents'],
  ]);
  expect(events.map((object) => object['total_refunded_cents'])).toEqual([500, 700, 2_000]);
  expect(events.at(-1)).toMatchObject({
    status: 'refunded',
    refunded_at: expect.any(String),
    total_platform_fee_refunded_cents: 50,
  });
});

test('a reversal of everything after a refund of ours failed unseen is recorded whole', async () => {
  const held = await pendingRefund();
  await world.control('POST', 'notices', { mode: 'shuffle' });
  await world.control('POST', `refunds/${held.refund_id}/settle`, { status: 'FAILED' });
  const reversed = await world.control('POST', `captures/${held.capture_id}/reverse`, { amount: '20.00' });
  expect(reversed.status).toBe(200);
  await world.control('POST', 'notices/release');
  for (const seconds of [60, 600, 7_200]) {
    await world.drain();
    await world.advance(seconds);
  }
  await world.drain();
  const events = await told(held.transaction_id);
  expect(events).toEqual([expect.objectContaining({ reversal: true, total_refunded_cents: 2_000 })]);
  expect(await read(held.transaction_id)).toMatchObject({ status: 'refunded', refunded_amount_cents: 2_000 });
});

import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  makeCapture,
  makeChannel,
  makeConnectedMerchant,
  makeOrder,
  recordedEvents,
  refund,
} from '../world/actors.ts';
import { startWorld, type World } from '../world/world.ts';
import { as, CAPTURED_KEYS, expectProblem, expectRefused, makeShop, type TestMerchant } from './support.ts';

const FEE_KEYS = ['platform_fee_refund_cents', 'total_platform_fee_refunded_cents'];
const API_KEYS = [
  ...CAPTURED_KEYS,
  'partial',
  'refund_amount_cents',
  'refund_request_id',
  'total_refunded_cents',
  'wallet_refund_id',
];

let world: World;
let merchant: TestMerchant;
let priced: TestMerchant;
beforeAll(async () => {
  world = await startWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
  priced = await makeConnectedMerchant(world, await makeChannel(world));
  const terms = { platform_fee_percent: 10, platform_fee_fixed_minor_units: 30 };
  await world.operator('PATCH', `merchants/${priced.merchant_id}`, terms);
});
afterAll(() => world.close());
afterEach(() => world.control('DELETE', 'faults', {}));

const transaction = async (id: string, by = merchant) =>
  (await world.call('GET', `/api/transactions/${id}`, as(by))).body;
// With a line for each of several values, which an ordinary client would join.
const statusOfLines = (path: string, lines: Record<string, string[]>) =>
  new Promise<number | undefined>((resolve, reject) => {
    const headers = {
      ...{ authorization: `Bearer ${merchant.key}`, 'x-merchant-id': merchant.merchant_id },
      ...{ 'content-type': 'application/json', ...lines },
    };
    const sent = request(`${world.base_url}${path}`, { method: 'POST', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on('error', reject).end('{}');
  });
const refunds = async (id: string, by = merchant) =>
  (await recordedEvents(world, by.merchant_id))
    .filter(({ type, object }) => type === 'payment.refunded' && object['id'] === id)
    .map(({ object }) => object);
const sorted = (object: Record<string, unknown>) => Object.keys(object).sort();

describe('through the API', () => {
  test('a partial refund leaves the transaction captured', async () => {
    const made = await makeCapture(world, merchant);
    const answer = await refund(world, merchant, made.capture_id, { amount: '5.00' });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true });
    const read = await transaction(made.transaction_id);
    expect(read).toMatchObject({ status: 'captured', refunded_amount_cents: 500 });
    expect(read.refunded_at ?? null).toBeNull();
    const [event] = await refunds(made.transaction_id);
    expect(sorted(event!)).toEqual([...API_KEYS].sort());
    expect(event).toMatchObject({
      status: 'captured',
      refunded_at: null,
      amount_cents: 2000,
      partial: true,
      refund_amount_cents: 500,
      total_refunded_cents: 500,
      wallet_refund_id: expect.any(String),
      refund_request_id: expect.any(String),
    });
  });

  test('refunds that reach the captured amount make it refunded', async () => {
    const made = await makeCapture(world, merchant);
    for (const amount of ['5.00', 7.5, null]) {
      expect((await refund(world, merchant, made.capture_id, { amount })).body).toEqual({ success: true });
    }
    const read = await transaction(made.transaction_id);
    expect(read).toMatchObject({
      status: 'refunded',
      refunded_amount_cents: 2000,
      refunded_at: expect.any(String),
    });
    const events = await refunds(made.transaction_id);
    expect(
      events.map((event) => [event['partial'], event['refund_amount_cents'], event['total_refunded_cents']]),
    ).toEqual([
      [true, 500, 500],
      [true, 750, 1250],
      [false, 750, 2000],
    ]);
    expect(events[2]).toMatchObject({ status: 'refunded', refunded_at: expect.any(String) });
    expect(new Set(events.map((event) => event['refund_request_id'])).size).toBe(3);
    expect(new Set(events.map((event) => event['wallet_refund_id'])).size).toBe(3);
  });

  test.each([
    ['an empty object', {}],
    ['null', { amount: null }],
    ['no body', undefined],
  ])('a full refund with %s', async (_case, body) => {
    const made = await makeCapture(world, merchant);
    const path = `/api/payments/captures/${made.capture_id}/refund`;
    const answer = await world.call('POST', path, { ...as(merchant), ...(body ? { body } : {}) });
    expect(answer.body).toEqual({ success: true });
    expect((await transaction(made.transaction_id)).status).toBe('refunded');
  });

  test('more than remains is 409 and changes nothing', async () => {
    const made = await makeCapture(world, merchant);
    expectRefused(await refund(world, merchant, made.capture_id, { amount: '20.01' }), 409, undefined, {
      remaining_amount: '20.00',
      currency: 'USD',
    });
    await refund(world, merchant, made.capture_id, { amount: '15.00' });
    expectRefused(await refund(world, merchant, made.capture_id, { amount: '5.01' }), 409, undefined, {
      remaining_amount: '5.00',
      currency: 'USD',
    });
    expect((await refund(world, merchant, made.capture_id, { amount: '5' })).status).toBe(200);
    expectRefused(await refund(world, merchant, made.capture_id, { amount: '0.01' }), 409);
    expectRefused(await refund(world, merchant, made.capture_id), 409);
    expect(await refunds(made.transaction_id)).toHaveLength(2);
  });

  test('parallel refunds never return more than was captured', async () => {
    const made = await makeCapture(world, merchant);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => refund(world, merchant, made.capture_id, { amount: '6.00' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
    expect((await transaction(made.transaction_id)).refunded_amount_cents).toBe(1800);
  });

  test.each([[0], [-1], ['0.00'], ['1.005'], ['1e1'], [''], ['ten'], [1_000_000], ['1000000'], [true], [[]]])(
    'the amount %j is refused',
    async (amount) => {
      const made = await makeCapture(world, merchant);
      const path = `/api/payments/captures/${made.capture_id}/refund`;
      const answer = await world.call('POST', path, { ...as(merchant), body: { amount } });
      expectProblem(answer, ['body', 'amount']);
      expect(await refunds(made.transaction_id)).toEqual([]);
    },
  );

  test('unknown properties are refused', async () => {
    const made = await makeCapture(world, merchant);
    const path = `/api/payments/captures/${made.capture_id}/refund`;
    const body = { amount: '1', reason: 'x' };
    expectProblem(
      await world.call('POST', path, { ...as(merchant), body }),
      ['body', 'reason'],
      'extra_forbidden',
    );
  });

  test('what was not captured, is foreign or absent is refused', async () => {
    const made = await makeCapture(world, merchant);
    const shop = await makeShop(world);
    const foreign = await refund(world, shop, made.capture_id);
    expectRefused(foreign, 404);
    expect((await refund(world, shop, '0'.repeat(17))).body).toEqual(foreign.body);
    const order = await makeOrder(world, merchant);
    expectRefused(await refund(world, merchant, order.order_id), 404);
    expectRefused(await refund(world, merchant, made.transaction_id), 404);
    const pending = await makeOrder(world, merchant, { approved: false });
    await world.control('POST', `orders/${pending.order_id}/approve`, { funding_source: 'pending' });
    const path = `/api/payments/orders/${pending.order_id}/capture`;
    const held = await world.call('POST', path, as(merchant));
    expectRefused(await refund(world, merchant, held.body.provider_capture_id), 409);
  });
});

describe('Idempotency-Key', () => {
  test('a repeated call returns the money once', async () => {
    const made = await makeCapture(world, merchant);
    const options = { amount: '4.00', key: crypto.randomUUID() };
    for (let n = 0; n < 3; n += 1) {
      const answer = await refund(world, merchant, made.capture_id, options);
      expect([answer.status, answer.body]).toEqual([200, { success: true }]);
      expect(answer.headers.get('idempotent-replayed')).toBe(n === 0 ? null : 'true');
    }
    expect((await transaction(made.transaction_id)).refunded_amount_cents).toBe(400);
    expect(await refunds(made.transaction_id)).toHaveLength(1);
  });

  test('in parallel too', async () => {
    const made = await makeCapture(world, merchant);
    const options = { amount: '4.00', key: crypto.randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => refund(world, merchant, made.capture_id, options)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(await refunds(made.transaction_id)).toHaveLength(1);
  });

  test('another amount or another capture under the same key names the header', async () => {
    const [made, other] = [await makeCapture(world, merchant), await makeCapture(world, merchant)];
    const key = crypto.randomUUID();
    await refund(world, merchant, made.capture_id, { amount: '4.00', key });
    const loc = ['header', 'Idempotency-Key'];
    expectProblem(await refund(world, merchant, made.capture_id, { amount: '5.00', key }), loc);
    expectProblem(await refund(world, merchant, other.capture_id, { amount: '4.00', key }), loc);
    expect((await refund(world, merchant, made.capture_id, { amount: 4, key })).status).toBe(200);
  });

  test('is kept for ever, also after the capture is refunded', async () => {
    const made = await makeCapture(world, merchant);
    const options = { key: crypto.randomUUID() };
    await refund(world, merchant, made.capture_id, options);
    await world.advance(100 * 24 * 3600);
    expect((await refund(world, merchant, made.capture_id, options)).body).toEqual({ success: true });
    expect(await refunds(made.transaction_id)).toHaveLength(1);
  });

  test('a refused call does not use the key up', async () => {
    const made = await makeCapture(world, merchant);
    const key = crypto.randomUUID();
    expectRefused(await refund(world, merchant, made.capture_id, { amount: '99', key }), 409, undefined, {
      remaining_amount: '20.00',
      currency: 'USD',
    });
    expect((await refund(world, merchant, made.capture_id, { amount: '1', key })).status).toBe(200);
  });

  test.each(['the same', 'another'])('beside %s is refused, and nothing goes back', async (which) => {
    const made = await makeCapture(world, merchant);
    const key = crypto.randomUUID();
    const keys = [key, which === 'another' ? crypto.randomUUID() : key];
    const path = `/api/payments/captures/${made.capture_id}/refund`;
    expect(await statusOfLines(path, { 'idempotency-key': keys })).toBe(422);
    expect(await statusOfLines(path, { 'idempotency-key': [key] })).toBe(200);
    expect(await refunds(made.transaction_id)).toHaveLength(1);
  });

  test('has at most 128 characters', async () => {
    const made = await makeCapture(world, merchant);
    const answer = await refund(world, merchant, made.capture_id, { key: 'k'.repeat(129) });
    expectProblem(answer, ['header', 'Idempotency-Key'], 'string_too_long');
  });
});

describe('when the provider fails', () => {
  const fault = (mode: string) =>
    world.control('POST', 'faults', {
      operation: 'captures.refund',
      mode,
      times: 50,
      ...(mode === 'error' ? { status: 503 } : {}),
    });

  test('503, and the same key later succeeds once', async () => {
    const made = await makeCapture(world, merchant);
    const options = { amount: '3.00', key: crypto.randomUUID() };
    await fault('error');
    expectRefused(await refund(world, merchant, made.capture_id, options), 503);
    expect(await refunds(made.transaction_id)).toEqual([]);
    await world.control('DELETE', 'faults', {});
    expect((await refund(world, merchant, made.capture_id, options)).status).toBe(200);
    await world.advance(600);
    await world.drain();
    expect(await refunds(made.transaction_id)).toHaveLength(1);
    expect((await transaction(made.transaction_id)).refunded_amount_cents).toBe(300);
  });

  test('an answer that was lost: 503, settled by the sweep, told of once', async () => {
    const made = await makeCapture(world, merchant);
    const options = { amount: '3.00', key: crypto.randomUUID() };
    await fault('reset_after_commit');
    expectRefused(await refund(world, merchant, made.capture_id, options), 503);
    await world.control('DELETE', 'faults', {});
    await world.advance(600);
    await world.drain();
    expect((await refund(world, merchant, made.capture_id, options)).status).toBe(200);
    expect(await refunds(made.transaction_id)).toHaveLength(1);
    expect((await transaction(made.transaction_id)).refunded_amount_cents).toBe(300);
  });

  test('a refund that the provider refuses is 409 and leaves the money refundable', async () => {
    const made = await makeCapture(world, merchant);
    await world.control('POST', 'faults', {
      operation: 'captures.refund',
      mode: 'refuse',
      status: 422,
      times: 1,
    });
    expectRefused(await refund(world, merchant, made.capture_id), 409, undefined, {
      failure_code: expect.any(String),
    });
    expect((await refund(world, merchant, made.capture_id)).status).toBe(200);
  });
});

describe('the fee', () => {
  test('is returned in proportion, the last partial refund returns exactly what is left', async () => {
    const made = await makeCapture(world, priced, { amount: '10.01' });
    expect(made.captured.body.platform_fee).toBe(1.3);
    for (const amount of ['3.33', '3.33', '3.35']) {
      expect((await refund(world, priced, made.capture_id, { amount })).status).toBe(200);
    }
    const events = await refunds(made.transaction_id, priced);
    for (const event of events) expect(sorted(event)).toEqual([...API_KEYS, ...FEE_KEYS].sort());
    const returned = events.map((event) => Number(event['platform_fee_refund_cents']));
    expect(returned).toEqual([43, 43, 44]);
    expect(events.map((event) => event['total_platform_fee_refunded_cents'])).toEqual([43, 86, 130]);
    expect(await transaction(made.transaction_id, priced)).toMatchObject({
      refunded_platform_fee: 1.3,
      platform_fee: 1.3,
    });
  });
});

describe('at the provider', () => {
  test('a refund there carries no request id and no fee return, and is told of once', async () => {
    const made = await makeCapture(world, priced);
    await world.control('POST', 'notices', { mode: 'duplicate' });
    await world.control('POST', `captures/${made.capture_id}/refund`, { amount: '5.00' });
    await world.drain();
    await world.control('POST', 'notices/release', {});
    await world.drain();
    const events = await refunds(made.transaction_id, priced);
    expect(events).toHaveLength(1);
    expect(sorted(events[0]!)).toEqual(
      [...CAPTURED_KEYS, 'partial', 'refund_amount_cents', 'total_refunded_cents', 'wallet_refund_id'].sort(),
    );
    expect(events[0]).toMatchObject({
      status: 'captured',
      partial: true,
      refund_amount_cents: 500,
      total_refunded_cents: 500,
    });
    expect((await transaction(made.transaction_id, priced)).refunded_amount_cents).toBe(500);
  });

  test('a refund through the API is not told of again when the provider’s notice comes', async () => {
    const made = await makeCapture(world, merchant);
    await refund(world, merchant, made.capture_id, { amount: '5.00' });
    await world.drain();
    expect(await refunds(made.transaction_id)).toHaveLength(1);
  });

  test('a reversal carries the totals and the flag only', async () => {
    const made = await makeCapture(world, merchant);
    await world.control('POST', `captures/${made.capture_id}/reverse`, {});
    await world.drain();
    const [event, ...more] = await refunds(made.transaction_id);
    expect(more).toEqual([]);
    const extra = sorted(event!).filter((key) => !CAPTURED_KEYS.includes(key));
    expect(extra).toEqual(['reversal', 'total_refunded_cents']);
    expect(event).toMatchObject({ reversal: true, total_refunded_cents: 2000, status: 'refunded' });
    expect(await transaction(made.transaction_id)).toMatchObject({
      status: 'refunded',
      refunded_amount_cents: 2000,
    });
  });

  test('no more can be refunded through the API than remains there', async () => {
    const made = await makeCapture(world, merchant);
    await world.control('POST', `captures/${made.capture_id}/refund`, { amount: '15.00' });
    await world.drain();
    expectRefused(await refund(world, merchant, made.capture_id, { amount: '5.01' }), 409, undefined, {
      remaining_amount: '5.00',
      currency: 'USD',
    });
    expect((await refund(world, merchant, made.capture_id)).status).toBe(200);
    expect(await transaction(made.transaction_id)).toMatchObject({
      status: 'refunded',
      refunded_amount_cents: 2000,
    });
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  capture,
  charge,
  makeCapture,
  makeChannel,
  makeConnectedMerchant,
  makeInstrument,
  makeOrder,
  makeSession,
  recordedEvents,
  refund,
  type TestMerchant,
} from '../world/actors.ts';
import { startWorld, type World } from '../world/world.ts';
import { expectProblem, expectRefused, ISO_UTC, NOBODY } from './support.ts';

const DAY = 86_400;

let world: World;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
});
afterEach(async () => {
  await world.control('DELETE', 'faults');
  await world.control('POST', 'notices/release');
  await world.drain();
});
afterAll(() => world.close());

interface Item {
  id: string;
  kind: string;
  transaction_id: string;
}

const arm = (operation: string, mode: string, times = 1) =>
  world.control('POST', 'faults', { operation, mode, times });
const list = async () => (await world.operator('GET', 'unsettled')).body;
const itemOf = async (transaction_id: string) =>
  (await list()).items.find((item: Item) => item.transaction_id === transaction_id);
const typesOf = async (transaction_id: string) =>
  (await recordedEvents(world, merchant.merchant_id))
    .filter(({ object }) => object['id'] === transaction_id)
    .map(({ type }) => type);

async function captureInDoubt(mode: string) {
  await world.control('POST', 'notices', { mode: 'hold' });
  const order = await makeOrder(world, merchant);
  await arm('orders.capture', mode);
  expectRefused(await capture(world, merchant, order.order_id), 503);
  return order;
}

async function savingInDoubt() {
  await world.control('POST', 'notices', { mode: 'hold' });
  const customer_ref = `customer-${randomUUID()}`;
  const session = await makeSession(world, merchant, { amount: 0, metadata: { customer_ref } });
  const path = `/api/checkout-sessions/${session.body.id}/orders`;
  const { order_id } = (await world.call('POST', path, { body: {} })).body;
  await world.control('POST', `orders/${order_id}/approve`, {});
  await arm('vault.setup', 'error_after_commit');
  expectRefused(await world.call('POST', `${path}/${order_id}/capture`, { body: {} }), 503);
  return { customer_ref, session_id: session.body.id as string };
}

describe('the list of what is not settled', () => {
  test('is empty when everything is, and pages like every list', async () => {
    expect(await list()).toEqual({ items: [], total: 0, limit: 50, offset: 0 });
    expectProblem(await world.operator('GET', 'unsettled?limit=0'), ['query', 'limit']);
  });

  test('shows a capture and a refund in doubt, the oldest first, with why and when', async () => {
    const order = await captureInDoubt('error_after_commit');
    const taken = await makeCapture(world, merchant, { amount: '50.00' });
    await arm('captures.refund', 'error_after_commit');
    expectRefused(await refund(world, merchant, taken.capture_id, { amount: '12.50' }), 503);
    const { items, total } = await list();
    expect(total).toBe(2);
    const common = {
      id: expect.any(String),
      state: 'unknown',
      merchant_id: merchant.merchant_id,
      channel_id: merchant.channel_id,
      currency: 'USD',
      since: expect.stringMatching(ISO_UTC),
      checks: expect.any(Number),
      next_check_at: expect.stringMatching(ISO_UTC),
      last_problem: expect.stringContaining('500'),
      needs_person: false,
    };
    expect(items).toEqual([
      { ...common, kind: 'capture', transaction_id: order.transaction_id, amount_cents: 2_000 },
      { ...common, kind: 'refund', transaction_id: taken.transaction_id, amount_cents: 1_250 },
    ]);
    const [page] = (await world.operator('GET', 'unsettled?limit=1&offset=1')).body.items;
    expect(page).toEqual(items[1]);
  });

  test('loses what is settled', async () => {
    await world.advance(60);
    await world.drain();
    expect((await list()).total).toBe(0);
  });
});

describe('asking about one of them now', () => {
  test.each(['capture', 'refund'])('settles a %s before its time', async (kind) => {
    const order = await captureInDoubt('error_after_commit');
    let { transaction_id } = order;
    if (kind === 'refund') {
      await world.operator('POST', `unsettled/${(await itemOf(transaction_id)).id}/check`);
      const taken = await makeCapture(world, merchant);
      transaction_id = taken.transaction_id;
      await arm('captures.refund', 'reset_after_commit');
      expectRefused(await refund(world, merchant, taken.capture_id), 503);
    }
    const { id } = await itemOf(transaction_id);
    const checked = await world.operator('POST', `unsettled/${id}/check`);
    expect(checked.body).toEqual({ id, settled: true });
    expect(await itemOf(transaction_id)).toBeUndefined();
    const told = kind === 'refund' ? 'payment.refunded' : 'payment.captured';
    expect((await typesOf(transaction_id)).filter((type) => type === told)).toHaveLength(1);
    expectRefused(await world.operator('POST', `unsettled/${id}/check`), 404);
    const [entry] = (await world.operator('GET', 'audit?limit=1')).body.items;
    expect(entry).toMatchObject({ action: 'unsettled.checked', subject: id });
  });

  test('settles a charge before its time, and its key then answers the transaction', async () => {
    const { customer_ref } = await makeInstrument(world, merchant);
    await world.drain();
    await world.control('POST', 'notices', { mode: 'hold' });
    await arm('orders.create', 'error_after_commit');
    const asked = { customer_ref, key: 'a-charge-in-doubt' };
    expectRefused(await charge(world, merchant, asked), 503);
    const { items, total } = await list();
    expect(total).toBe(1);
    const [{ id, ...item }] = items;
    const last_problem = expect.stringContaining('500');
    expect(item).toMatchObject({ kind: 'charge', state: 'unknown', amount_cents: 1_200, last_problem });
    const checked = await world.operator('POST', `unsettled/${id}/check`);
    expect(checked.body).toEqual({ id, settled: true });
    expect((await list()).total).toBe(0);
    expect((await charge(world, merchant, asked)).body).toEqual({ transaction_id: item.transaction_id });
    expect(await typesOf(item.transaction_id)).toEqual(
      expect.arrayContaining(['payment.created', 'payment.approved', 'payment.captured']),
    );
  });

  test('settles a saving before its time, which no transaction has', async () => {
    const { customer_ref, session_id } = await savingInDoubt();
    const { items, total } = await list();
    expect(total).toBe(1);
    const [{ id, ...item }] = items;
    expect(item).toEqual({
      kind: 'saving',
      state: 'unknown',
      transaction_id: null,
      merchant_id: merchant.merchant_id,
      channel_id: merchant.channel_id,
      amount_cents: 0,
      currency: 'USD',
      since: expect.stringMatching(ISO_UTC),
      checks: 0,
      next_check_at: expect.stringMatching(ISO_UTC),
      last_problem: 'status 500',
      needs_person: false,
    });
    expect((await world.operator('POST', `unsettled/${id}/check`)).body).toEqual({ id, settled: true });
    expect((await list()).total).toBe(0);
    expect((await world.call('GET', `/api/checkout-sessions/${session_id}`)).body.status).toBe('completed');
    expect((await charge(world, merchant, { customer_ref })).status).toBe(200);
    expectRefused(await world.operator('POST', `unsettled/${id}/check`), 404);
  });

  test('waits for a provider that takes its time', async () => {
    const order = await captureInDoubt('error_after_commit');
    const { id } = await itemOf(order.transaction_id);
    await world.control('POST', 'faults', { operation: 'orders.read', mode: 'delay', delay_ms: 4_000 });
    const checked = await world.operator('POST', `unsettled/${id}/check`);
    expect(checked.body).toEqual({ id, settled: true });
    expect(await itemOf(order.transaction_id)).toBeUndefined();
  });

  test('does not settle what the provider does not tell', async () => {
    const order = await captureInDoubt('error_after_commit');
    const { id } = await itemOf(order.transaction_id);
    await arm('orders.read', 'error', 1);
    expect((await world.operator('POST', `unsettled/${id}/check`)).body).toEqual({ id, settled: false });
    expect(await typesOf(order.transaction_id)).toEqual(['payment.created']);
  });

  test('404 for what nobody knows, and an id of another form names the path', async () => {
    expectRefused(await world.operator('POST', `unsettled/${NOBODY}/check`), 404);
    expectProblem(await world.operator('POST', 'unsettled/x/check'), ['path', 'unsettled_id']);
  });
});

describe('time', () => {
  test('what the provider holds back is asked about at growing distances until it is let go', async () => {
    await world.control('POST', 'notices', { mode: 'hold' });
    const order = await makeOrder(world, merchant, { approved: false });
    await world.control('POST', `orders/${order.order_id}/approve`, { funding_source: 'pending' });
    expect((await capture(world, merchant, order.order_id)).body.status).toBe('pending');
    const waits = [];
    for (let item = await itemOf(order.transaction_id); item; item = await itemOf(order.transaction_id)) {
      // From when it was asked for; it is looked at again so long after its answer, which a slow machine gives later.
      waits.push(Math.round((Date.parse(item.next_check_at) - Date.parse(item.since)) / 10_000) * 10);
      await world.advance(Math.ceil((Date.parse(item.next_check_at) - world.clock.now().getTime()) / 1000));
      await world.drain();
    }
    expect(waits.slice(0, 3)).toEqual([60, 120, 600]);
    // The sandbox lets it go after five minutes; who asks in the moment in which the clock moves may come before it does.
    expect([[], [3_600]]).toContainEqual(waits.slice(3));
    expect(await typesOf(order.transaction_id)).toContain('payment.captured');
  });

  test('never settles anything by itself: after a week a person is called, and nothing failed', async () => {
    const order = await captureInDoubt('error_after_commit');
    await arm('orders.read', 'error', 1_000);
    for (const seconds of [10, 7_200, 2 * DAY, 3 * DAY, 3 * DAY]) {
      await world.advance(seconds);
      await world.drain();
    }
    const { checks } = await itemOf(order.transaction_id);
    expect(await itemOf(order.transaction_id)).toMatchObject({
      state: 'unknown',
      needs_person: true,
      last_problem: 'the provider did not answer when it was asked',
    });
    expect(await typesOf(order.transaction_id)).toEqual(['payment.created']);
    await world.advance(DAY);
    await world.drain();
    expect((await itemOf(order.transaction_id)).checks).toBe(checks + 1);
    await world.control('DELETE', 'faults');
    const { id } = await itemOf(order.transaction_id);
    expect((await world.operator('POST', `unsettled/${id}/check`)).body.settled).toBe(true);
    expect(await typesOf(order.transaction_id)).toContain('payment.captured');
  });

  test('calls a person for a saving after a week, too', async () => {
    const { session_id } = await savingInDoubt();
    await arm('vault.setup', 'error', 1_000);
    await world.advance(8 * DAY);
    await world.drain();
    const [item] = (await list()).items;
    expect(item).toMatchObject({ kind: 'saving', state: 'unknown', needs_person: true });
    await world.control('DELETE', 'faults');
    expect((await world.operator('POST', `unsettled/${item.id}/check`)).body.settled).toBe(true);
    expect((await world.call('GET', `/api/checkout-sessions/${session_id}`)).body.status).toBe('completed');
  });
});

describe('the settings at the provider', () => {
  test('are checked one by one, each with a sentence', async () => {
    const { status, body } = await world.operator('GET', 'provider');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      provider: 'ppcp',
      environment: 'test',
      api_base: world.sandbox_url,
      ok: true,
    });
    expect(body.checks.map(({ name, status: result }: Record<string, string>) => [name, result])).toEqual(
      ['settings', 'token', 'partner', 'webhook', 'events'].map((name) => [name, 'ok']),
    );
    for (const { detail } of body.checks) expect(detail).toMatch(/^[A-Z].*\.$/);
  });

  test('a token that is refused fails the check and leaves the rest untried', async () => {
    await arm('oauth.token', 'refuse');
    const { body } = await world.operator('GET', 'provider');
    expect(body.ok).toBe(false);
    expect(body.checks.map(({ status }: { status: string }) => status)).toEqual([
      'ok',
      'failed',
      'skipped',
      'skipped',
      'skipped',
    ]);
  });
});

describe('saying that nothing came of one of them', () => {
  const NOTE = { outcome: 'not_done', note: 'The wallet’s support: no such refund.' };
  const say = (id: string, body: object = NOTE) => world.operator('POST', `unsettled/${id}/settle`, body);

  test('is for what needs a person, and gives the reservation of a refund back', async () => {
    const taken = await makeCapture(world, merchant, { amount: '50.00' });
    await arm('captures.refund', 'error', 100);
    expectRefused(await refund(world, merchant, taken.capture_id, { amount: '50.00' }), 503);
    const { id } = await itemOf(taken.transaction_id);
    expectRefused(await say(id), 409, 'It needs no person yet: the provider is still asked about it');
    await world.advance(8 * DAY);
    await world.drain();
    expect(await itemOf(taken.transaction_id)).toMatchObject({ id, needs_person: true });
    const said = await say(id);
    expect({ status: said.status, body: said.body }).toEqual({ status: 200, body: { id, settled: true } });
    expect(await itemOf(taken.transaction_id)).toBeUndefined();
    await world.control('DELETE', 'faults');
    expect((await refund(world, merchant, taken.capture_id, { amount: '50.00' })).status).toBe(200);
    const { items } = (await world.operator('GET', 'audit')).body;
    expect(items.find(({ subject }: { subject: string }) => subject === id)).toMatchObject({
      ...{ action: 'unsettled.settled', detail: { kind: 'refund', ...NOTE } },
    });
  });

  test('takes an outcome and a note, and is not for what can always be read', async () => {
    const order = await captureInDoubt('error');
    const { id } = await itemOf(order.transaction_id);
    const told = 'No word ends this: the provider tells what became of it, or an operation of its own does';
    expectRefused(await say(id), 409, told);
    expectProblem(await say(id, { outcome: 'done', note: 'x' }), ['body', 'outcome']);
    expectProblem(await say(id, { outcome: 'not_done' }), ['body', 'note']);
    expect((await say(NOBODY)).status).toBe(404);
  });
});

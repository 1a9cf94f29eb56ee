import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  capture,
  makeCapture,
  makeChannel,
  makeConnectedMerchant,
  makeMerchantKey,
  makeOrder,
  makeReceiver,
  type TestMerchant,
} from '../world/actors.ts';
import {
  takeAction,
  dispute,
  disputeEvents,
  disputePath,
  idOf,
  makeDispute,
  otherSide,
  readDispute,
  type TestDispute,
  untilListed,
} from '../world/disputes.ts';
import { startWorld, type World } from '../world/world.ts';
import { as, expectProblem, expectRefused, ISO_UTC, NOBODY, UUID_V7 } from './support.ts';

const EVENT = [
  'amount',
  'checkout_session_id',
  'currency',
  'event_type',
  'external_order_id',
  'id',
  'merchant_id',
  'outcome',
  'provider',
  'provider_dispute_id',
  'provider_transaction_id',
  'reason',
  'response_deadline',
  'status',
  'transaction_id',
];
const SUMMARY = [...EVENT, 'created_at', 'updated_at'].sort();
const DETAIL = [...SUMMARY, 'available_actions', 'notes', 'provider_payload'].sort();
const DEADLINE = [
  'checkout_session_id',
  'dispute_id',
  'external_order_id',
  'merchant_id',
  'reason',
  'response_deadline',
  'status',
];
const APPROACHING = 'dispute.evidence_deadline_approaching';
const HOUR = 3_600;
const DAY = 24 * HOUR;

let world: World;
let merchant: TestMerchant;
let other: TestMerchant;
beforeAll(async () => {
  world = await startWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
  other = await makeConnectedMerchant(world, await makeChannel(world));
});
afterEach(async () => {
  await world.control('DELETE', 'faults');
  await world.control('POST', 'notices/release');
  await world.drain();
});
afterAll(() => world.close());

const list = async (query = '') =>
  (await world.call('GET', `/api/merchants/disputes${query}`, as(merchant))).body as Record<
    string,
    unknown
  >[];
const typesOf = async (disputed: TestDispute) =>
  (await disputeEvents(world, merchant, disputed)).map(({ type }) => type);

describe('a dispute', () => {
  test('is told of, listed and read as soon as its notice came', async () => {
    const { deliveries } = await makeReceiver(world, merchant, ['dispute.created']);
    const made = await makeDispute(world, merchant, { amount: '12.50', due_in_hours: 240 });
    const events = await disputeEvents(world, merchant, made);
    expect(events.map(({ type }) => type)).toEqual(['dispute.created']);
    const { object } = events[0]!;
    expect(Object.keys(object).sort()).toEqual(EVENT);
    expect(object).toEqual({
      id: expect.stringMatching(UUID_V7),
      event_type: 'dispute.created',
      merchant_id: merchant.merchant_id,
      transaction_id: made.transaction_id,
      provider: 'ppcp',
      provider_dispute_id: made.provider_id,
      provider_transaction_id: made.capture_id,
      status: 'WAITING_FOR_SELLER_RESPONSE',
      reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
      amount: 12.5,
      currency: 'USD',
      response_deadline: expect.stringMatching(ISO_UTC),
      outcome: null,
      checkout_session_id: made.session_id,
      external_order_id: 'order-7',
    });
    const delivered = (await deliveries()).filter(({ event_type }) => event_type === 'dispute.created');
    expect(delivered.map(({ signature_valid }) => signature_valid)).toEqual([true]);
    const [listed] = await list('?limit=1');
    expect(Object.keys(listed!).sort()).toEqual(SUMMARY);
    expect(listed).toMatchObject(object);
    const detail = await readDispute(world, merchant, made.id);
    expect(Object.keys(detail).sort()).toEqual(DETAIL);
    expect(detail).toMatchObject({
      ...listed,
      available_actions: ['accept-claim', 'escalate', 'make-offer', 'send-message'],
      notes: [],
    });
  });

  test('shows what the provider says of it, and not who the buyer is', async () => {
    const { id, capture_id } = await makeDispute(world, merchant);
    const { provider_payload } = await readDispute(world, merchant, id);
    expect(provider_payload).toMatchObject({
      dispute_life_cycle_stage: 'INQUIRY',
      dispute_amount: { currency_code: 'USD', value: '20.00' },
      disputed_transactions: [{ seller_transaction_id: capture_id, gross_amount: { value: '20.00' } }],
      messages: [{ posted_by: 'BUYER', content: 'I want this looked into.' }],
    });
    expect(JSON.stringify(provider_payload)).not.toMatch(
      /@|"buyer"|"seller"|"links"|"href"|buyer_transaction_id/,
    );
  });

  test('that moves at the provider has an event for each move, with where it stands', async () => {
    const made = await makeDispute(world, merchant);
    await otherSide(world, made.provider_id, 'message', { message: 'Where is it?' });
    await world.drain();
    await otherSide(world, made.provider_id, 'escalate');
    await world.drain();
    await otherSide(world, made.provider_id, 'resolve', { outcome: 'RESOLVED_BUYER_FAVOUR' });
    await world.drain();
    const events = await disputeEvents(world, merchant, made);
    expect(events.map(({ type }) => type)).toEqual([
      'dispute.created',
      'dispute.updated',
      'dispute.updated',
      'dispute.resolved',
    ]);
    expect(events.map(({ object }) => Object.keys(object).sort())).toEqual(events.map(() => EVENT));
    expect(events.at(-1)!.object).toMatchObject({
      event_type: 'dispute.resolved',
      status: 'RESOLVED',
      outcome: 'RESOLVED_BUYER_FAVOUR',
      response_deadline: null,
    });
    expect(await readDispute(world, merchant, made.id)).toMatchObject({
      event_type: 'dispute.resolved',
      outcome: 'RESOLVED_BUYER_FAVOUR',
      available_actions: ['appeal'],
    });
    expect(
      (await world.call('GET', `/api/transactions/${made.transaction_id}`, as(merchant))).body,
    ).toMatchObject({
      status: 'refunded',
    });
  });

  test.each(['RESOLVED_SELLER_FAVOUR', 'CANCELED_BY_BUYER'])(
    'that ends as %s leaves the money',
    async (outcome) => {
      const made = await makeDispute(world, merchant);
      await otherSide(world, made.provider_id, 'resolve', { outcome });
      await world.drain();
      expect(await typesOf(made)).toEqual(['dispute.created', 'dispute.resolved']);
      expect(await readDispute(world, merchant, made.id)).toMatchObject({ outcome, available_actions: [] });
      const { body } = await world.call('GET', `/api/transactions/${made.transaction_id}`, as(merchant));
      expect(body).toMatchObject({ status: 'captured', refunded_amount_cents: 0 });
    },
  );

  test('whose notices are shuffled has one event for each state that was seen', async () => {
    await world.control('POST', 'notices', { mode: 'shuffle' });
    const { capture_id } = await makeCapture(world, merchant);
    const provider_id = await dispute(world, capture_id);
    await otherSide(world, provider_id, 'escalate');
    await world.control('POST', 'notices/release');
    await world.drain();
    const id = await idOf(world, merchant, provider_id);
    const made = { id, provider_id } as TestDispute;
    expect(await typesOf(made)).toEqual(['dispute.created']);
    expect(await readDispute(world, merchant, id)).toMatchObject({
      provider_payload: { dispute_life_cycle_stage: 'CHARGEBACK' },
    });
  });

  test('that nobody told of is found in the provider’s own list', async () => {
    const { capture_id } = await makeCapture(world, merchant);
    await world.drain();
    await world.control('POST', 'notices', { mode: 'hold' });
    const provider_id = await dispute(world, capture_id);
    await otherSide(world, provider_id, 'resolve', { outcome: 'CANCELED_BY_BUYER' });
    await untilListed(world);
    const found = (await list('?limit=100')).find((one) => one['provider_dispute_id'] === provider_id)!;
    const made = { id: String(found['id']), provider_id } as TestDispute;
    // Both ends of its life are told, once.
    expect(await typesOf(made)).toEqual(['dispute.created', 'dispute.resolved']);
    await untilListed(world);
    await world.control('POST', 'notices/release');
    await world.drain();
    expect(await typesOf(made)).toEqual(['dispute.created', 'dispute.resolved']);
  });

  test('of a payment that is recorded later finds it then', async () => {
    await world.control('POST', 'notices', { mode: 'hold' });
    const order = await makeOrder(world, merchant, { session: { external_order_id: 'order-8' } });
    await world.control('POST', 'faults', {
      operation: 'orders.capture',
      mode: 'error_after_commit',
      times: 1,
    });
    await capture(world, merchant, order.order_id);
    const { body } = await world.control('GET', 'snapshot');
    const taken = body.records.find(
      (record: { kind: string; body: { order_id?: string } }) =>
        record.kind === 'capture' && record.body.order_id === order.order_id,
    );
    const provider_id = await dispute(world, taken.id);
    await world.control('POST', 'faults', { operation: 'orders.read', mode: 'error', times: 3 });
    await world.control('POST', 'notices/release');
    await world.drain();
    const [unmatched] = await list('?limit=1');
    expect(unmatched).toMatchObject({
      provider_dispute_id: provider_id,
      provider_transaction_id: taken.id,
      transaction_id: null,
      checkout_session_id: null,
      external_order_id: null,
    });
    await world.control('DELETE', 'faults');
    for (let nth = 0; nth < 4; nth += 1) {
      await world.advance(60);
      await world.drain();
    }
    const made = { id: String(unmatched!['id']), provider_id } as TestDispute;
    expect(
      (await disputeEvents(world, merchant, made)).map(({ type, object }) => [
        type,
        object['transaction_id'],
      ]),
    ).toEqual([
      ['dispute.created', null],
      ['dispute.updated', order.transaction_id],
    ]);
    expect(await readDispute(world, merchant, made.id)).toMatchObject({
      checkout_session_id: order.session_id,
      external_order_id: 'order-8',
    });
  });
});

describe('the deadline', () => {
  const told = async (made: TestDispute) =>
    (await disputeEvents(world, merchant, made)).filter(({ type }) => type === APPROACHING);

  test('is told of once, 72 hours before it is over', async () => {
    const made = await makeDispute(world, merchant, { due_in_hours: 100 });
    await world.advance(27 * HOUR);
    await world.drain();
    expect(await told(made)).toEqual([]);
    await world.advance(1.5 * HOUR);
    await world.drain();
    const { response_deadline } = await readDispute(world, merchant, made.id);
    const events = await told(made);
    expect(events).toHaveLength(1);
    expect(Object.keys(events[0]!.object).sort()).toEqual(DEADLINE);
    expect(events[0]!.object).toEqual({
      dispute_id: made.provider_id,
      merchant_id: merchant.merchant_id,
      status: 'WAITING_FOR_SELLER_RESPONSE',
      reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
      response_deadline,
      checkout_session_id: made.session_id,
      external_order_id: 'order-7',
    });
    await world.advance(20 * HOUR);
    await world.drain();
    expect(await told(made)).toHaveLength(1);
  });

  test('that is moved is another one', async () => {
    const made = await makeDispute(world, merchant, { due_in_hours: 48 });
    await world.drain();
    expect(await told(made)).toHaveLength(1);
    await world.advance(HOUR);
    await otherSide(world, made.provider_id, 'escalate');
    await world.drain();
    await world.drain();
    const deadlines = (await told(made)).map(({ object }) => object['response_deadline']);
    expect(new Set(deadlines).size).toBe(2);
    expect(deadlines).toHaveLength(2);
  });

  test('is not told of once the dispute was answered or has ended', async () => {
    const answered = await makeDispute(world, merchant, { due_in_hours: 100 });
    const ended = await makeDispute(world, merchant, { due_in_hours: 100 });
    const offer = { note: 'Half?', offer_type: 'REFUND', offer_amount: '10.00' };
    expect(
      (await takeAction(world, merchant, { id: answered.id, action: 'make-offer', body: offer })).status,
    ).toBe(200);
    await otherSide(world, ended.provider_id, 'resolve', { outcome: 'CANCELED_BY_BUYER' });
    await world.drain();
    await world.advance(2 * DAY);
    await world.drain();
    expect([await told(answered), await told(ended)]).toEqual([[], []]);
  });
});

describe('the list', () => {
  test('is an array, newest first, by limit and offset', async () => {
    const all = await list('?limit=100');
    expect(all.length).toBeGreaterThan(3);
    const opened = all.map((one) => String(one['created_at']));
    expect(opened).toEqual(opened.toSorted().toReversed());
    expect(await list('?limit=2&offset=1')).toEqual(all.slice(1, 3));
    expect(await list()).toEqual(all.slice(0, 20));
    expectProblem(await world.call('GET', '/api/merchants/disputes?limit=101', as(merchant)), [
      'query',
      'limit',
    ]);
    expectProblem(await world.call('GET', '/api/merchants/disputes?limit=0', as(merchant)), [
      'query',
      'limit',
    ]);
    expectProblem(await world.call('GET', '/api/merchants/disputes?offset=-1', as(merchant)), [
      'query',
      'offset',
    ]);
  });

  test('holds the disputes of one merchant alone', async () => {
    const { id } = await makeDispute(world, merchant);
    expect((await world.call('GET', '/api/merchants/disputes', as(other))).body).toEqual([]);
    expectRefused(await world.call('GET', disputePath(id), as(other)), 404, 'Dispute not found');
    expectRefused(await world.call('GET', disputePath(NOBODY), as(merchant)), 404, 'Dispute not found');
    expectProblem(await world.call('GET', disputePath('x'), as(merchant)), ['path', 'dispute_id']);
    const body = { message: 'Hello' };
    expectRefused(
      await takeAction(world, other, { id, action: 'send-message', body }),
      404,
      'Dispute not found',
    );
    const key = await makeMerchantKey(world, merchant.merchant_id);
    expect((await world.call('GET', disputePath(id), { key })).body.id).toBe(id);
  });
});

test('statistics count the payments that were disputed', async () => {
  const shop = await makeConnectedMerchant(world, merchant);
  await makeCapture(world, shop);
  const disputed = await makeDispute(world, shop);
  await otherSide(world, disputed.provider_id, 'resolve', { outcome: 'CANCELED_BY_BUYER' });
  await world.drain();
  const { body } = await world.call('GET', '/api/transactions/stats', as(shop));
  expect(body).toMatchObject({ captured_count: 2, disputed_count: 1 });
});

describe('a note of the operator', () => {
  test('is read by the merchant in the order of writing, and moves nothing', async () => {
    const made = await makeDispute(world, merchant);
    const before = await typesOf(made);
    const path = `disputes/${made.id}/notes`;
    const first = await world.operator('POST', path, { text: 'The carrier was asked.' });
    expect(first.status).toBe(201);
    expect(Object.keys(first.body).sort()).toEqual(['created_at', 'id', 'text']);
    const second = await world.operator('POST', path, { text: 'It was delivered.' });
    expect((await readDispute(world, merchant, made.id)).notes).toEqual([first.body, second.body]);
    expect(await typesOf(made)).toEqual(before);
    expectProblem(await world.operator('POST', path, { text: '' }), ['body', 'text']);
    expectRefused(
      await world.operator('POST', `disputes/${NOBODY}/notes`, { text: 'x' }),
      404,
      'Dispute not found',
    );
  });
});

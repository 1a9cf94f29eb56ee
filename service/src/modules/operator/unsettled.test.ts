import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { holdRow } from '../../../../tests/faults/world/holds.ts';
import {
  approvedOrder,
  approvedSetup,
  CALLER,
  capturedPayment,
  connectedMerchant,
  type ModuleWorld,
  refusalOf,
  savedAs,
  savedToken,
  startModuleWorld,
  trailOf,
  transactionOf,
} from '../../../../tests/world/module-world.ts';
import { newProviderId, noBecause, orderOf, taken, UNKNOWN } from '../../../../tests/world/scripted-rail.ts';
import { DOUBTS } from '../../doubts.ts';
import { uuidAt } from '../../lib/ids.ts';
import { minor } from '../../lib/money.ts';
import type { ProviderRefund, RefundOutcome } from '../../rails/rail.ts';
import { orThrow } from '../../refused.ts';
import { captureMerchantOrder } from '../captures/capture-order.ts';
import { chargeCustomer } from '../charges/index.ts';
import { readCharge } from '../charges/queries.ts';
import { recordCharge } from '../charges/record-charge.ts';
import { hearOfRefund } from '../refunds/index.ts';
import { refundCapture } from '../refunds/refund-capture.ts';
import type { SellingMerchant } from '../sessions/create-session.ts';
import { saveInstrument } from '../vault/index.ts';
import { checkUnsettled, listUnsettled, settleUnsettled } from './unsettled.ts';

// Each test has a merchant whose provider lost its answers.

const PAGE = { limit: 50, offset: 0 };
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

const listed = async () =>
  (await listUnsettled(world.ctx, DOUBTS, PAGE)).items.filter(
    ({ merchant_id }) => merchant_id === merchant.merchant_id,
  );
const check = async (id: string) => orThrow(await checkUnsettled(world.ctx, DOUBTS, id)).settled;
const doneByOperator = async (subject: string) =>
  (await trailOf(world, subject)).filter(([actor]) => actor === 'operator');

async function captureInDoubt() {
  const order = await approvedOrder(world, merchant);
  world.script.answer('payments.take', UNKNOWN);
  const asked = { merchant_id: merchant.merchant_id, order_id: order.order_id };
  expect(await refusalOf(captureMerchantOrder(world.ctx, asked).then(orThrow))).toBe('outcome_unknown');
  return order;
}

async function refundInDoubt() {
  const { merchant_id } = merchant;
  const { capture_id, transaction_id } = await capturedPayment(world, merchant);
  world.script.answer('refunds.issue', UNKNOWN);
  const asked = { merchant_id, capture_id, amount: '4.00', actor: CALLER, idempotency_key: null };
  expect(await refundCapture(world.ctx, asked)).toMatchObject({ refusal: 'outcome_unknown' });
  return { capture_id, transaction_id };
}

async function savingInDoubt(customer_ref: string) {
  const setup = await approvedSetup(world, merchant, customer_ref);
  world.script.answer('vault.save', UNKNOWN);
  expect(await saveInstrument(world.ctx, setup)).toMatchObject({ refusal: 'outcome_unknown' });
}

async function chargeInDoubt(customer_ref: string) {
  await savedToken(world, merchant, customer_ref);
  world.script.answer('vault.charge', UNKNOWN);
  const asked = { merchant_id: merchant.merchant_id, customer_ref, amount: minor(700), currency: 'USD' };
  const by = { idempotency_key: 'key', description: null, actor: CALLER };
  const result = await chargeCustomer(world.ctx, { ...asked, ...by });
  expect(result).toMatchObject({ refusal: 'outcome_unknown' });
}

test('whatever is in doubt is listed, the oldest first, by what it is and what it is about', async () => {
  const { transaction_id } = await captureInDoubt();
  const refunded = await refundInDoubt();
  await savingInDoubt('anna');
  await chargeInDoubt('ben');
  const of = { merchant_id: merchant.merchant_id, channel_id: merchant.channel_id, currency: 'USD' };
  expect(await listed()).toMatchObject([
    { ...of, kind: 'capture', state: 'unknown', transaction_id, amount_cents: 1_000, needs_person: false },
    { ...of, kind: 'refund', state: 'unknown', transaction_id: refunded.transaction_id, amount_cents: 400 },
    { ...of, kind: 'saving', state: 'unknown', transaction_id: null, amount_cents: 0 },
    { ...of, kind: 'charge', state: 'unknown', amount_cents: 700, last_problem: 'no answer' },
  ]);
});

test('the list is read page by page, with the number of all', async () => {
  await captureInDoubt();
  await refundInDoubt();
  const all = await listUnsettled(world.ctx, DOUBTS, PAGE);
  expect(all.total).toBe(all.items.length);
  const pages = await Promise.all(
    all.items.map((_, offset) => listUnsettled(world.ctx, DOUBTS, { limit: 1, offset })),
  );
  expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(all.items.map(({ id }) => id));
});

test('what was open for long wants a person', async () => {
  await captureInDoubt();
  world.ctx.clock.move(7 * DAY);
  expect(await listed()).toMatchObject([{ kind: 'capture', needs_person: true }]);
});

test('one that is asked about is settled where the provider tells, and listed no more', async () => {
  const { order_id } = await captureInDoubt();
  const [{ id } = { id: '' }] = await listed();
  const { capture } = taken({}, order_id);
  const order = orderOf({ provider_order_id: order_id, status: 'completed', capture });
  world.script.answer('payments.find', { kind: 'found', order });
  expect(await check(id)).toBe(true);
  expect(await listed()).toEqual([]);
  expect(await doneByOperator(id)).toEqual([['operator', 'unsettled.checked', { settled: true }]]);
});

test('one of which the provider tells nothing stays, and that it was asked about is told', async () => {
  await captureInDoubt();
  const [{ id } = { id: '' }] = await listed();
  world.script.answer('payments.find', UNKNOWN);
  expect(await check(id)).toBe(false);
  expect((await listed()).map((one) => one.id)).toEqual([id]);
  expect(await doneByOperator(id)).toEqual([['operator', 'unsettled.checked', { settled: false }]]);
});

test('a refund and a saving are asked for again, and end as the provider answers', async () => {
  const { capture_id } = await refundInDoubt();
  await savingInDoubt('anna');
  const [refund, saving] = await listed();
  world.script.answer('refunds.issue', { kind: 'refused', refusal: noBecause('REFUND_NOT_ALLOWED') });
  world.script.answer('refunds.list', { kind: 'found', refunds: [] });
  expect(await check(refund!.id)).toBe(true);
  expect(world.script.asked('refunds.list')).toMatchObject([{ provider_capture_id: capture_id }]);
  world.script.answer('vault.save', savedAs(newProviderId('token')));
  expect(await check(saving!.id)).toBe(true);
  expect(await listed()).toEqual([]);
});

test('what is not in doubt cannot be asked about, nor what was settled before', async () => {
  const { order_id } = await captureInDoubt();
  const [{ id } = { id: '' }] = await listed();
  const { capture } = taken({}, order_id);
  const order = orderOf({ provider_order_id: order_id, status: 'completed', capture });
  world.script.answer('payments.find', { kind: 'found', order });
  await check(id);
  expect(await refusalOf(check(id))).toBe('unsettled_not_found');
  const nothing = uuidAt(world.ctx.clock.now());
  expect(await refusalOf(check(nothing))).toBe('unsettled_not_found');
  expect(await doneByOperator(nothing)).toEqual([]);
});

const settle = async (id: string) =>
  orThrow(await settleUnsettled(world.ctx, DOUBTS, { id, note: 'case 4711' }));

async function openOf(kind: string): Promise<{ id: string; transaction_id: string }> {
  const one = (await listed()).find((it) => it.kind === kind)!;
  return { id: one.id, transaction_id: one.transaction_id! };
}

const madeOf = (refund_id: string, provider_refund_id = newProviderId('refund')): ProviderRefund => ({
  ...{ provider_refund_id, provider_capture_id: null, status: 'completed', total_refunded: null },
  ...{ amount: minor(400), currency: 'USD', refund_id },
});

test('a charge and a refund end as not done when a person says so, and the trail tells', async () => {
  const refund = await refundInDoubt();
  await chargeInDoubt('ben');
  world.ctx.clock.move(7 * DAY);
  const open = await listed();
  for (const { id } of open) await settle(id);
  expect(await listed()).toEqual([]);
  const charged = open.find(({ kind }) => kind === 'charge')!.transaction_id!;
  expect(await transactionOf(world, charged)).toMatchObject({ status: 'failed', failure_code: 'not_taken' });
  // What was reserved for the refund may be asked for again.
  const again = { merchant_id: merchant.merchant_id, capture_id: refund.capture_id, amount: '10.00' };
  world.script.answer('refunds.issue', UNKNOWN);
  const asked = refundCapture(world.ctx, { ...again, actor: CALLER, idempotency_key: null }).then(orThrow);
  expect(await refusalOf(asked)).toBe('outcome_unknown');
  for (const { id, kind } of open) {
    const detail = { kind, outcome: 'not_done', note: 'case 4711' };
    expect(await doneByOperator(id)).toEqual([['operator', 'unsettled.settled', detail]]);
  }
});

test('a refund that a person took for not made is counted once, with its fee, when the provider tells that it was', async () => {
  const { transaction_id } = await refundInDoubt();
  world.ctx.clock.move(7 * DAY);
  const { id } = await openOf('refund');
  await settle(id);
  const made = madeOf(id);
  for (let times = 0; times < 2; times += 1) {
    world.script.answer('refunds.read', { kind: 'found', refund: made });
    const transaction = await transactionOf(world, transaction_id);
    expect(await hearOfRefund(world.ctx, transaction, made.provider_refund_id)).toBe('done');
    // A second notice has nothing to ask.
    world.script.beginAnew();
  }
  expect(await transactionOf(world, transaction_id)).toMatchObject({
    ...{ refunded_amount_cents: 400, refunded_platform_fee_cents: 40, refund_reserved_cents: 0 },
  });
});

test('a charge that a person took for not made is dated by the provider when it turns out made', async () => {
  await chargeInDoubt('ben');
  const charged_at = world.ctx.clock.now();
  world.ctx.clock.move(9 * DAY);
  const { id, transaction_id } = await openOf('charge');
  await settle(id);
  const charge = (await readCharge(world.ctx.db, transaction_id))!;
  await recordCharge(world.ctx, charge, taken({ amount: minor(700), captured_at: charged_at.toISOString() }));
  const { status, approved_at, captured_at } = await transactionOf(world, transaction_id);
  expect(status).toBe('captured');
  expect(captured_at).toEqual(charged_at);
  expect(approved_at!.getTime()).toBeLessThanOrEqual(charged_at.getTime());
  const posted = await world.ctx.db
    .selectFrom('ledger_postings')
    .select('occurred_at')
    .where('transaction_id', '=', transaction_id)
    .where('kind', '=', 'capture')
    .execute();
  expect(posted).toEqual([{ occurred_at: charged_at }]);
});

test('one that was given up and of which nothing is left any more is not counted beyond the capture', async () => {
  const { capture_id, transaction_id } = await refundInDoubt();
  world.ctx.clock.move(7 * DAY);
  const { id } = await openOf('refund');
  await settle(id);
  const whole = { ...madeOf('another'), amount: minor(1_000) };
  world.script.answer('refunds.issue', { kind: 'completed', refund: whole });
  const again = {
    ...{ merchant_id: merchant.merchant_id, actor: CALLER, capture_id },
    ...{ amount: null, idempotency_key: null },
  };
  orThrow(await refundCapture(world.ctx, again));
  const made = madeOf(id);
  world.script.answer('refunds.read', { kind: 'found', refund: made });
  const transaction = await transactionOf(world, transaction_id);
  await hearOfRefund(world.ctx, transaction, made.provider_refund_id);
  expect(await transactionOf(world, transaction_id)).toMatchObject({
    ...{ refunded_amount_cents: 1_000, refunded_platform_fee_cents: 100, refund_reserved_cents: 0 },
  });
});

test('nobody says so of what needs no person yet, is under way, or is told otherwise', async () => {
  const { transaction_id } = await refundInDoubt();
  await captureInDoubt();
  await savingInDoubt('anna');
  const { id } = await openOf('refund');
  expect(await refusalOf(settle(id))).toBe('unsettled_needs_no_person');
  world.ctx.clock.move(7 * DAY);
  for (const kind of ['capture', 'saving'])
    expect(await refusalOf(settle((await openOf(kind)).id))).toBe('unsettled_not_by_word');
  expect(await refusalOf(settle(uuidAt(world.ctx.clock.now())))).toBe('unsettled_not_found');
  world.script.answerBy('refunds.issue', async () => {
    expect(await refusalOf(settle(id))).toBe('unsettled_under_way');
    return { kind: 'completed', refund: madeOf(id) };
  });
  expect(await check(id)).toBe(true);
  expect((await transactionOf(world, transaction_id)).refunded_amount_cents).toBe(400);
  expect((await doneByOperator(id)).map(([, action]) => action)).toEqual(['unsettled.checked']);
});

test('an answer to a dispute and a text message are not ended here', () => {
  const ended = DOUBTS.filter(({ endByHand }) => endByHand !== null).map(({ name }) => name);
  expect(ended).toEqual(['charge', 'refund']);
});

test('of two operators at once one ends it', async () => {
  await chargeInDoubt('ben');
  world.ctx.clock.move(7 * DAY);
  const { id } = await openOf('charge');
  const said = await Promise.all([refusalOf(settle(id)), refusalOf(settle(id))]);
  expect(said.filter((refusal) => refusal === null)).toHaveLength(1);
  expect(await doneByOperator(id)).toHaveLength(1);
});

test('a word is not taken of what somebody has taken up in the same moment', async () => {
  const { transaction_id } = await refundInDoubt();
  world.ctx.clock.move(7 * DAY);
  const { id } = await openOf('refund');
  const answered = Promise.withResolvers<RefundOutcome>();
  world.script.answerBy('refunds.issue', () => answered.promise);
  const holder = await holdRow(world, 'refunds', id);
  const sweep = check(id);
  await expect.poll(() => holder.waiting()).toBe(1);
  const word = refusalOf(settle(id));
  await expect.poll(() => holder.waiting()).toBe(2);
  await holder.release();
  expect(await word).toBe('unsettled_under_way');
  answered.resolve({ kind: 'completed', refund: madeOf(id) });
  expect(await sweep).toBe(true);
  expect((await transactionOf(world, transaction_id)).refunded_amount_cents).toBe(400);
});

test('a word does not end a charge of which other money is told in the same moment', async () => {
  await chargeInDoubt('ben');
  world.ctx.clock.move(7 * DAY);
  const { id, transaction_id } = await openOf('charge');
  const charge = (await readCharge(world.ctx.db, transaction_id))!;
  const holder = await holdRow(world, 'transactions', transaction_id);
  const told = recordCharge(world.ctx, charge, taken({ amount: minor(999) }));
  await expect.poll(() => holder.waiting()).toBe(1);
  const word = refusalOf(settle(id));
  await expect.poll(() => holder.waiting()).toBe(2);
  await holder.release();
  await told;
  expect(await word).toBe('unsettled_under_way');
  expect((await transactionOf(world, transaction_id)).status).not.toBe('failed');
});

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  approvedOrder,
  approvedSetup,
  capturedPayment,
  connectedMerchant,
  type ModuleWorld,
  refusalOf,
  savedAs,
  savedToken,
  startModuleWorld,
} from '../../../../tests/world/module-world.ts';
import { newProviderId, noBecause, orderOf, taken, UNKNOWN } from '../../../../tests/world/scripted-rail.ts';
import { DOUBTS } from '../../doubts.ts';
import { uuidAt } from '../../lib/ids.ts';
import { minor } from '../../lib/money.ts';
import { orThrow } from '../../refused.ts';
import { listAudit } from '../audit/index.ts';
import { chargeCustomer } from '../charges/index.ts';
import { captureMerchantOrder } from '../orders/index.ts';
import { refundCapture } from '../refunds/refund-capture.ts';
import type { SellingMerchant } from '../sessions/create-session.ts';
import { saveInstrument } from '../vault/index.ts';
import { checkUnsettled, listUnsettled } from './unsettled.ts';

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
const trailOf = async (subject: string) =>
  (await listAudit(world.ctx.db, PAGE)).items
    .filter((entry) => entry.subject === subject)
    .map(({ actor, action, detail }) => [actor, action, detail]);

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
  const asked = { merchant_id, capture_id, amount: '4.00', idempotency_key: null };
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
  const result = await chargeCustomer(world.ctx, { ...asked, idempotency_key: 'key', description: null });
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
  expect(await trailOf(id)).toEqual([['operator', 'unsettled.checked', { settled: true }]]);
});

test('one of which the provider tells nothing stays, and that it was asked about is told', async () => {
  await captureInDoubt();
  const [{ id } = { id: '' }] = await listed();
  world.script.answer('payments.find', UNKNOWN);
  expect(await check(id)).toBe(false);
  expect((await listed()).map((one) => one.id)).toEqual([id]);
  expect(await trailOf(id)).toEqual([['operator', 'unsettled.checked', { settled: false }]]);
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
  expect(await trailOf(nothing)).toEqual([]);
});

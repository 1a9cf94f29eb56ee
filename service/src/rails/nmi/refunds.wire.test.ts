import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { minor } from '../../lib/money.ts';
import { captureOrder, newRefund } from '../orders.fixture.ts';
import type { RefundOutcome, Seller } from '../rail.ts';
import { type NmiWorld, startNmiWorld } from './nmi-world.fixture.ts';

let world: NmiWorld;
beforeAll(async () => {
  world = await startNmiWorld();
});
afterEach(() => world.control('DELETE', 'faults'));
afterAll(() => world.close());

/** 27.00 USD that were taken. */
let capture_id: string;
let order_id: string;
let seller: Seller;
beforeEach(() => take());

async function take(settings: object = {}): Promise<void> {
  seller = await world.newSeller(settings);
  order_id = randomUUID();
  const in_hand = await world.newToken(seller);
  const outcome = await world.rail.payments.take(captureOrder(seller, order_id, { in_hand }));
  if (outcome.kind !== 'captured') throw new Error(JSON.stringify(outcome));
  capture_id = outcome.capture.provider_capture_id;
}

const refund = (amount: number, returned_before = 0): Promise<RefundOutcome> =>
  world.rail.refunds.issue(
    newRefund(seller, {
      ...{ provider_order_id: order_id, provider_capture_id: capture_id },
      ...{ amount: minor(amount), returned_before: minor(returned_before) },
    }),
  );

const list = () =>
  world.rail.refunds.list({
    ...{ provider_order_id: order_id, provider_capture_id: capture_id, seller, currency: 'USD' },
  });

const settle = () => world.control('POST', 'rails/settle', { rail: 'nmi', account_id: seller.account_id });

const standing = async () => {
  const of = {
    ...{ provider_order_id: order_id, transaction_id: order_id, seller },
    currency: 'USD',
  };
  const found = await world.rail.payments.find(of);
  return found.kind === 'found' ? found.order.capture?.status : found.kind;
};

test('an account that refunds nothing before settlement has the whole voided', async () => {
  await take({ refund_before_settlement: false });
  expect(await refund(2700)).toMatchObject({
    kind: 'completed',
    refund: { provider_refund_id: capture_id, provider_capture_id: capture_id, amount: 2700 },
  });
  expect(await standing()).toBe('refunded');
  expect(await list()).toMatchObject({
    kind: 'found',
    refunds: [{ provider_refund_id: capture_id, status: 'completed', amount: 2700, currency: 'USD' }],
  });
  const wanted = { provider_refund_id: capture_id, seller, currency: 'USD' };
  expect(await world.rail.refunds.read(wanted)).toMatchObject({ kind: 'found', refund: { amount: 2700 } });
});

test('such an account refuses a part before settlement, and gives it back after', async () => {
  await take({ refund_before_settlement: false });
  expect(await refund(1000)).toMatchObject({
    kind: 'refused',
    refusal: { issue: '300', description: expect.stringContaining('voided') },
  });
  expect(await list()).toEqual({ kind: 'found', refunds: [] });
  await settle();
  expect(await refund(1000)).toMatchObject({ kind: 'completed', refund: { amount: 1000 } });
  expect(await standing()).toBe('partially_refunded');
});

test('parts are listed with their ids, settled or not, and others of the account are not', async () => {
  const first = await refund(1000);
  await settle();
  const second = await refund(700, 1000);
  const mine = [capture_id, order_id, seller] as const;
  const of = (outcome: RefundOutcome) =>
    outcome.kind === 'completed' ? outcome.refund.provider_refund_id : null;
  const payment_token = await world.newToken(seller);
  const other = await world.rail.payments.take(
    captureOrder(seller, randomUUID(), { in_hand: payment_token }),
  );
  if (other.kind !== 'captured') throw new Error(other.kind);
  capture_id = other.capture.provider_capture_id;
  await refund(100);
  [capture_id, order_id, seller] = mine;
  const listed = await list();
  if (listed.kind !== 'found') return expect(listed).toMatchObject({ kind: 'found' });
  expect(listed.refunds.map((one) => [one.provider_refund_id, one.amount])).toEqual([
    [of(first), 1000],
    [of(second), 700],
  ]);
});

test.each([
  ['declined', { kind: 'refused', refusal: { issue: '200' } }],
  // The processor failed over it, and what it did with it first is not said.
  ['failed', { kind: 'unknown' }],
])('a refund that is %s gave nothing back, and stands as failed', async (refund_outcome, said) => {
  await take({ refund_outcome });
  expect(await refund(1000)).toMatchObject(said);
  expect(await standing()).toBe('completed');
  expect(await list()).toMatchObject({ refunds: [{ status: 'failed', amount: 1000 }] });
});

test('a void whose answer is lost is unknown, and listed', async () => {
  await take({ refund_before_settlement: false });
  await world.fault('nmi.void', 'reset_after_commit');
  expect(await refund(2700)).toMatchObject({ kind: 'unknown' });
  expect(await list()).toMatchObject({ refunds: [{ provider_refund_id: capture_id, amount: 2700 }] });
});

test('more than is left is refused, and never voided', async () => {
  await refund(1000);
  expect(await refund(2700, 1000)).toMatchObject({ kind: 'refused', refusal: { issue: '300' } });
  expect(await standing()).toBe('partially_refunded');
});

test('what is no refund is not read as one', async () => {
  const wanted = { provider_refund_id: capture_id, seller, currency: 'USD' };
  expect(await world.rail.refunds.read(wanted)).toMatchObject({ kind: 'unknown' });
});

test('a list that cannot be read says so, and is not empty', async () => {
  await refund(1000);
  await world.fault('nmi.query', 'garbage');
  expect((await list()).kind).toBe('unreachable');
});

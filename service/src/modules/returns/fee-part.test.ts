import { expect, test } from 'vitest';
import { CALLER, capturedPayment, transactionOf } from '../../../../tests/world/module-world.ts';
import { UNKNOWN } from '../../../../tests/world/scripted-rail.ts';
import { minor } from '../../lib/money.ts';
import type { ProviderRefund, RefundOutcome } from '../../rails/rail.ts';
import { inTransaction } from '../../db/tx.ts';
import { heldUntil } from '../doubt/index.ts';
import { endRefund } from '../refunds/record-refund.ts';
import { refundCapture } from '../refunds/refund-capture.ts';
import { refundsOf } from './queries.ts';
import { settleRefund } from '../refunds/settle.ts';
import { type Paid, refundOf, refundSteps } from '../refunds/refunds.fixture.ts';

// Of each payment a tenth is the platform's fee: of 10 USD it is 1 USD, of 9 or 10 cents a single cent.

const { on, issued, hear } = refundSteps();

const pay = (cents: number) =>
  capturedPayment(on.world, on.merchant, {
    plan: { amount_cents: cents },
    capture: { amount: minor(cents) },
  });

const made = (cents: number, more: Partial<ProviderRefund> = {}) =>
  refundOf({ amount: minor(cents), ...more });
const completed = (cents: number) => ({ kind: 'completed', refund: made(cents) }) as const;
const heldBack = (cents: number) =>
  ({ kind: 'pending', refund: made(cents, { status: 'pending' }) }) as const;

async function refund({ capture_id }: Paid, amount: string | null, outcome: RefundOutcome): Promise<void> {
  on.world.script.answer('refunds.issue', outcome);
  await refundCapture(on.world.ctx, {
    ...{ merchant_id: on.merchant.merchant_id, actor: CALLER, capture_id, amount, idempotency_key: null },
  });
}

/** The parts of the fee that the provider was asked to give back, one for each refund. */
const asked = () => issued().map(({ platform_fee }) => platform_fee);
const rows = ({ transaction_id }: Paid) => refundsOf(on.world.ctx.db, transaction_id);
const feeReturned = async ({ transaction_id }: Paid) =>
  (await transactionOf(on.world, transaction_id)).refunded_platform_fee_cents;

/** A refund of which nobody heard what became of it, and a person said that it was not made. */
async function givenUp(paid: Paid, amount: string): Promise<string> {
  await refund(paid, amount, UNKNOWN);
  const { id, checks } = (await rows(paid))[0]!;
  expect(await inTransaction(on.world.ctx.db, (tx) => endRefund(tx, on.world.ctx, { id, checks }))).toBe(
    true,
  );
  return id;
}

test.each([
  ['is in doubt', UNKNOWN],
  ['is held back', heldBack(400)],
])('beside a refund that %s the rest gives back no more than the rest of the fee', async (_how, first) => {
  const paid = await pay(1_000);
  await refund(paid, '4.00', first);
  await refund(paid, null, completed(600));
  expect([asked(), await feeReturned(paid)]).toEqual([[40, 60], 60]);
});

test('a fee of one cent goes back with the last of three refunds, also while the first two are under way', async () => {
  const paid = await pay(9);
  await refund(paid, '0.03', UNKNOWN);
  await refund(paid, '0.03', heldBack(3));
  await refund(paid, '0.03', completed(3));
  expect([asked(), await feeReturned(paid)]).toEqual([[0, 0, 1], 1]);
});

test('one that turns out made after it was given up gives back no more of the fee than others have left', async () => {
  const paid = await pay(10);
  const id = await givenUp(paid, '0.05');
  await refund(paid, '0.05', completed(5));
  expect(await hear(paid.transaction_id, made(5, { refund_id: id }))).toBe('done');
  expect(await rows(paid)).toMatchObject([
    { id, state: 'completed', platform_fee_refund_cents: 0 },
    { state: 'completed', platform_fee_refund_cents: 1 },
  ]);
  expect([asked(), await feeReturned(paid)]).toEqual([[1, 1], 1]);
});

test('one that turns out made of another amount leaves others under way their part of the fee', async () => {
  const paid = await pay(10);
  const id = await givenUp(paid, '0.06');
  await refund(paid, '0.05', heldBack(5));
  expect(await hear(paid.transaction_id, made(5, { refund_id: id }))).toBe('done');
  expect(await feeReturned(paid)).toBe(0);
  const [, other] = await rows(paid);
  on.world.script.answer('refunds.read', { kind: 'found', refund: made(5) });
  expect(await settleRefund(on.world.ctx, other!.id, heldUntil(on.world.ctx.clock.now()))).toBe('settled');
  expect(await feeReturned(paid)).toBe(1);
});

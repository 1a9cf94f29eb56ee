import { expect, test } from 'vitest';
import { transactionOf } from '../../../../tests/world/module-world.ts';
import { newProviderId } from '../../../../tests/world/scripted-rail.ts';
import { inTransaction } from '../../db/tx.ts';
import { heldUntil } from '../doubt/index.ts';
import { lockTransaction } from '../payments/index.ts';
import { appendReturn } from './append-return.ts';
import { refundsOf } from './queries.ts';
import { settleRefund } from '../refunds/settle.ts';
import { captureSteps } from '../refunds/refunds.fixture.ts';

// What the provider takes back of a capture of 10 USD.

const { on, refund, shown } = captureSteps();

const reverse = (amount: number | null, returned_at?: string) =>
  inTransaction(on.world.ctx.db, async (tx) => {
    const identity = { provider_refund_id: newProviderId('reversal') };
    const transaction = await lockTransaction(tx, on.paid.transaction_id);
    return appendReturn(tx, on.world.ctx, transaction, { origin: 'reversal', identity, amount, returned_at });
  });
const read = () => transactionOf(on.world, on.paid.transaction_id);

test('a reversal that is told without an amount waits for a refund of ours, and is what that leaves', async () => {
  const { script, ctx } = on.world;
  const made = shown();
  script.answer('refunds.issue', { kind: 'pending', refund: { ...made, status: 'pending' } });
  await refund('4.00');
  expect(await reverse(null)).toBe('later');
  expect(await read()).toMatchObject({ refunded_amount_cents: 0, refund_reserved_cents: 400 });
  const [own] = await refundsOf(ctx.db, on.paid.transaction_id);
  script.answer('refunds.read', { kind: 'found', refund: made });
  expect(await settleRefund(ctx, own!.id, heldUntil(ctx.clock.now()))).toBe('settled');
  expect(await reverse(null)).toBe('done');
  expect(await read()).toMatchObject({ status: 'refunded', refunded_amount_cents: 1_000 });
  expect(await refundsOf(ctx.db, on.paid.transaction_id)).toMatchObject([
    { origin: 'api', amount_cents: 400 },
    { origin: 'reversal', amount_cents: 600 },
  ]);
});

test('of more than a capture has left no more than that is counted', async () => {
  expect(await reverse(700)).toBe('done');
  expect(await reverse(400)).toBe('done');
  expect(await read()).toMatchObject({ status: 'refunded', refunded_amount_cents: 1_000 });
});

test('a payment is disputed since the first of its reversals', async () => {
  const now = on.world.ctx.clock.now().getTime();
  const [first, second] = [new Date(now + 60_500), new Date(now + 3_600_500)];
  on.world.ctx.clock.move(86_400);
  await reverse(300, first.toISOString());
  expect((await read()).disputed_at).toEqual(first);
  await reverse(300, second.toISOString());
  expect(await read()).toMatchObject({ disputed_at: first, refunded_amount_cents: 600 });
});

import { expect, test } from 'vitest';
import { CALLER, capturedPayment, transactionOf } from '../../../../tests/world/module-world.ts';
import { UNKNOWN } from '../../../../tests/world/scripted-rail.ts';
import { minor } from '../../lib/money.ts';
import { refundCapture } from './refund-capture.ts';
import { refundsOf } from './queries.ts';
import { refundOf, refundSteps } from './refunds.fixture.ts';

const { on, issued, hear } = refundSteps();

const standing = async (id: string) => {
  const { refunded_amount_cents, refund_reserved_cents } = await transactionOf(on.world, id);
  return [refunded_amount_cents, refund_reserved_cents];
};

test('a refund that bears the id of another payment’s refund is not that one', async () => {
  const [one, other] = [
    await capturedPayment(on.world, on.merchant),
    await capturedPayment(on.world, on.merchant),
  ];
  on.world.script.answer('refunds.issue', UNKNOWN);
  await refundCapture(on.world.ctx, {
    ...{
      merchant_id: on.merchant.merchant_id,
      actor: CALLER,
      capture_id: one.capture_id,
      amount: '4.00',
      idempotency_key: null,
    },
  });
  const { refund_id } = issued()[0]!;
  expect(await hear(other.transaction_id, refundOf({ refund_id }))).toBe('done');
  expect([await standing(one.transaction_id), await standing(other.transaction_id)]).toEqual([
    [0, 400],
    [400, 0],
  ]);
  expect(await refundsOf(on.world.ctx.db, one.transaction_id)).toMatchObject([{ state: 'unknown' }]);
  expect(await refundsOf(on.world.ctx.db, other.transaction_id)).toMatchObject([{ origin: 'provider' }]);
});

test('of a refund that began at the provider no more is counted than its payment has left', async () => {
  const { transaction_id } = await capturedPayment(on.world, on.merchant);
  await hear(transaction_id, refundOf({ amount: minor(700) }));
  await hear(transaction_id, refundOf({ amount: minor(400) }));
  expect(await standing(transaction_id)).toEqual([1_000, 0]);
  const counted = await refundsOf(on.world.ctx.db, transaction_id);
  expect(counted.map(({ amount_cents }) => amount_cents).toSorted((a, b) => a - b)).toEqual([300, 700]);
});

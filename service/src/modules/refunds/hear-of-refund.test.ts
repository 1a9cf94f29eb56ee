import { describe, expect, test } from 'vitest';
import { CALLER, capturedPayment, transactionOf } from '../../../../tests/world/module-world.ts';
import { UNKNOWN } from '../../../../tests/world/scripted-rail.ts';
import { uuidFrom } from '../../lib/ids.ts';
import { minor } from '../../lib/money.ts';
import { KeyOfOtherBody } from '../../refusals.ts';
import { refundsOf } from '../returns/index.ts';
import { refundCapture } from './refund-capture.ts';
import { ACCEPTED } from './refund-result.ts';
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

describe('a refund that bears an id of ours of which nothing is known here', () => {
  const KEY = 'key';
  const lostId = () => uuidFrom('refund', on.merchant.merchant_id, KEY, '0');
  const asking = (capture_id: string, amount: string | null) => ({
    ...{ merchant_id: on.merchant.merchant_id, actor: CALLER, capture_id, amount, idempotency_key: KEY },
  });

  test('is counted as ours with its part of the fee, and answers whoever asks again under its key', async () => {
    const { transaction_id, capture_id } = await capturedPayment(on.world, on.merchant);
    const told = refundOf({ refund_id: lostId() });
    expect(await hear(transaction_id, told)).toBe('done');
    expect(await refundsOf(on.world.ctx.db, transaction_id)).toMatchObject([
      {
        ...{
          id: lostId(),
          origin: 'api',
          state: 'completed',
          amount_cents: 400,
          platform_fee_refund_cents: 40,
        },
        provider_refund_id: told.provider_refund_id,
      },
    ]);
    for (const amount of ['4.00', null])
      expect(await refundCapture(on.world.ctx, asking(capture_id, amount))).toEqual({
        ...ACCEPTED,
        is_repeated: true,
      });
    await expect(refundCapture(on.world.ctx, asking(capture_id, '3.00'))).rejects.toBeInstanceOf(
      KeyOfOtherBody,
    );
    expect([await standing(transaction_id), issued()]).toEqual([[400, 0], []]);
  });

  test('answers its key also where a refusal before it was lost', async () => {
    const { transaction_id, capture_id } = await capturedPayment(on.world, on.merchant);
    const refund_id = uuidFrom('refund', on.merchant.merchant_id, KEY, '1');
    await hear(transaction_id, refundOf({ refund_id }));
    expect(await refundCapture(on.world.ctx, asking(capture_id, '4.00'))).toEqual({
      ...ACCEPTED,
      is_repeated: true,
    });
    expect([await standing(transaction_id), issued()]).toEqual([[400, 0], []]);
  });

  test('is of its own payment, also to its key', async () => {
    const { transaction_id } = await capturedPayment(on.world, on.merchant);
    const other = await capturedPayment(on.world, on.merchant);
    await hear(transaction_id, refundOf({ refund_id: lostId() }));
    await expect(refundCapture(on.world.ctx, asking(other.capture_id, '4.00'))).rejects.toBeInstanceOf(
      KeyOfOtherBody,
    );
    expect([await standing(other.transaction_id), issued()]).toEqual([[0, 0], []]);
  });

  test.each(['Refund of May', 'deadbeef-0000-4000-8000-000000000000'])(
    'is not one that the seller named %s',
    async (refund_id) => {
      const { transaction_id } = await capturedPayment(on.world, on.merchant);
      await hear(transaction_id, refundOf({ refund_id }));
      expect(await refundsOf(on.world.ctx.db, transaction_id)).toMatchObject([
        { origin: 'provider', platform_fee_refund_cents: null },
      ]);
    },
  );
});

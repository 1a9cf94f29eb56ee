import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  CALLER,
  capturedPayment,
  connectedMerchant,
  type ModuleWorld,
  startModuleWorld,
  transactionOf,
} from '../../../../tests/world/module-world.ts';
import { newProviderId, UNKNOWN } from '../../../../tests/world/scripted-rail.ts';
import { minor } from '../../lib/money.ts';
import type { ProviderRefund } from '../../rails/rail.ts';
import { hearOfRefund } from './hear-of-refund.ts';
import { refundCapture } from './refund-capture.ts';
import { refundsOf } from './queries.ts';

let world: ModuleWorld;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());

async function hear(transaction_id: string, more: Partial<ProviderRefund>) {
  const refund: ProviderRefund = {
    ...{ provider_refund_id: newProviderId('refund'), provider_capture_id: null, status: 'completed' },
    ...{ amount: minor(400), currency: 'USD', total_refunded: null },
    ...more,
  };
  world.script.answer('refunds.read', { kind: 'found', refund });
  const transaction = await transactionOf(world, transaction_id);
  return hearOfRefund(world.ctx, transaction, refund.provider_refund_id);
}

const standing = async (id: string) => {
  const { refunded_amount_cents, refund_reserved_cents } = await transactionOf(world, id);
  return [refunded_amount_cents, refund_reserved_cents];
};

test('a refund that bears the id of another payment’s refund is not that one', async () => {
  const merchant = await connectedMerchant(world);
  const [one, other] = [await capturedPayment(world, merchant), await capturedPayment(world, merchant)];
  world.script.answer('refunds.issue', UNKNOWN);
  const { merchant_id } = merchant;
  await refundCapture(world.ctx, {
    ...{ merchant_id, actor: CALLER, capture_id: one.capture_id, amount: '4.00', idempotency_key: null },
  });
  const { refund_id } = world.script.asked('refunds.issue')[0]!;
  expect(await hear(other.transaction_id, { refund_id })).toBe('done');
  expect([await standing(one.transaction_id), await standing(other.transaction_id)]).toEqual([
    [0, 400],
    [400, 0],
  ]);
  expect(await refundsOf(world.ctx.db, one.transaction_id)).toMatchObject([{ state: 'unknown' }]);
  expect(await refundsOf(world.ctx.db, other.transaction_id)).toMatchObject([{ origin: 'provider' }]);
});

test('of a refund that began at the provider no more is counted than its payment has left', async () => {
  const { transaction_id } = await capturedPayment(world, await connectedMerchant(world));
  await hear(transaction_id, { amount: minor(700) });
  await hear(transaction_id, { amount: minor(400) });
  expect(await standing(transaction_id)).toEqual([1_000, 0]);
  const counted = await refundsOf(world.ctx.db, transaction_id);
  expect(counted.map(({ amount_cents }) => amount_cents).toSorted((a, b) => a - b)).toEqual([300, 700]);
});

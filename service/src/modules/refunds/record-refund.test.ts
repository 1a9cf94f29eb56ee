import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  CALLER,
  capturedPayment,
  connectedMerchant,
  type ModuleWorld,
  refusalOf,
  startModuleWorld,
  transactionOf,
} from '../../../../tests/world/module-world.ts';
import { newProviderId, noBecause } from '../../../../tests/world/scripted-rail.ts';
import { minor } from '../../lib/money.ts';
import type { ProviderRefund, RefundOutcome } from '../../rails/rail.ts';
import { orThrow } from '../../refused.ts';
import { heldUntil, settleNow } from '../doubt/index.ts';
import { refundsOf } from './queries.ts';
import { refundCapture } from './refund-capture.ts';
import { refundDoubt, settleRefund } from './settle.ts';

// A refund of 4 USD of a capture of 10, of which 1 is the platform's.

let world: ModuleWorld;
let merchant_id: string;
let paid: Awaited<ReturnType<typeof capturedPayment>>;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.script.beginAnew();
  const merchant = await connectedMerchant(world);
  ({ merchant_id } = merchant);
  paid = await capturedPayment(world, merchant);
});
afterEach(() => expect(world.script.unused()).toEqual([]));

const refund = () =>
  refundCapture(world.ctx, {
    ...{ merchant_id, actor: CALLER, capture_id: paid.capture_id, amount: '4.00', idempotency_key: 'key' },
  }).then(orThrow);
const told = (more: Partial<ProviderRefund> = {}): ProviderRefund => ({
  ...{ provider_refund_id: newProviderId('refund'), provider_capture_id: paid.capture_id },
  ...{ status: 'completed', amount: minor(400), currency: 'USD', total_refunded: null },
  ...more,
});
const issued = () => world.script.asked('refunds.issue');

async function standing() {
  const of = await transactionOf(world, paid.transaction_id);
  return [of.status, of.refunded_amount_cents, of.refund_reserved_cents];
}

test('a refusal is not believed of a call that another was made after', async () => {
  const { ctx, script } = world;
  const second = Promise.withResolvers<RefundOutcome>();
  let swept: ReturnType<typeof settleNow> | undefined;
  // The process sleeps in the middle of its call, and the sweep asks again meanwhile.
  script.answerBy('refunds.issue', async ({ refund_id }) => {
    ctx.clock.move(31);
    script.answerBy('refunds.issue', () => second.promise);
    swept = settleNow(ctx, refundDoubt, refund_id);
    await expect.poll(issued).toHaveLength(2);
    return { kind: 'refused', refusal: noBecause('REFUND_NOT_ALLOWED') };
  });
  expect(await refusalOf(refund())).toBe('outcome_unknown');
  expect(await standing()).toEqual(['captured', 0, 400]);
  second.resolve({ kind: 'completed', refund: told() });
  expect(await swept).toEqual({ isSettled: true });
  await refund();
  expect([await standing(), issued().length]).toEqual([['captured', 400, 0], 2]);
});

test('a return that is told in another currency counts as what was asked for', async () => {
  world.script.answer('refunds.issue', {
    kind: 'completed',
    refund: told({ amount: minor(369), currency: 'EUR' }),
  });
  await refund();
  expect(await standing()).toEqual(['captured', 400, 0]);
  expect(await refundsOf(world.ctx.db, paid.transaction_id)).toMatchObject([
    { state: 'completed', amount_cents: 400, platform_fee_refund_cents: 40 },
  ]);
});

test('what is held back in another currency holds what was asked for', async () => {
  const foreign = told({ amount: minor(600), currency: 'JPY' });
  world.script.answer('refunds.issue', { kind: 'pending', refund: { ...foreign, status: 'pending' } });
  await refund();
  expect(await standing()).toEqual(['captured', 0, 400]);
  const [row] = await refundsOf(world.ctx.db, paid.transaction_id);
  world.script.answer('refunds.read', { kind: 'found', refund: foreign });
  expect(await settleRefund(world.ctx, row!.id, heldUntil(world.ctx.clock.now()))).toBe('settled');
  expect(await standing()).toEqual(['captured', 400, 0]);
});

import { expect, test } from 'vitest';
import { refusalOf } from '../../../../tests/world/module-world.ts';
import { noBecause } from '../../../../tests/world/scripted-rail.ts';
import { minor } from '../../lib/money.ts';
import type { RefundOutcome } from '../../rails/rail.ts';
import { heldUntil, settleNow } from '../doubt/index.ts';
import { refundsOf } from '../returns/index.ts';
import { refundDoubt, settleRefund } from './settle.ts';
import { captureSteps } from './refunds.fixture.ts';

// A refund of 4 USD of a capture of 10, of which 1 is the platform's.

const { on, issued, refund: refundAs, shown: told, standing } = captureSteps();

const refund = () => refundAs('4.00', 'key');

test('a refusal is not believed of a call that another was made after', async () => {
  const { ctx, script } = on.world;
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
  on.world.script.answer('refunds.issue', {
    kind: 'completed',
    refund: told({ amount: minor(369), currency: 'EUR' }),
  });
  await refund();
  expect(await standing()).toEqual(['captured', 400, 0]);
  expect(await refundsOf(on.world.ctx.db, on.paid.transaction_id)).toMatchObject([
    { state: 'completed', amount_cents: 400, platform_fee_refund_cents: 40 },
  ]);
});

test('what is held back in another currency holds what was asked for', async () => {
  const foreign = told({ amount: minor(600), currency: 'JPY' });
  on.world.script.answer('refunds.issue', { kind: 'pending', refund: { ...foreign, status: 'pending' } });
  await refund();
  expect(await standing()).toEqual(['captured', 0, 400]);
  const [row] = await refundsOf(on.world.ctx.db, on.paid.transaction_id);
  on.world.script.answer('refunds.read', { kind: 'found', refund: foreign });
  expect(await settleRefund(on.world.ctx, row!.id, heldUntil(on.world.ctx.clock.now()))).toBe('settled');
  expect(await standing()).toEqual(['captured', 400, 0]);
});

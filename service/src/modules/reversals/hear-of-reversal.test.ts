import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  CALLER,
  capturedPayment,
  connectedMerchant,
  type ModuleWorld,
  refusalOf,
  startModuleWorld,
  transactionOf,
} from '../../../../tests/world/module-world.ts';
import { newProviderId, UNKNOWN } from '../../../../tests/world/scripted-rail.ts';
import { minor } from '../../lib/money.ts';
import { orThrow } from '../../refused.ts';
import { refundCapture } from '../refunds/refund-capture.ts';
import { refundsOf } from '../returns/index.ts';
import { hearOfReversal } from './hear-of-reversal.ts';

// A capture of 10 USD, of which a refund of 4 USD is in doubt when the provider takes money back.

let world: ModuleWorld;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());

test.each([
  ['everything', 1_000, ['refunded', 1_000, 0], 'refund_refused', 'failed'],
  ['all but a part of it', 800, ['refunded', 1_000, 0], null, 'completed'],
])(
  'a refund that turns out made after a reversal took %s ends',
  async (_what, taken, expected, refusal, state) => {
    const { script, ctx } = world;
    const merchant = await connectedMerchant(world);
    const { transaction_id, capture_id } = await capturedPayment(world, merchant);
    const asked = {
      merchant_id: merchant.merchant_id,
      capture_id,
      amount: '4.00',
      actor: CALLER,
      idempotency_key: 'key',
    };
    const refund = () => refundCapture(ctx, asked).then(orThrow);
    const ids = { provider_refund_id: newProviderId('refund'), provider_capture_id: capture_id };
    const told = { ...ids, amount: minor(400), currency: 'USD', total_refunded: null };
    script.answer('refunds.issue', UNKNOWN, {
      kind: 'completed',
      refund: { ...told, status: 'completed' },
    });
    expect(await refusalOf(refund())).toBe('outcome_unknown');
    script.answer('refunds.list', { kind: 'found', refunds: [] });
    const { provider, rail_account_id } = await transactionOf(world, transaction_id);
    const reversal = { reversal_id: newProviderId('reversal'), amount: minor(taken) };
    const of = { provider, rail_account_id, provider_capture_id: capture_id, told_by: 'notice' } as const;
    expect(await hearOfReversal(ctx, { ...of, ...reversal })).toBe('done');
    if (refusal) expect(await refusalOf(refund())).toBe(refusal);
    else await refund();
    const after = await transactionOf(world, transaction_id);
    expect([after.status, after.refunded_amount_cents, after.refund_reserved_cents]).toEqual(expected);
    const [own, reversed] = await refundsOf(ctx.db, transaction_id);
    expect(own).toMatchObject({ state });
    const counted = [own, reversed].filter((row) => row!.state === 'completed');
    expect(counted.reduce((sum, row) => sum + row!.amount_cents, 0)).toBe(1_000);
  },
);

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  approvedOrder,
  type ModuleWorld,
  startModuleWorld,
  transactionOf,
} from '../../../../tests/world/module-world.ts';
import { orderOf, taken } from '../../../../tests/world/scripted-rail.ts';
import { inTransaction } from '../../db/tx.ts';
import { uuidAt } from '../../lib/ids.ts';
import { UNTIL_DONE } from '../../lib/sweep-run.ts';
import { readBackOrder } from '../captures/index.ts';
import { post } from '../ledger/index.ts';
import { closePeriod } from './close-months.ts';
import { brief, issueAll, moveTo, owedTo, pay, sharingMerchant, statementsOf } from './statements.fixture.ts';

// What happened in the last moment of a month, and is posted by a process for which it still is that month when another has closed
// it: it slept, or its clock is a little behind. Nothing else happens to the channel from then on.

let world: ModuleWorld;
let merchant: Awaited<ReturnType<typeof sharingMerchant>>;
beforeAll(async () => {
  world = await startModuleWorld();
  moveTo(world, '2028-01-10T00:00:00.000Z');
});
afterAll(() => world.close());
beforeEach(async () => {
  world.script.beginAnew();
  merchant = await sharingMerchant(world);
});

const close = (period: string) =>
  closePeriod(world.ctx, { period, channel_id: merchant.channel_id }, UNTIL_DONE);

async function statedAtLast(...months: string[]) {
  for (const month of months) {
    moveTo(world, `${month}-01T00:00:00.000Z`);
    await issueAll(world);
  }
  return statementsOf(world, merchant.channel_id);
}

test('a capture that is heard of by a process whose clock is a moment behind is stated', async () => {
  const { ctx, script } = world;
  await pay(world, merchant, { at: '2028-01-10T00:00:00.000Z' });
  moveTo(world, '2028-01-31T23:59:59.000Z');
  const { order_id, transaction_id } = await approvedOrder(world, merchant);
  moveTo(world, '2028-02-01T00:00:00.300Z');
  expect(await close('2028-01-01')).toHaveLength(1);
  const behind = { ...ctx, clock: { ...ctx.clock, now: () => new Date(ctx.clock.now().getTime() - 700) } };
  const { capture } = taken({ captured_at: '2028-01-31T23:59:59.000Z' }, order_id);
  script.answer('payments.find', {
    kind: 'found',
    order: orderOf({ provider_order_id: order_id, status: 'completed', capture }),
  });
  await readBackOrder(behind, await transactionOf(world, transaction_id));
  expect((await transactionOf(world, transaction_id)).status).toBe('captured');
  const all = await statedAtLast('2028-03', '2028-07');
  expect(all.flatMap(brief)).toEqual([
    ['capture', 1_000, 100, 0, 28],
    ['capture', 1_000, 100, 0, 28],
  ]);
  expect(await owedTo(world, merchant.channel_id)).toBe(2 * 28);
});

test('a fee that went back, by a process that slept, is stated', async () => {
  const { ctx } = world;
  const { merchant_id, channel_id } = merchant;
  const at = new Date('2028-07-10T00:00:00.000Z');
  moveTo(world, at.toISOString());
  const { transaction_id } = await pay(world, merchant, { at: at.toISOString() });
  moveTo(world, '2028-07-31T23:59:59.500Z');
  await inTransaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    moveTo(world, '2028-08-01T00:00:00.500Z');
    expect(await close('2028-07-01')).toHaveLength(1);
    await post(tx, {
      ...{ source_id: uuidAt(now), transaction_id, merchant_id, channel_id, currency: 'USD' },
      ...{ captured_at: at, occurred_at: now, posted_at: now, amounts: { fee_return: 50 } },
    });
  });
  const all = await statedAtLast('2028-09', '2029-01');
  expect(all.flatMap(brief)).toEqual([
    ['capture', 1_000, 100, 0, 28],
    ['fee_refund_adjustment', 0, 0, 50, -13],
  ]);
  expect(await owedTo(world, channel_id)).toBe(28 - 13);
});

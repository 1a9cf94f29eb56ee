import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ModuleWorld, startModuleWorld } from '../../../../tests/world/module-world.ts';
import { inTransaction } from '../../db/tx.ts';
import { currencies } from '../../lib/currency.ts';
import { uuidAt } from '../../lib/ids.ts';
import { divideHalfUp, feeReturn, minor, platformFee } from '../../lib/money.ts';
import { DAY_MS } from '../../lib/time.ts';
import { orThrow } from '../../refused.ts';
import { setTerms } from '../channels/terms.ts';
import { type Movement, post } from '../ledger/index.ts';
import { issueAll, moveTo, sharingMerchant, statementsOf } from './statements.fixture.ts';

// Payments of any currency with refunds in their month and in later ones: what the statements of all months come to is what
// was accrued less what was given back, and the share is worked out again beside the service, in integers.

const RUNS = 40;
const SLOW_MS = 180_000;
const PERCENT_MILLIONTHS = 29_000;

let world: ModuleWorld;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());

const payment = fc.record({
  amount: fc.integer({ min: 1, max: 99_999_999 }),
  day: fc.integer({ min: 0, max: 27 }),
  parts: fc.array(
    fc.record({ share: fc.integer({ min: 1, max: 100 }), daysLater: fc.integer({ min: 0, max: 60 }) }),
    { maxLength: 4 },
  ),
});

test(
  'sums are exact in every currency, however a payment is given back',
  async () => {
    const sale = fc.record({
      currency: fc.constantFrom(...currencies()),
      share: fc.integer({ min: 0, max: 10_000 }),
      payments: fc.array(payment, { minLength: 1, maxLength: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(sale, async ({ currency, share, payments }) => {
        const merchant = await sharingMerchant(world);
        const terms = { type: 'fee_share', description: 'a share', fee_share_basis_points: share } as const;
        orThrow(await setTerms(world.ctx, merchant.channel_id, terms));
        const month = nextMonth();
        const expected = { captured: 0, accrued: 0, returned: 0, share: 0 };
        for (const paid of payments) await record(merchant, { ...paid, currency, month, share }, expected);
        moveTo(world, new Date(month.getTime() + 100 * DAY_MS).toISOString());
        await issueAll(world);
        const all = await statementsOf(world, merchant.channel_id);
        const total = (of: (one: (typeof all)[number]) => number) =>
          all.reduce((sum, one) => sum + of(one), 0);
        expect({
          captured: total((one) => one.accounted_captured_amount_cents),
          accrued: total((one) => one.platform_fee_accrued_cents),
          returned: total((one) => one.platform_fee_refunded_cents),
          share: total((one) => one.channel_share_cents),
        }).toEqual(expected);
      }),
      { numRuns: RUNS },
    );
  },
  SLOW_MS,
);

function nextMonth(): Date {
  const now = world.ctx.clock.now();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
}

const shareOf = (fee: number, basisPoints: number) =>
  Number(divideHalfUp(BigInt(fee) * BigInt(basisPoints), 10_000n));

interface Sold {
  amount: number;
  day: number;
  parts: readonly { share: number; daysLater: number }[];
  currency: string;
  month: Date;
  share: number;
}

// A capture and its refunds as they would be recorded, and what they are expected to come to.
async function record(
  merchant: { merchant_id: string; channel_id: string },
  sold: Sold,
  expected: { captured: number; accrued: number; returned: number; share: number },
): Promise<void> {
  const { ctx } = world;
  const at = new Date(sold.month.getTime() + sold.day * DAY_MS);
  const id = uuidAt(at);
  const step = minor(1);
  const terms = { percent_millionths: PERCENT_MILLIONTHS, fixed_minor_units: minor(0), step };
  const fee = platformFee(minor(sold.amount), terms);
  const about = { transaction_id: id, captured_at: at, posted_at: at, currency: sold.currency, ...merchant };
  const movements: Movement[] = [
    { ...about, source_id: id, occurred_at: at, amounts: { capture: sold.amount, platform_fee: fee } },
  ];
  const returns = new Map<string, number>();
  let [back, given] = [0, 0];
  for (const part of sold.parts) {
    const amount = Math.min(sold.amount - back, Math.ceil((sold.amount * part.share) / 100));
    if (amount <= 0) continue;
    const before = { refunded_before: minor(back), fee_returned_before: minor(given) };
    const part_fee = feeReturn({ captured: minor(sold.amount), fee, ...before, amount: minor(amount), step });
    const occurred_at = new Date(at.getTime() + part.daysLater * DAY_MS);
    movements.push({
      ...about,
      source_id: uuidAt(occurred_at),
      occurred_at,
      amounts: { refund: amount, fee_return: part_fee },
    });
    const isOwnMonth = occurred_at.getUTCMonth() === at.getUTCMonth();
    const key = isOwnMonth ? 'own' : `later ${returns.size}`;
    returns.set(key, (returns.get(key) ?? 0) + part_fee);
    [back, given] = [back + amount, given + part_fee];
  }
  expected.captured += sold.amount;
  expected.accrued += fee;
  expected.returned += given;
  expected.share += shareOf(fee - (returns.get('own') ?? 0), sold.share);
  for (const [key, value] of returns) if (key !== 'own') expected.share += shareOf(-value, sold.share);
  if (back === sold.amount) expect(given).toBe(fee);
  await inTransaction(ctx.db, async (tx) => {
    await sql`
      insert into transactions (id, merchant_id, channel_id, provider, provider_order_id, provider_capture_id, status,
        amount_cents, currency, platform_fee_cents, platform_fee_percent_millionths, platform_fee_fixed_minor_units,
        platform_fee_collected_cents, refunded_amount_cents, refunded_platform_fee_cents, captured_at, refunded_at,
        is_posted, created_at, updated_at)
      values (${id}, ${merchant.merchant_id}, ${merchant.channel_id}, 'ppcp', ${id}, ${id},
        ${back === sold.amount ? 'refunded' : 'captured'}, ${sold.amount}, ${sold.currency}, ${fee},
        ${PERCENT_MILLIONTHS}, 0, ${fee}, ${back}, ${given}, ${at}, ${back === sold.amount ? at : null}, true, ${at},
        ${at})`.execute(tx);
    await post(tx, ...movements);
  });
}

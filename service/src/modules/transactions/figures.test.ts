import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ModuleWorld, startModuleWorld } from '../../../../tests/world/module-world.ts';
import { currencies } from '../../lib/currency.ts';
import { uuidAt } from '../../lib/ids.ts';
import { minor, toDecimal } from '../../lib/money.ts';
import { sweepTallies } from '../payments/index.ts';
import { readDailyRevenue } from './daily-revenue.ts';
import { readFilterOptions } from './filter-options.ts';
import { readStats } from './stats.ts';
import { leaveUncounted, plant } from './transactions.fixture.ts';

let world: ModuleWorld;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());

const newMerchant = () => uuidAt(new Date());
const statsOf = (merchant_id: string, wallet_primary_currency: string | null = 'USD') =>
  readStats(world.ctx, { merchant_id, wallet_primary_currency });
const now = () => world.ctx.clock.now();

describe('statistics', () => {
  test('of a merchant without transactions are zeros in its currency', async () => {
    const zeros = {
      ...{ total_revenue: 0, avg_order_value: 0, platform_fees: 0, total_fees: 0, total_refunded: 0 },
      ...{ transaction_count: 0, captured_count: 0, refunded_count: 0, disputed_count: 0, by_currency: [] },
    };
    expect(await statsOf(newMerchant(), 'EUR')).toEqual({ ...zeros, currency: 'EUR' });
    expect(await statsOf(newMerchant(), null)).toEqual({ ...zeros, currency: 'USD' });
  });

  test('take what was captured whole, and tell apart what was returned', async () => {
    const merchant_id = newMerchant();
    const one = { merchant_id, created_at: now() };
    const fees = { platform_fee_cents: 30, provider_fee_cents: 59 };
    await plant(world.ctx.db, { ...one, ...fees, amount_cents: 1_000 });
    await plant(world.ctx.db, { ...one, ...fees, amount_cents: 1_001, refunded_amount_cents: 1 });
    await plant(world.ctx.db, { ...one, ...fees, amount_cents: 500, status: 'refunded' });
    await plant(world.ctx.db, { ...one, ...fees, amount_cents: 99, status: 'failed' });
    await plant(world.ctx.db, { ...one, amount_cents: 99, status: 'created', has_order: false });
    expect(await statsOf(merchant_id)).toMatchObject({
      ...{ total_revenue: 25.01, avg_order_value: 8.34, platform_fees: 0.9, total_fees: 2.67 },
      ...{ total_refunded: 5.01, transaction_count: 4, captured_count: 3, refunded_count: 2 },
    });
  });

  test('never add currencies: the primary one stands first, the others beside it', async () => {
    const merchant_id = newMerchant();
    const one = { merchant_id, created_at: now() };
    await plant(world.ctx.db, { ...one, currency: 'USD', amount_cents: 250 });
    await plant(world.ctx.db, { ...one, currency: 'JPY', amount_cents: 250 });
    await plant(world.ctx.db, { ...one, currency: 'JPY', amount_cents: 251 });
    await plant(world.ctx.db, { ...one, currency: 'KWD', amount_cents: 250, status: 'failed' });
    const usd = await statsOf(merchant_id);
    expect(usd).toMatchObject({ currency: 'USD', total_revenue: 2.5, transaction_count: 4 });
    expect(usd.by_currency).toMatchObject([
      { currency: 'JPY', total_revenue: 501, avg_order_value: 251, captured_count: 2 },
      { currency: 'KWD', total_revenue: 0, transaction_count: 1 },
    ]);
    const unlinked = await statsOf(merchant_id, null);
    expect(unlinked).toMatchObject({ currency: 'JPY', total_revenue: 501, transaction_count: 4 });
    expect(unlinked.by_currency.map(({ currency }) => currency)).toEqual(['USD', 'KWD']);
  });

  test('are exact in every currency, whatever is added up and not yet', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...currencies()),
        fc.array(fc.integer({ min: 1, max: 99_999_999 }), { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        async (currency, amounts, isFolded) => {
          const merchant_id = newMerchant();
          for (const amount_cents of amounts)
            await plant(world.ctx.db, { merchant_id, currency, amount_cents, created_at: now() });
          if (isFolded) await sweepTallies(world.ctx);
          const { total_revenue } = await statsOf(merchant_id, currency);
          const exact = toDecimal(minor(amounts.reduce((sum, amount) => sum + amount, 0)), currency);
          expect(total_revenue).toBe(Number(exact));
          const [today] = await readDailyRevenue(world.ctx, {
            ...{ merchant_id, wallet_primary_currency: currency, days: 1 },
          });
          expect(today).toMatchObject({ revenue: total_revenue, captured_count: amounts.length });
        },
      ),
      { numRuns: 40 },
    );
  });

  test('of disputes count each transaction once', async () => {
    const merchant_id = newMerchant();
    const id = await plant(world.ctx.db, { merchant_id, created_at: now() });
    await plant(world.ctx.db, { merchant_id, created_at: now() });
    for (let nth = 0; nth < 2; nth += 1)
      await sql`update transactions set disputed_at = now() where id = ${id}`.execute(world.ctx.db);
    expect(await statsOf(merchant_id)).toMatchObject({ disputed_count: 1, captured_count: 2 });
  });
});

describe('daily revenue', () => {
  const rowsOf = (merchant_id: string, days: number) =>
    readDailyRevenue(world.ctx, { merchant_id, wallet_primary_currency: 'USD', days });

  test('has a row for each day, the oldest first and today last', async () => {
    const rows = await rowsOf(newMerchant(), 90);
    expect(rows).toHaveLength(90);
    expect(rows.at(-1)!.date).toBe(now().toISOString().slice(0, 10));
    const dates = rows.map(({ date }) => Date.parse(date));
    expect(dates.every((at, nth) => nth === 0 || at - dates[nth - 1]! === 86_400_000)).toBe(true);
    expect(rows[0]).toMatchObject({ revenue: 0, platform_fees: 0, captured_count: 0, by_currency: [] });
  });

  test('goes by the UTC day of the capture, to the millisecond', async () => {
    const merchant_id = newMerchant();
    const midnight = Date.parse(now().toISOString().slice(0, 10));
    const created_at = new Date(midnight - 3 * 86_400_000);
    const capturedAt = (ms: number, amount_cents: number) =>
      plant(world.ctx.db, { merchant_id, created_at, amount_cents, captured_at: new Date(ms) });
    await capturedAt(midnight - 1, 100);
    await capturedAt(midnight, 250);
    await capturedAt(midnight - 86_400_000, 300);
    const uncounted = await capturedAt(midnight - 86_400_001, 700);
    await leaveUncounted(world.ctx.db, [uncounted]);
    const revenues = async () => (await rowsOf(merchant_id, 3)).map(({ revenue }) => revenue);
    expect(await revenues()).toEqual([7, 4, 2.5]);
    while ((await sweepTallies(world.ctx)) > 0);
    expect(await revenues()).toEqual([7, 4, 2.5]);
  });

  test('keeps a day as it was when its money is returned later', async () => {
    const merchant_id = newMerchant();
    const id = await plant(world.ctx.db, { merchant_id, created_at: now(), amount_cents: 900 });
    await sweepTallies(world.ctx);
    await sql`
      update transactions set status = 'refunded', refunded_at = now(), refunded_amount_cents = 900
      where id = ${id}`.execute(world.ctx.db);
    expect(await rowsOf(merchant_id, 1)).toMatchObject([{ revenue: 9, captured_count: 1 }]);
  });

  test('tells other currencies beside the main one', async () => {
    const merchant_id = newMerchant();
    await plant(world.ctx.db, { merchant_id, created_at: now(), currency: 'JPY', amount_cents: 900 });
    const [today] = await rowsOf(merchant_id, 1);
    expect(today).toMatchObject({ currency: 'USD', revenue: 0, captured_count: 0 });
    expect(today!.by_currency).toEqual([
      { currency: 'JPY', revenue: 900, platform_fees: 0, captured_count: 1 },
    ]);
  });
});

test('filter options are what the merchant’s transactions have, the most frequent first', async () => {
  const merchant_id = newMerchant();
  const one = { merchant_id, created_at: now() };
  expect(await readFilterOptions(world.ctx, merchant_id)).toEqual({ payment_methods: [], processors: [] });
  await plant(world.ctx.db, { ...one, payment_method: 'paylater' });
  await plant(world.ctx.db, { ...one, payment_method: 'card', processor: 'north_bank' });
  const changed = await plant(world.ctx.db, { ...one, payment_method: 'card' });
  await plant(world.ctx.db, { ...one, payment_method: 'venmo', status: 'created', has_order: false });
  expect(await readFilterOptions(world.ctx, merchant_id)).toEqual({
    payment_methods: [
      { value: 'card', label: 'Card', count: 2 },
      { value: 'paylater', label: 'Pay Later', count: 1 },
    ],
    processors: [{ value: 'north_bank', label: 'North bank', count: 1 }],
  });
  await sql`update transactions set payment_method = 'paylater' where id = ${changed}`.execute(world.ctx.db);
  const { payment_methods } = await readFilterOptions(world.ctx, merchant_id);
  expect(payment_methods.map(({ value, count }) => [value, count])).toEqual([
    ['paylater', 2],
    ['card', 1],
  ]);
});

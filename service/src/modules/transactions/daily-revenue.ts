import type { Ctx } from '../../context.ts';
import { minor, toJsonNumber } from '../../lib/money.ts';
import { DAY_MS, dayOf } from '../../lib/time.ts';
import { type DayRevenue, readRevenue } from './figures.ts';
import { mainCurrency } from './main-currency.ts';

/** What a merchant took on each of the last days (UTC), today included, the oldest first and none left out. */
export async function readDailyRevenue(
  ctx: Ctx,
  of: { merchant_id: string; wallet_primary_currency: string | null; days: number },
) {
  const today = ctx.clock.now().getTime();
  const days = Array.from({ length: of.days }, (_, back) => dayOf(new Date(today - back * DAY_MS))).reverse();
  const taken = await readRevenue(ctx.db, of.merchant_id, { first: days[0]!, last: days.at(-1)! });
  const currency = await mainCurrency(ctx.db, of);
  const byDay = Map.groupBy(taken, ({ day }) => day);
  return days.map((date) => rowOf(date, currency, byDay.get(date) ?? []));
}

function rowOf(date: string, currency: string, taken: readonly DayRevenue[]) {
  const main = taken.find((one) => one.currency === currency);
  return {
    date,
    currency,
    ...figuresOf(currency, main),
    by_currency: taken
      .filter((one) => one !== main)
      .map((one) => ({ currency: one.currency, ...figuresOf(one.currency, one) })),
  };
}

function figuresOf(currency: string, taken: DayRevenue | undefined) {
  const money = (cents: number) => toJsonNumber(minor(cents), currency);
  return {
    revenue: money(taken?.revenue_cents ?? 0),
    platform_fees: money(taken?.platform_fees_cents ?? 0),
    captured_count: taken?.captures ?? 0,
  };
}

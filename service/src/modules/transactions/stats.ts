import type { Ctx } from '../../context.ts';
import { divideHalfUp, type Minor, minor, toJsonNumber } from '../../lib/money.ts';
import { type CurrencyFigures, readFigures } from './figures.ts';
import { mostUsed } from './main-currency.ts';

/** A merchant's statistics. Money is in one currency, the merchant's primary one or else the most used, and the others
 *  stand beside it; counts are of all. Spec: Transactions. */
export async function readStats(
  ctx: Ctx,
  of: { merchant_id: string; wallet_primary_currency: string | null },
) {
  const figures = await readFigures(ctx.db, of.merchant_id);
  const currency = of.wallet_primary_currency ?? mostUsed(figures);
  const main = figures.find((one) => one.currency === currency) ?? nothingIn(currency);
  return {
    ...moneyOf(main),
    ...countsOf(figures),
    currency,
    by_currency: figures.filter((one) => one !== main).map(totalsOf),
  };
}

function totalsOf(figures: CurrencyFigures) {
  return { currency: figures.currency, ...moneyOf(figures), ...countsOf([figures]) };
}

function countsOf(figures: readonly CurrencyFigures[]) {
  const sum = (of: (one: CurrencyFigures) => number) => figures.reduce((total, one) => total + of(one), 0);
  return {
    transaction_count: sum((one) => one.transactions),
    captured_count: sum((one) => one.captured),
    refunded_count: sum((one) => one.refunded),
    disputed_count: sum((one) => one.disputed),
  };
}

function moneyOf(figures: CurrencyFigures) {
  const money = (cents: number) => toJsonNumber(minor(cents), figures.currency);
  return {
    total_revenue: money(figures.revenue_cents),
    avg_order_value: money(average(figures)),
    platform_fees: money(figures.platform_fees_cents),
    total_fees: money(figures.platform_fees_cents + figures.provider_fees_cents),
    total_refunded: money(figures.refunded_cents),
  };
}

function average({ revenue_cents, captured }: CurrencyFigures): Minor {
  return captured === 0 ? minor(0) : minor(Number(divideHalfUp(BigInt(revenue_cents), BigInt(captured))));
}

function nothingIn(currency: string): CurrencyFigures {
  return {
    ...{ currency, transactions: 0, captured: 0, refunded: 0, disputed: 0 },
    ...{ revenue_cents: 0, platform_fees_cents: 0, provider_fees_cents: 0, refunded_cents: 0 },
  };
}

import { sql } from 'kysely';
import type { Db } from '../../db/tx.ts';
import { takenBy } from '../payments/index.ts';
import { type Days, revenue, tallies } from './tallies.ts';

/** What a merchant's transactions in one currency come to. Amounts are minor units; what was captured counts whole, also
 *  once it was returned. */
export interface CurrencyFigures {
  currency: string;
  transactions: number;
  captured: number;
  refunded: number;
  disputed: number;
  revenue_cents: number;
  platform_fees_cents: number;
  provider_fees_cents: number;
  refunded_cents: number;
}

/** The figures of each currency, the most used first. */
export async function readFigures(db: Db, merchant_id: string): Promise<CurrencyFigures[]> {
  const taken = sql`filter (where ${takenBy('status')})`;
  const { rows } = await sql<CurrencyFigures>`
    select currency, sum(transactions)::bigint as transactions,
      coalesce(sum(transactions) ${taken}, 0)::bigint as captured,
      sum(refunded)::bigint as refunded, sum(disputed)::bigint as disputed,
      coalesce(sum(amount_cents) ${taken}, 0)::bigint as revenue_cents,
      coalesce(sum(platform_fee_cents) ${taken}, 0)::bigint as platform_fees_cents,
      coalesce(sum(provider_fee_cents) ${taken}, 0)::bigint as provider_fees_cents,
      sum(refunded_cents)::bigint as refunded_cents
    from ${tallies(merchant_id)}
    group by currency
    having sum(transactions) > 0
    order by captured desc, transactions desc, currency`.execute(db);
  return rows;
}

/** What was captured on a day in a currency. */
export interface DayRevenue {
  day: string;
  currency: string;
  captures: number;
  revenue_cents: number;
  platform_fees_cents: number;
}

/** What was captured on each of these days that has something, in each currency. */
export async function readRevenue(db: Db, merchant_id: string, days: Days): Promise<DayRevenue[]> {
  const { rows } = await sql<DayRevenue>`
    select day, currency, sum(captures)::bigint as captures, sum(amount_cents)::bigint as revenue_cents,
      sum(platform_fee_cents)::bigint as platform_fees_cents
    from ${revenue(merchant_id, days)}
    group by day, currency
    having sum(captures) > 0
    order by day, captures desc, currency`.execute(db);
  return rows;
}

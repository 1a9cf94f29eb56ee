import { type RawBuilder, sql } from 'kysely';
import { takenBy } from '../payments/index.ts';
import { IS_ONE } from './filter.ts';

/** The day in `transaction_tallies` that stands for all of them. */
const ALL_DAYS = '-infinity';

/** Days (UTC), as texts, both included. */
export interface Days {
  first: string;
  last: string;
}

/** What is counted of a merchant's transactions, as a table to select from: the sums, the changes that are not in them yet,
 *  and the transactions that are not counted yet, by day, status, payment method, processor and currency. One statement sees
 *  all three at one moment. Without `days` the day means nothing. Indexes: the primary key, transaction_changes_by_merchant,
 *  transactions_not_counted. */
export function tallies(merchant_id: string, days?: Days): RawBuilder<unknown> {
  const folded = days
    ? sql`day between ${days.first}::date and ${days.last}::date and day <> ${ALL_DAYS}::date`
    : sql`day = ${ALL_DAYS}::date`;
  const changed = days ? sql`created_day between ${days.first}::date and ${days.last}::date` : sql`true`;
  const made = sql`(created_at at time zone 'UTC')::date`;
  const uncounted = days ? sql`${made} between ${days.first}::date and ${days.last}::date` : sql`true`;
  return sql`(
    select day, status, payment_method, nullif(processor, '') as processor, currency, transactions, refunded, disputed,
      amount_cents, platform_fee_cents, provider_fee_cents, refunded_cents
    from transaction_tallies
    where merchant_id = ${merchant_id} and ${folded}
    union all
    select created_day, status, payment_method, nullif(processor, ''), currency, transactions, refunded, disputed,
      amount_cents, platform_fee_cents, provider_fee_cents, refunded_cents
    from transaction_changes
    where merchant_id = ${merchant_id} and ${changed}
    union all
    select ${made}, status, payment_method, processor, currency, 1,
      (refunded_amount_cents > 0)::integer, (disputed_at is not null)::integer, amount_cents, platform_fee_cents,
      coalesce(provider_fee_cents, 0), refunded_amount_cents
    from transactions
    where merchant_id = ${merchant_id} and not is_counted and ${IS_ONE} and ${uncounted}
  ) tallies`;
}

/** The same for the money that was taken, by the day on which it was. */
export function revenue(merchant_id: string, { first, last }: Days): RawBuilder<unknown> {
  const taken = sql`(captured_at at time zone 'UTC')::date`;
  return sql`(
    select day, currency, captures, amount_cents, platform_fee_cents
    from revenue_days
    where merchant_id = ${merchant_id} and day between ${first}::date and ${last}::date
    union all
    select captured_day, currency, transactions, amount_cents, platform_fee_cents
    from transaction_changes
    where merchant_id = ${merchant_id} and captured_day between ${first}::date and ${last}::date
      and ${takenBy('status')}
    union all
    select ${taken}, currency, 1, amount_cents, platform_fee_cents
    from transactions
    where merchant_id = ${merchant_id} and not is_counted and ${takenBy('status')}
      and ${taken} between ${first}::date and ${last}::date
  ) revenue`;
}

import { DAY, TAKEN } from './ranges.ts';

// What is counted apart, and what is counted of each.
const KEY = 'merchant_id, status, payment_method, processor, currency';
const COLUMNS = [
  'transactions',
  'refunded',
  'disputed',
  'amount_cents',
  'platform_fee_cents',
  'provider_fee_cents',
  'refunded_cents',
] as const;
const COUNTS = COLUMNS.join(', ');
const SUMS = COLUMNS.map((column) => `sum(${column}) as ${column}`).join(', ');
// An intent without an order at the provider is none yet, unless it failed.
const IS_COUNTABLE = `(provider_order_id is not null or status = 'failed')`;
const LISTED = `merchant_id, status, payment_method, coalesce(processor, '') as processor, currency, 1 as transactions,
  (refunded_amount_cents > 0)::int as refunded, (disputed_at is not null)::int as disputed, amount_cents, platform_fee_cents,
  coalesce(provider_fee_cents, 0) as provider_fee_cents, refunded_amount_cents as refunded_cents`;
const CREATED_DAY = `(created_at at time zone 'UTC')::date`;
const of = (table: string) => COLUMNS.map((column) => `${table}.${column}`).join(', ');

/** Rows of `subject` and `told`, by what they break. `$1` is the first moment of the range and `$2` the first behind it. */
export const TOTAL_RULES: Readonly<Record<string, string>> = {
  'daily revenue is the sum of the list': `
    with told as (
      select merchant_id, currency, day, sum(captures) as captures, sum(amount_cents) as amount, sum(platform_fee_cents) as fee
      from (
        select merchant_id, currency, day, captures, amount_cents, platform_fee_cents from revenue_days
        union all
        select merchant_id, currency, captured_day, transactions, amount_cents, platform_fee_cents from transaction_changes
        where status in ('captured', 'refunded')
        union all
        select t.merchant_id, t.currency, ${DAY}, 1, t.amount_cents, t.platform_fee_cents from transactions t
        where not t.is_counted and ${TAKEN}
      ) parts
      where day >= ($1::timestamptz at time zone 'UTC')::date and day < ($2::timestamptz at time zone 'UTC')::date
      group by 1, 2, 3
      having (sum(captures), sum(amount_cents), sum(platform_fee_cents)) <> (0, 0, 0)
    ),
    listed as (
      select t.merchant_id, t.currency, ${DAY} as day, count(*) as captures, sum(t.amount_cents) as amount,
        sum(t.platform_fee_cents) as fee
      from transactions t where ${TAKEN} group by 1, 2, 3
    )
    select format('%s %s %s', coalesce(l.merchant_id, d.merchant_id), coalesce(l.currency, d.currency),
        coalesce(l.day, d.day)) as subject,
      format('listed %s of %s, told %s of %s', l.captures, l.amount, d.captures, d.amount) as told
    from listed l full join told d using (merchant_id, currency, day)
    where (l.captures, l.amount, l.fee) is distinct from (d.captures, d.amount, d.fee)`,
  'statistics are the sum of the list': `
    with told as (
      select ${KEY}, ${SUMS}
      from (
        select ${KEY}, ${COUNTS} from transaction_tallies where day = '-infinity'
        union all
        select ${KEY}, ${COUNTS} from transaction_changes
        union all
        select ${LISTED} from transactions where not is_counted and ${IS_COUNTABLE}
      ) parts
      group by ${KEY}
      having sum(transactions) <> 0
    ),
    listed as (
      select ${KEY}, ${SUMS}
      from (select ${LISTED} from transactions where ${IS_COUNTABLE}) parts
      group by ${KEY}
    )
    select concat_ws(' ', ${KEY}) as subject,
      format('listed %s of %s, %s went back of %s, %s disputed; told %s of %s, %s of %s, %s', l.transactions, l.amount_cents,
        l.refunded_cents, l.refunded, l.disputed, d.transactions, d.amount_cents, d.refunded_cents, d.refunded,
        d.disputed) as told
    from listed l full join told d using (${KEY})
    where (${of('l')}) is distinct from (${of('d')})`,
  'totals by day are the sum of the list': `
    with told as (
      select day, ${KEY}, ${SUMS}
      from (
        select day, ${KEY}, ${COUNTS} from transaction_tallies where day <> '-infinity'
        union all
        select created_day, ${KEY}, ${COUNTS} from transaction_changes
        union all
        select ${CREATED_DAY}, ${LISTED} from transactions where not is_counted and ${IS_COUNTABLE}
      ) parts
      where day >= ($1::timestamptz at time zone 'UTC')::date and day < ($2::timestamptz at time zone 'UTC')::date
      group by day, ${KEY}
      having ${COLUMNS.map((column) => `sum(${column}) <> 0`).join(' or ')}
    ),
    listed as (
      select day, ${KEY}, ${SUMS}
      from (
        select ${CREATED_DAY} as day, ${LISTED} from transactions
        where ${IS_COUNTABLE} and created_at >= $1 and created_at < $2
      ) parts
      group by day, ${KEY}
    )
    select concat_ws(' ', day, ${KEY}) as subject,
      format('listed %s of %s, told %s of %s', l.transactions, l.amount_cents, d.transactions, d.amount_cents) as told
    from listed l full join told d using (day, ${KEY})
    where (${of('l')}) is distinct from (${of('d')})`,
  'totals by day come to those of all days': `
    select concat_ws(' ', ${KEY}) as subject,
      format('days come to %s of %s, all days are %s of %s', sum(transactions) filter (where day <> '-infinity'),
        sum(amount_cents) filter (where day <> '-infinity'), sum(transactions) filter (where day = '-infinity'),
        sum(amount_cents) filter (where day = '-infinity')) as told
    from transaction_tallies
    group by ${KEY}
    having ${COLUMNS.map((column) => `sum(case when day = '-infinity' then -${column} else ${column} end) <> 0`).join(' or ')}`,
};

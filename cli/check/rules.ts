import { PAYMENT_RULES } from './payment-rules.ts';
import { DAY, IN_PERIODS, TAKEN } from './ranges.ts';
import { STATEMENT_RULES } from './statement-rules.ts';
import { TOTAL_RULES } from './total-rules.ts';

/** What must agree, each as a question for what does not: rows of `subject` and `told`, by what they break. */
export const RULES: Readonly<Record<string, string>> = {
  ...PAYMENT_RULES,
  ...TOTAL_RULES,
  ...STATEMENT_RULES,
};

/** What each of the five comes to in the range, by currency. */
export const FIGURES = `
  with listed as (
    select currency, count(*) as captures, sum(amount_cents) as amount from transactions t where ${TAKEN} group by 1
  ),
  days as (
    select currency, sum(amount_cents) as amount
    from (
      select currency, day, amount_cents from revenue_days
      union all
      select currency, captured_day, amount_cents from transaction_changes
      where status in ('captured', 'refunded')
      union all
      select t.currency, ${DAY}, t.amount_cents from transactions t where not t.is_counted and ${TAKEN}
    ) parts
    where day >= ($1::timestamptz at time zone 'UTC')::date and day < ($2::timestamptz at time zone 'UTC')::date
    group by 1
  ),
  posted as (
    select currency, sum(amount_cents) filter (where kind = 'capture') as captured,
      sum(amount_cents) filter (where kind in ('refund', 'reversal')) as returned
    from ledger_postings where occurred_at >= $1 and occurred_at < $2 group by 1
  ),
  stated as (
    select currency, sum(accounted_captured_amount_cents + excluded_captured_amount_cents) as captured
    from statements s
    where ${IN_PERIODS}
      and not exists (select from statements n where n.supersedes_statement_id = s.id)
    group by 1
  )
  select currency, coalesce(l.captures, 0)::text as captures, coalesce(l.amount, 0)::text as list,
    coalesce(d.amount, 0)::text as days, coalesce(p.captured, 0)::text as ledger,
    coalesce(p.returned, 0)::text as returned, coalesce(s.captured, 0)::text as stated
  from listed l full join days d using (currency) full join posted p using (currency) full join stated s using (currency)
  order by currency`;

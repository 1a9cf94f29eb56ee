import { type RawBuilder, sql } from 'kysely';
import { isCountedLate } from './counted-postings.ts';
import type { Run } from './run-queries.ts';

/** What each of the postings `counted` is about, as it stood, and by which terms it counts: a fee that is given back by those that
 *  its capture was counted by. Transactions are read by all of their ids at once: one after the other costs five times as much. */
export function described(run: Run, splitting: readonly string[]): RawBuilder<unknown> {
  return sql`facts as (
    select id, provider, merchant_id, provider_capture_id, platform_fee_cents, refunded_platform_fee_cents,
      platform_fee_collected_cents,
      case when provider = any(${[...splitting]}::text[]) then 'collected'
        when platform_fee_percent_millionths = 0 and platform_fee_fixed_minor_units = 0 then 'unknown'
        else 'accrued' end as visibility
    from transactions
    where id = any(array(select transaction_id from counted))
      and id >= (select transaction_id from counted order by transaction_id limit 1)
      and id <= (select transaction_id from counted order by transaction_id desc limit 1)
    offset 0
  ),
  described as (
    select k.source_id, k.is_capture, k.transaction_id, k.captured_at, t.provider, t.merchant_id, m.business_name,
      t.provider_capture_id, t.visibility,
      case when k.is_capture then k.amount_cents else 0 end as amount,
      case when k.is_capture then t.platform_fee_cents else 0 end as accrued,
      case when not k.is_capture then k.amount_cents
        when t.refunded_platform_fee_cents > 0 then ${RETURNED}
        else 0 end as refunded,
      case when k.is_capture then t.platform_fee_collected_cents end as collected,
      case when k.is_capture then run.share else original.share end as share_applied,
      case when k.is_capture then run.pay else original.pay end as pay_applied
    from counted k
      cross join run
      join facts t on t.id = k.transaction_id
      cross join lateral (select business_name from merchants where id = t.merchant_id limit 1) m
      ${run.phase === 'adjustments' ? originalTerms : sql`cross join (select null::integer as share, null::bigint as pay) original`}
    offset 0
  )`;
}

/** What is paid for each transaction in a currency by terms; null where they name another currency, or none. */
export function payOf(terms: RawBuilder<unknown>, currency: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${terms}.per_transaction_currency = ${currency} then ${terms}.per_transaction_minor_units end`;
}

// A fee that was given back in the month of its capture is taken off its line, where both are counted by this statement.
const RETURNED = sql`(
  select coalesce(sum(f.amount_cents), 0)::bigint
  from ledger_postings f
  where f.kind = 'fee_return' and f.transaction_id = k.transaction_id
    and f.occurred_at >= date_trunc('month', k.captured_at at time zone 'UTC') at time zone 'UTC'
    and f.occurred_at < (date_trunc('month', k.captured_at at time zone 'UTC') + interval '1 month') at time zone 'UTC'
    and (not f.is_late or ${isCountedLate(sql`f`)})
)`;

// The terms by which the capture is paid for: of the statement that counted it late, else of the first one of its month. Where neither
// is made yet, those that its month will be stated by: the last version from before the month's end, or else the first there is.
// Indexes: statement_late_postings_pkey, month_is_stated_once, terms_version_is_one_of_its_channel.
const originalTerms = sql`
  cross join lateral (
    select (date_trunc('month', k.captured_at at time zone 'UTC') + interval '1 month') at time zone 'UTC' as month_end
  ) e
  left join lateral (
    select c.fee_share_basis_points as share, ${payOf(sql`c`, sql`run.currency`)} as pay
    from channel_terms c
    where c.id = coalesce(
      (
        select r.terms_id
        from statement_late_postings l join statement_runs r on r.statement_id = l.statement_id
        where l.source_id = k.transaction_id and l.kind = 'capture'
      ),
      (
        select r.terms_id from statement_runs r
        where r.channel_id = run.channel_id and r.currency = run.currency and r.supersedes is null
          and r.period = date_trunc('month', k.captured_at at time zone 'UTC')::date
      ),
      (
        select v.id from channel_terms v
        where v.channel_id = run.channel_id
        order by (v.created_at < month_end) desc, case when v.created_at < month_end then -version else version end
        limit 1
      )
    )
  ) original on true`;

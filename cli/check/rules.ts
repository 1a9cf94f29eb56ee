// What must agree, each as a question for what does not. `$1` is the first moment of the range and `$2` the first behind it.

const TAKEN = `t.status in ('captured', 'refunded') and t.captured_at >= $1 and t.captured_at < $2`;
const DAY = `(t.captured_at at time zone 'UTC')::date`;

/** Rows of `subject` and `told`, by what they break. */
export const RULES: Readonly<Record<string, string>> = {
  'a capture stands in the ledger with its amount and its fees': `
    select t.id::text as subject,
      format('taken %s, fees %s and %s; posted %s, %s and %s', t.amount_cents, t.platform_fee_cents, t.provider_fee_cents,
        p.captured, p.platform_fee, p.provider_fee) as told
    from transactions t
    left join lateral (
      select sum(amount_cents) filter (where kind = 'capture') as captured,
        sum(amount_cents) filter (where kind = 'platform_fee') as platform_fee,
        sum(amount_cents) filter (where kind = 'provider_fee') as provider_fee,
        count(*) filter (where occurred_at <> t.captured_at or currency <> t.currency
          or merchant_id <> t.merchant_id or channel_id is distinct from t.channel_id) as other
      from ledger_postings where source_id = t.id
    ) p on true
    where ${TAKEN} and (p.captured is distinct from t.amount_cents or coalesce(p.platform_fee, 0) <> t.platform_fee_cents
      or coalesce(p.provider_fee, 0) <> coalesce(t.provider_fee_cents, 0) or p.other > 0)`,
  'a refund stands in the ledger with its amount and its fee': `
    select r.id::text as subject,
      format('returned %s and %s; posted %s and %s', r.amount_cents, r.platform_fee_refund_cents, p.returned, p.fee) as told
    from refunds r
    left join lateral (
      select sum(amount_cents) filter (where kind in ('refund', 'reversal')) as returned,
        sum(amount_cents) filter (where kind = 'fee_return') as fee,
        count(*) filter (where occurred_at <> r.completed_at) as other
      from ledger_postings where source_id = r.id
    ) p on true
    where r.state = 'completed' and r.completed_at >= $1 and r.completed_at < $2
      and (p.returned is distinct from r.amount_cents or coalesce(p.fee, 0) <> coalesce(r.platform_fee_refund_cents, 0)
        or p.other > 0)`,
  'what stands in the ledger happened': `
    select p.source_id::text as subject, format('%s of %s %s', p.kind, p.amount_cents, p.currency) as told
    from ledger_postings p
    where p.occurred_at >= $1 and p.occurred_at < $2 and (
      (p.kind in ('capture', 'platform_fee', 'provider_fee')
        and not exists (select from transactions t where t.id = p.source_id and t.status in ('captured', 'refunded')))
      or (p.kind in ('refund', 'reversal', 'fee_return')
        and not exists (select from refunds r where r.id = p.source_id and r.state = 'completed'))
      or (p.kind in ('channel_share', 'channel_share_return')
        and not exists (select from statements s where s.id = p.source_id)))`,
  'a transaction is the sum of its refunds': `
    select t.id::text as subject,
      format('says %s and %s, its refunds come to %s and %s', t.refunded_amount_cents, t.refunded_platform_fee_cents,
        r.returned, r.fee) as told
    from transactions t
    cross join lateral (
      select coalesce(sum(amount_cents), 0) as returned, coalesce(sum(platform_fee_refund_cents), 0) as fee
      from refunds where transaction_id = t.id and state = 'completed'
    ) r
    where ${TAKEN} and (r.returned <> t.refunded_amount_cents or r.fee <> t.refunded_platform_fee_cents)`,
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
      select merchant_id, currency, sum(transactions) as captures, sum(amount_cents) as amount, sum(platform_fee_cents) as fee,
        sum(refunded_cents) as returned
      from (
        select merchant_id, currency, transactions, amount_cents, platform_fee_cents, refunded_cents, status
        from transaction_tallies where day = '-infinity'
        union all
        select merchant_id, currency, transactions, amount_cents, platform_fee_cents, refunded_cents, status
        from transaction_changes
        union all
        select merchant_id, currency, 1, amount_cents, platform_fee_cents, refunded_amount_cents, status from transactions
        where not is_counted
      ) parts
      where status in ('captured', 'refunded')
      group by 1, 2
      having sum(transactions) <> 0
    ),
    listed as (
      select merchant_id, currency, count(*) as captures, sum(amount_cents) as amount, sum(platform_fee_cents) as fee,
        sum(refunded_amount_cents) as returned
      from transactions where status in ('captured', 'refunded') group by 1, 2
    )
    select format('%s %s', coalesce(l.merchant_id, d.merchant_id), coalesce(l.currency, d.currency)) as subject,
      format('listed %s of %s, %s went back; told %s of %s, %s went back', l.captures, l.amount, l.returned, d.captures,
        d.amount, d.returned) as told
    from listed l full join told d using (merchant_id, currency)
    where (l.captures, l.amount, l.fee, l.returned) is distinct from (d.captures, d.amount, d.fee, d.returned)`,
  'a statement is the sum of its lines': `
    select s.id::text as subject,
      format('says %s of %s, %s and %s, share %s; its lines come to %s of %s, %s and %s, share %s',
        s.accounted_transaction_count, s.accounted_captured_amount_cents, s.platform_fee_accrued_cents,
        s.platform_fee_refunded_cents, s.channel_share_cents, l.captures, l.captured, l.accrued, l.returned, l.share) as told
    from statements s
    cross join lateral (
      select count(*) as lines, count(*) filter (where entry_type = 'capture') as captures,
        coalesce(sum(amount_cents), 0) as captured, coalesce(sum(platform_fee_accrued_cents), 0) as accrued,
        coalesce(sum(platform_fee_refunded_cents), 0) as returned, coalesce(sum(channel_share_cents), 0) as share
      from statement_lines where statement_id = s.id
    ) l
    where s.period >= ($1::timestamptz at time zone 'UTC')::date and s.period < ($2::timestamptz at time zone 'UTC')::date
      and (l.lines, l.captures, l.captured, l.accrued, l.returned, l.share)
        <> (s.line_count, s.accounted_transaction_count, s.accounted_captured_amount_cents, s.platform_fee_accrued_cents,
          s.platform_fee_refunded_cents, s.channel_share_cents)`,
  'a statement counts what stands in the ledger of its month': `
    with current_ones as (
      select s.id, s.channel_id, s.currency, s.period, s.period::timestamp at time zone 'UTC' as from_at,
        (s.period + interval '1 month') at time zone 'UTC' as to_at,
        s.accounted_captured_amount_cents + s.excluded_captured_amount_cents as captured,
        s.platform_fee_accrued_cents as accrued, s.platform_fee_refunded_cents as returned
      from statements s
      where s.period >= ($1::timestamptz at time zone 'UTC')::date and s.period < ($2::timestamptz at time zone 'UTC')::date
        and not exists (select from statements n where n.supersedes_statement_id = s.id)
    )
    select c.id::text as subject,
      format('counts %s, %s and %s; the ledger has %s, %s and %s', c.captured, c.accrued, c.returned, p.captured, p.accrued,
        p.returned) as told
    from current_ones c
    cross join lateral (
      select coalesce(sum(amount_cents) filter (where kind = 'capture'), 0) as captured,
        coalesce(sum(amount_cents) filter (where kind = 'platform_fee'), 0) as accrued,
        coalesce(sum(amount_cents) filter (where kind = 'fee_return'), 0) as returned
      from ledger_postings p
      where p.channel_id = c.channel_id and p.currency = c.currency and (
        (p.occurred_at >= c.from_at and p.occurred_at < c.to_at and not p.is_late)
        or (p.is_late and exists (
          select from statement_late_postings l
          where l.statement_id = c.id and l.source_id = p.source_id
            and l.kind = case p.kind when 'platform_fee' then 'capture' else p.kind end
        )))
    ) p
    where (c.captured, c.accrued, c.returned) <> (p.captured, p.accrued, p.returned)`,
  'a channel is owed what its statements say': `
    select format('%s %s', coalesce(s.channel_id, p.channel_id), coalesce(s.currency, p.currency)) as subject,
      format('statements come to %s, the ledger to %s', s.share, p.owed) as told
    from (
      select channel_id, currency, sum(channel_share_cents) as share from statements s
      where not exists (select from statements n where n.supersedes_statement_id = s.id)
      group by 1, 2
    ) s
    full join (
      select channel_id, currency, sum(case kind when 'channel_share' then amount_cents else -amount_cents end) as owed
      from ledger_postings where kind in ('channel_share', 'channel_share_return') group by 1, 2
    ) p using (channel_id, currency)
    where coalesce(s.share, 0) <> coalesce(p.owed, 0)`,
};

/** What each of the five comes to in the range, by currency. */
export const FIGURES = `
  with listed as (
    select currency, count(*) as captures, sum(amount_cents) as amount from transactions t where ${TAKEN} group by 1
  ),
  days as (
    select currency, sum(captures) as captures, sum(amount_cents) as amount
    from (
      select currency, day, captures, amount_cents from revenue_days
      union all
      select currency, captured_day, transactions, amount_cents from transaction_changes
      where status in ('captured', 'refunded')
      union all
      select t.currency, ${DAY}, 1, t.amount_cents from transactions t where not t.is_counted and ${TAKEN}
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
    select currency, count(*) as statements,
      sum(accounted_captured_amount_cents + excluded_captured_amount_cents) as captured
    from statements s
    where s.period >= ($1::timestamptz at time zone 'UTC')::date and s.period < ($2::timestamptz at time zone 'UTC')::date
      and not exists (select from statements n where n.supersedes_statement_id = s.id)
    group by 1
  )
  select currency, coalesce(l.captures, 0)::text as captures, coalesce(l.amount, 0)::text as list,
    coalesce(d.amount, 0)::text as days, coalesce(p.captured, 0)::text as ledger,
    coalesce(p.returned, 0)::text as returned, coalesce(s.captured, 0)::text as stated
  from listed l full join days d using (currency) full join posted p using (currency) full join stated s using (currency)
  order by currency`;

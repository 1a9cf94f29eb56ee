import { IN_PERIODS } from './ranges.ts';

/** Rows of `subject` and `told`, by what they break. `$1` is the first moment of the range and `$2` the first behind it. */
export const STATEMENT_RULES: Readonly<Record<string, string>> = {
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
    where ${IN_PERIODS}
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
      where ${IN_PERIODS}
        and not exists (select from statements n where n.supersedes_statement_id = s.id)
        -- What was posted late is its correction's to count from when that is begun.
        and not exists (select from statement_runs r where r.supersedes = s.id and r.phase <> 'issued')
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
  'a month that is closed is stated': `
    select format('%s %s %s', m.channel_id, m.currency, m.month) as subject,
      format('closed at %s, %s', m.closed_at, case when r.phase is null then 'and no statement was begun'
        else 'and its statement is not there' end) as told
    from ledger_months m
    left join statement_runs r on r.channel_id = m.channel_id and r.currency = m.currency and r.period = m.month
      and r.supersedes is null
    left join statements s on s.id = r.statement_id
    where m.closed_at is not null and (r.phase is null or (r.phase = 'issued' and s.id is null))
      and m.month >= ($1::timestamptz at time zone 'UTC')::date and m.month < ($2::timestamptz at time zone 'UTC')::date`,
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
  'a statement is the sum of its rails': `
    select s.id::text as subject,
      format('takes in %s of %s; its rails come to %s of %s', s.accounted_transaction_count + s.excluded_transaction_count,
        s.accounted_captured_amount_cents + s.excluded_captured_amount_cents, r.transactions, r.captured) as told
    from statements s
    cross join lateral (
      select coalesce(sum((rail ->> 'transaction_count')::bigint), 0) as transactions,
        coalesce(sum((rail ->> 'captured_amount_cents')::bigint), 0) as captured
      from jsonb_array_elements(s.rail_summaries) rail
    ) r
    where ${IN_PERIODS} and (r.transactions, r.captured)
      <> (s.accounted_transaction_count + s.excluded_transaction_count,
        s.accounted_captured_amount_cents + s.excluded_captured_amount_cents)`,
  'a line says of its capture what the ledger says': `
    select format('%s %s', l.statement_id, l.n) as subject,
      format('%s of %s, fee %s; posted %s, fee %s', l.transaction_id, l.amount_cents, l.platform_fee_accrued_cents,
        p.captured, p.fee) as told
    from statements s
    join statement_lines l on l.statement_id = s.id and l.entry_type = 'capture'
    left join lateral (
      select sum(amount_cents) filter (where kind = 'capture') as captured,
        coalesce(sum(amount_cents) filter (where kind = 'platform_fee'), 0) as fee,
        count(*) filter (where captured_at <> l.captured_at or merchant_id <> l.merchant_id) as other
      from ledger_postings where source_id = l.transaction_id and kind in ('capture', 'platform_fee')
    ) p on true
    where ${IN_PERIODS}
      and (p.captured is distinct from l.amount_cents or p.fee <> l.platform_fee_accrued_cents or p.other > 0)`,
  'a capture is stated once': `
    select l.transaction_id::text as subject,
      format('stands in %s', string_agg(l.statement_id::text, ' and ' order by l.statement_id)) as told
    from statements s
    join statement_lines l on l.statement_id = s.id and l.entry_type = 'capture'
    where not exists (select from statements n where n.supersedes_statement_id = s.id)
    group by l.transaction_id
    having count(*) > 1`,
};

import { TAKEN } from './ranges.ts';

/** Rows of `subject` and `told`, by what they break. `$1` is the first moment of the range and `$2` the first behind it. */
export const PAYMENT_RULES: Readonly<Record<string, string>> = {
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
          or merchant_id <> t.merchant_id or channel_id is distinct from t.channel_id
          or transaction_id is distinct from t.id or captured_at is distinct from t.captured_at) as other
      from ledger_postings where source_id = t.id
    ) p on true
    where ${TAKEN} and (p.captured is distinct from t.amount_cents or coalesce(p.platform_fee, 0) <> t.platform_fee_cents
      or coalesce(p.provider_fee, 0) <> coalesce(t.provider_fee_cents, 0) or p.other > 0)`,
  'a refund stands in the ledger with its amount and its fee': `
    select r.id::text as subject,
      format('returned %s and %s of %s; posted %s and %s', r.amount_cents, r.platform_fee_refund_cents, t.id, p.returned,
        p.fee) as told
    from refunds r
    left join transactions t on t.id = r.transaction_id
    left join lateral (
      select sum(amount_cents) filter (where kind = case r.origin when 'reversal' then 'reversal' else 'refund' end) as returned,
        sum(amount_cents) filter (where kind = 'fee_return') as fee,
        count(*) filter (where occurred_at <> r.completed_at or currency <> t.currency or merchant_id <> t.merchant_id
          or channel_id is distinct from t.channel_id or transaction_id is distinct from t.id
          or captured_at is distinct from t.captured_at) as other
      from ledger_postings where source_id = r.id
    ) p on true
    where r.state = 'completed' and r.completed_at >= $1 and r.completed_at < $2
      and (t.id is null or p.returned is distinct from r.amount_cents
        or coalesce(p.fee, 0) <> coalesce(r.platform_fee_refund_cents, 0) or p.other > 0)`,
  'what stands in the ledger happened': `
    select p.source_id::text as subject, format('%s of %s %s', p.kind, p.amount_cents, p.currency) as told
    from ledger_postings p
    where p.occurred_at >= $1 and p.occurred_at < $2 and (
      (p.kind in ('capture', 'platform_fee', 'provider_fee')
        and not exists (select from transactions t where t.id = p.source_id and t.status in ('captured', 'refunded')))
      or (p.kind in ('refund', 'reversal', 'fee_return')
        and not exists (select from refunds r where r.id = p.source_id and r.state = 'completed'))
      or (p.kind in ('dispute_hold', 'dispute_win', 'dispute_loss')
        and not exists (select from disputes d where d.id = p.source_id))
      or (p.kind in ('channel_share', 'channel_share_return')
        and not exists (select from statements s where s.id = p.source_id)))`,
  'what a dispute holds stands in the ledger until it is given back': `
    select d.id::text as subject,
      format('%s, holds %s, given back %s; posted %s and %s', case when d.is_resolved then 'ended' else 'open' end,
        coalesce(d.held_cents, 0), d.released_at is not null, p.held, p.returned) as told
    from disputes d
    cross join lateral (
      select coalesce(sum(amount_cents) filter (where kind = 'dispute_hold'), 0) as held,
        coalesce(sum(amount_cents) filter (where kind in ('dispute_win', 'dispute_loss')), 0) as returned,
        count(*) filter (where currency <> d.currency or merchant_id <> d.merchant_id
          or transaction_id is distinct from d.transaction_id) as other
      from ledger_postings where source_id = d.id
    ) p
    where d.opened_at >= $1 and d.opened_at < $2 and (
      p.held - p.returned <> case when d.released_at is null then coalesce(d.held_cents, 0) else 0 end
      or p.other > 0 or (d.is_resolved and d.held_cents > 0 and d.released_at is null))`,
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
  'a payment is refunded once all of it went back, and reserves no more than is asked for': `
    select t.id::text as subject,
      format('%s, %s of %s went back, %s reserved, %s asked for', t.status, t.refunded_amount_cents, t.amount_cents,
        t.refund_reserved_cents, r.asked) as told
    from transactions t
    cross join lateral (
      select coalesce(sum(amount_cents), 0) as asked
      from refunds where transaction_id = t.id and state in ('requested', 'unknown', 'pending')
    ) r
    where ${TAKEN} and ((t.status = 'refunded') <> (t.refunded_amount_cents = t.amount_cents)
      or t.refund_reserved_cents > r.asked)`,
};

/** What is planted: numbers `$1` to `$2` of `$3` in all, of merchant `$4`, spread evenly over the `$5` milliseconds that end at
 *  `$6`; `$7` tells the ids of one planting from those of another. Sessions, transactions, refunds and postings of one number
 *  belong together, paid into the account that the merchant has, and what is counted of them is noted by the database. What falls
 *  into a month that is closed is late. */
export const PLANT = `
  with account as (
    select id, provider_account from rail_accounts where merchant_id = $4::uuid and rail = 'ppcp' and retired_at is null
  ),
  numbered as (
    select i, ('x' || substr(md5($7 || i), 1, 7))::bit(28)::integer as chance, md5($7 || ':' || i) as mark,
      ($6::bigint - $5::bigint + $5::bigint * i / $3::bigint) as ms
    from generate_series($1::bigint, $2::bigint) i
  ),
  shaped as (
    select i, mark, chance,
      (lpad(to_hex(ms), 12, '0') || '7' || substr(mark, 1, 3) || '8' || substr(mark, 4, 15))::uuid as id,
      timestamptz 'epoch' + ms * interval '1 millisecond' as at,
      case when chance % 100 < 84 then 'captured' when chance % 100 < 88 then 'refunded' when chance % 100 < 93 then 'failed'
        when chance % 100 < 97 then 'voided' else 'created' end as status,
      (array['wallet', 'wallet', 'wallet', 'card', 'card', 'paylater', 'venmo'])[1 + chance / 100 % 7] as method,
      500 + chance / 7 % 20000 as amount_cents,
      (array['ana', 'ben', 'carla', 'dmitri', 'elif', 'fatou', 'goran', 'hana', 'ines', 'jo', 'kofi', 'lena', 'mateo', 'noor',
        'olga', 'pavel', 'quynh', 'rosa', 'sami', 'tuva'])[1 + chance / 13 % 20] || '.' ||
        (array['alder', 'brook', 'castle', 'dale', 'elm', 'ford', 'grove', 'hill', 'isle', 'jarvis', 'knoll', 'lake'])
        [1 + chance / 17 % 12] || chance / 19 % 9973 || '@' ||
        (array['example.com', 'example.org', 'mail.example', 'post.example'])[1 + chance / 23 % 4] as buyer_email,
      (array['Green tea', 'Teapot', 'Two mugs', 'Coffee beans', 'Linen towel', 'Desk lamp', 'Wool socks', 'Notebook',
        'Garden chair', 'Bicycle bell', 'Rain coat', 'Sun hat'])[1 + chance / 29 % 12] || ', order ' || i as description
    from numbered
  ),
  sold as (
    insert into checkout_sessions (id, merchant_id, channel_id, amount_cents, currency, status, buyer_email, description,
      expires_at, created_at, rail, rail_account_id)
    select 'cs_' || substr(mark, 1, 27), m.id, m.channel_id, amount_cents, 'USD',
      case when status in ('captured', 'refunded') then 'completed' else 'open' end, buyer_email, description,
      at + interval '30 minutes', at, 'ppcp', a.id
    from shaped cross join merchants m left join account a on true
    where m.id = $4::uuid
  ),
  paid as (
    insert into transactions (id, merchant_id, channel_id, checkout_session_id, provider, provider_order_id,
      provider_capture_id, status, amount_cents, currency, platform_fee_cents, platform_fee_percent_millionths,
      platform_fee_fixed_minor_units, platform_fee_collected_cents, provider_fee_cents, net_amount_cents,
      refunded_amount_cents, refunded_platform_fee_cents, payment_method, buyer_email, description, status_raw,
      failure_code, approved_at, captured_at, refunded_at, created_at, updated_at, is_posted, rail_account_id,
      wallet_merchant_id)
    select s.id, m.id, m.channel_id, 'cs_' || substr(mark, 1, 27), 'ppcp', 'SEED' || upper(substr(mark, 1, 13)),
      case when is_taken then 'SEEC' || upper(substr(mark, 1, 13)) end, status, amount_cents, 'USD', fee_cents, 30000, 0,
      case when is_taken then fee_cents end, case when is_taken then provider_fee_cents end,
      case when is_taken then amount_cents - fee_cents - provider_fee_cents end,
      case when status = 'refunded' then amount_cents else 0 end, case when status = 'refunded' then fee_cents else 0 end,
      method, buyer_email, description, case when is_taken then 'COMPLETED' end,
      case when status = 'failed' then 'INSTRUMENT_DECLINED' end,
      case when status <> 'created' then at + interval '1 minute' end,
      case when is_taken then at + interval '2 minutes' end,
      case when status = 'refunded' then at + interval '1 hour' end, at, at + interval '2 minutes', is_taken, a.id,
      a.provider_account
    from shaped s
    cross join lateral (
      select status in ('captured', 'refunded') as is_taken, amount_cents * 3 / 100 as fee_cents,
        amount_cents * 29 / 1000 + 49 as provider_fee_cents
    ) costs
    cross join merchants m
    left join account a on true
    where m.id = $4::uuid
    returning id, merchant_id, channel_id, status, amount_cents, currency, platform_fee_cents, provider_fee_cents,
      captured_at, refunded_at
  ),
  returned as (
    insert into refunds (id, transaction_id, merchant_id, origin, amount_cents, platform_fee_refund_cents,
      provider_refund_id, state, created_at, updated_at, completed_at, is_posted)
    select gen_random_uuid(), id, merchant_id, 'api', amount_cents, platform_fee_cents,
      'SEER' || upper(substr(md5($7 || id), 1, 13)), 'completed', refunded_at, refunded_at, refunded_at, true
    from paid
    where status = 'refunded'
    returning id, transaction_id, merchant_id, amount_cents, platform_fee_refund_cents, completed_at
  ),
  taken as (
    select id as source_id, kind, captured_at as occurred_at, id as transaction_id, captured_at, channel_id, merchant_id,
      currency, debit, credit, amount
    from paid
    cross join lateral (values ('capture', 'provider', 'merchant', amount_cents),
      ('provider_fee', 'merchant', 'provider_fees', provider_fee_cents),
      ('platform_fee', 'merchant', 'platform_fees', platform_fee_cents)) as p (kind, debit, credit, amount)
    where captured_at is not null
    union all
    select r.id, kind, r.completed_at, p.id, p.captured_at, p.channel_id, p.merchant_id, p.currency, debit, credit, amount
    from returned r
    join paid p on p.id = r.transaction_id
    cross join lateral (values ('refund', 'merchant', 'provider', r.amount_cents),
      ('fee_return', 'platform_fees', 'merchant', r.platform_fee_refund_cents)) as back (kind, debit, credit, amount)
  ),
  dated as (
    select t.*, c.closed_at is not null as is_late,
      case when c.closed_at is null then t.occurred_at else now() end as posted_at
    from taken t
    left join ledger_months c on c.channel_id = t.channel_id and c.currency = t.currency
      and c.month = date_trunc('month', t.occurred_at at time zone 'UTC')::date
    where amount > 0
  ),
  posted as (
    insert into ledger_postings (source_id, kind, occurred_at, transaction_id, captured_at, channel_id, merchant_id,
      currency, debit, credit, amount_cents, is_late, posted_at)
    select source_id, kind, occurred_at, transaction_id, captured_at, channel_id, merchant_id, currency, debit, credit,
      amount, is_late, posted_at
    from dated
  ),
  opened as (
    insert into ledger_months (channel_id, currency, month)
    select distinct channel_id, currency, date_trunc('month', posted_at at time zone 'UTC')::date
    from dated
    where channel_id is not null and kind in ('capture', 'fee_return')
    on conflict do nothing
  )
  select count(*) as planted from paid`;

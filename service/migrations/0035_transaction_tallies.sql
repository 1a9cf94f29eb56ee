-- How many transactions a merchant has and what they come to, known without counting. A change of a transaction leaves
-- what it adds and takes in rows of its own, so that two captures of one merchant never wait for each other; a sweep adds
-- these up, and a reader takes both together. The database does it, since a release before this one changes transactions
-- too, and a total that is nearly right is wrong.

-- Added up, by the day (UTC) on which transactions were made; the day '-infinity' stands for all days.
create table transaction_tallies (
  merchant_id uuid not null,
  day date not null,
  status text not null,
  payment_method text not null,
  processor text not null,
  currency text not null,
  transactions bigint not null,
  refunded bigint not null,
  disputed bigint not null,
  amount_cents bigint not null,
  platform_fee_cents bigint not null,
  provider_fee_cents bigint not null,
  refunded_cents bigint not null,
  primary key (merchant_id, day, status, payment_method, processor, currency)
);

-- Added up, by the day (UTC) on which the money was taken.
create table revenue_days (
  merchant_id uuid not null,
  day date not null,
  currency text not null,
  captures bigint not null,
  amount_cents bigint not null,
  platform_fee_cents bigint not null,
  primary key (merchant_id, day, currency)
);

-- Not added up yet.
create table transaction_changes (
  id bigint generated always as identity primary key,
  merchant_id uuid not null,
  created_day date not null,
  captured_day date,
  status text not null,
  payment_method text not null,
  processor text not null,
  currency text not null,
  transactions bigint not null,
  refunded bigint not null,
  disputed bigint not null,
  amount_cents bigint not null,
  platform_fee_cents bigint not null,
  provider_fee_cents bigint not null,
  refunded_cents bigint not null
);

create index transaction_changes_by_merchant on transaction_changes (merchant_id);

-- False for what was there before it was counted: a sweep goes through it, and until then it is counted when asked.
alter table transactions
  add column is_counted boolean not null default false,
  add column disputed_at timestamptz;
alter table transactions alter column is_counted set default true;

-- What one transaction, or many at once, add to the counts. An intent without an order at the provider is no transaction
-- yet, unless it failed.
create function tally_new_transactions() returns trigger language plpgsql as $$
begin
  insert into transaction_changes (merchant_id, created_day, captured_day, status, payment_method, processor, currency,
    transactions, refunded, disputed, amount_cents, platform_fee_cents, provider_fee_cents, refunded_cents)
  select merchant_id, (created_at at time zone 'UTC')::date, (captured_at at time zone 'UTC')::date, status, payment_method,
    coalesce(processor, ''), currency, count(*),
    count(*) filter (where refunded_amount_cents > 0), count(disputed_at), sum(amount_cents), sum(platform_fee_cents),
    sum(coalesce(provider_fee_cents, 0)), sum(refunded_amount_cents)
  from inserted
  where is_counted and (provider_order_id is not null or status = 'failed')
  group by 1, 2, 3, 4, 5, 6, 7;
  return null;
end $$;

create function tally_changed_transaction() returns trigger language plpgsql as $$
begin
  insert into transaction_changes (merchant_id, created_day, captured_day, status, payment_method, processor, currency,
    transactions, refunded, disputed, amount_cents, platform_fee_cents, provider_fee_cents, refunded_cents)
  select t.merchant_id, (t.created_at at time zone 'UTC')::date, (t.captured_at at time zone 'UTC')::date, t.status,
    t.payment_method, coalesce(t.processor, ''), t.currency, t.sign,
    case when t.refunded_amount_cents > 0 then t.sign else 0 end,
    case when t.disputed_at is null then 0 else t.sign end, t.sign * t.amount_cents, t.sign * t.platform_fee_cents,
    t.sign * coalesce(t.provider_fee_cents, 0), t.sign * t.refunded_amount_cents
  from (select -1 as sign, old.* union all select 1, new.*) t
  where t.is_counted and (t.provider_order_id is not null or t.status = 'failed');
  return null;
end $$;

create trigger transactions_tallied_when_made after insert on transactions
  referencing new table as inserted
  for each statement execute function tally_new_transactions();

create trigger transactions_tallied_when_changed after update on transactions
  for each row
  when ((old.is_counted, old.status, old.payment_method, old.processor, old.provider_order_id is null, old.captured_at,
      old.disputed_at is null, old.amount_cents, old.platform_fee_cents, old.provider_fee_cents,
      old.refunded_amount_cents)
    is distinct from (new.is_counted, new.status, new.payment_method, new.processor, new.provider_order_id is null,
      new.captured_at, new.disputed_at is null, new.amount_cents, new.platform_fee_cents, new.provider_fee_cents,
      new.refunded_amount_cents))
  execute function tally_changed_transaction();

-- The ledger: what each movement of money did to whose account. A row is a posting with both of its sides, so that no
-- currency can be out of balance; what a movement consists of is written by one statement, with the change of state that
-- it follows from. Rows are added and never changed: a mistake is put right by another posting.

create table ledger_postings (
  -- What moved the money: the transaction that was captured, the refund, the statement.
  source_id uuid not null,
  kind text not null,
  -- When it happened, by the provider's clock where it says so. Partitions go by it, and so do months.
  occurred_at timestamptz not null,
  transaction_id uuid,
  -- When the capture happened that this is about.
  captured_at timestamptz,
  channel_id uuid,
  merchant_id uuid,
  currency text not null,
  debit text not null,
  credit text not null,
  amount_cents bigint not null,
  -- Whether the month in which it happened was closed already when it was written.
  is_late boolean not null,
  posted_at timestamptz not null,
  primary key (source_id, kind, occurred_at),
  constraint posting_moves_something check (amount_cents > 0),
  constraint posting_is_of_somebody check (channel_id is not null or merchant_id is not null),
  constraint posting_goes_where_its_kind_goes check (
    (kind = 'capture' and debit = 'provider' and credit = 'merchant')
    or (kind = 'provider_fee' and debit = 'merchant' and credit = 'provider_fees')
    or (kind = 'platform_fee' and debit = 'merchant' and credit = 'platform_fees')
    or (kind in ('refund', 'reversal') and debit = 'merchant' and credit = 'provider')
    or (kind = 'fee_return' and debit = 'platform_fees' and credit = 'merchant')
    or (kind = 'dispute_hold' and debit = 'merchant' and credit = 'disputed')
    or (kind = 'dispute_loss' and debit = 'disputed' and credit = 'provider')
    or (kind = 'dispute_win' and debit = 'disputed' and credit = 'merchant')
    or (kind = 'channel_share' and debit = 'platform_fees' and credit = 'channel')
    or (kind = 'channel_share_return' and debit = 'channel' and credit = 'platform_fees')
  )
) partition by range (occurred_at);

create table ledger_postings_default partition of ledger_postings default;

-- What a statement is made of: a channel's captures of a month, and the fees given back on captures of before.
create index ledger_captures_by_channel on ledger_postings (channel_id, currency, captured_at, source_id)
  where kind = 'capture' and channel_id is not null;
create index ledger_fee_returns_by_channel on ledger_postings (channel_id, currency, captured_at, source_id)
  where kind = 'fee_return' and channel_id is not null;
create index ledger_fee_returns_by_transaction on ledger_postings (transaction_id) where kind = 'fee_return';
-- What came after its month was closed; few.
create index ledger_late on ledger_postings (channel_id, currency, source_id) where is_late;
-- Nearly free, and enough for whoever adds up a span of time.
create index ledger_by_time on ledger_postings using brin (occurred_at) with (pages_per_range = 32, autosummarize = on);

-- The months of a channel in a currency in which there is something to state. What is posted in one that is closed is late,
-- and stands for the month in which it was posted.
create table ledger_months (
  channel_id uuid not null,
  currency text not null,
  month date not null,
  closed_at timestamptz,
  primary key (channel_id, currency, month),
  constraint month_is_named_by_its_first_day check (extract(day from month) = 1)
);

create index ledger_months_open on ledger_months (month, channel_id, currency) where closed_at is null;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is only added to', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger ledger_is_only_added_to before update or delete on ledger_postings
  for each row execute function refuse_change();
create trigger ledger_is_not_emptied before truncate on ledger_postings
  for each statement execute function refuse_change();
create trigger closed_month_stays_closed before update or delete on ledger_months
  for each row when (old.closed_at is not null) execute function refuse_change();
revoke update, delete, truncate on ledger_postings, ledger_postings_default from public, current_user;

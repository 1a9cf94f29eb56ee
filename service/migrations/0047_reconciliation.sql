-- What the providers' own books say, day by day of each account, against ours.

-- A day (UTC) of an account at its provider, how far it is compared, and when it is looked at again.
create table reconciliation_days (
  id uuid primary key,
  provider text not null,
  provider_account text not null,
  -- Whose the account is, and ours of it.
  rail_account_id uuid not null,
  merchant_id uuid not null,
  day date not null,
  phase text not null default 'reading',
  -- Where the phase goes on: in reading, from this moment on in spans of so many seconds, at this page; else behind this row.
  read_until timestamptz,
  span_seconds integer not null default 86400,
  page integer not null default 1,
  behind text not null default '',
  begun_at timestamptz,
  -- What the provider said, at the beginning of the look, that it shows everything until.
  refreshed_at timestamptz,
  looks integer not null default 0,
  entries integer not null default 0,
  looked_at timestamptz,
  -- Whether a look found everything there that the provider ever shows of the day.
  is_whole boolean not null default false,
  failures integer not null default 0,
  problem text,
  -- Whether the day behind it follows by itself; one that a person asked for stands alone.
  is_daily boolean not null default false,
  due_at timestamptz,
  created_at timestamptz not null,
  constraint day_is_compared_once unique (provider, provider_account, day),
  constraint day_is_in_a_phase check (phase in ('reading', 'theirs', 'captures', 'refunds'))
);

create index reconciliation_days_due on reconciliation_days (due_at) where due_at is not null;
create index reconciliation_days_by_day on reconciliation_days (day);
create index reconciliation_days_by_merchant on reconciliation_days (merchant_id, day desc, id desc);

-- What the provider shows of a day, while it is compared.
create table reconciliation_entries (
  day_id uuid not null references reconciliation_days (id),
  -- What is judged before it: a payment before what was returned of it, and that before its fees.
  place text not null,
  provider_id text not null,
  kind text not null,
  about_id text,
  transaction_id text,
  status text not null,
  amount_cents bigint,
  currency text,
  provider_fee_cents bigint,
  began_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (day_id, place)
);

create index reconciliation_entries_by_id on reconciliation_entries (day_id, provider_id);
create index reconciliation_entries_by_about on reconciliation_entries (day_id, about_id);

create table reconciliation_differences (
  id uuid primary key,
  day_id uuid not null references reconciliation_days (id),
  provider text not null,
  provider_account text not null,
  merchant_id uuid not null,
  channel_id uuid,
  day date not null,
  cause text not null,
  kind text not null,
  provider_id text not null,
  transaction_id uuid,
  ours jsonb,
  theirs jsonb,
  state text not null,
  note text,
  found_at timestamptz not null,
  -- When the look began that saw it last.
  seen_at timestamptz not null,
  closed_at timestamptz,
  constraint difference_is_listed_once unique (provider, provider_account, kind, provider_id, cause),
  constraint difference_has_a_cause
    check (cause in ('missing_here', 'missing_there', 'amount', 'fee', 'state', 'day')),
  constraint difference_state_is_known check (state in ('open', 'mended', 'gone', 'settled')),
  constraint closed_difference_says_when check ((state = 'open') = (closed_at is null))
);

create index reconciliation_differences_open on reconciliation_differences (id desc) where state = 'open';
create index reconciliation_differences_by_day on reconciliation_differences (day_id);
create index reconciliation_differences_by_merchant on reconciliation_differences (merchant_id, id desc);

-- How far accounts were walked through to find those whose days nobody compares yet.
create table reconciliation_walks (
  name text primary key,
  after_id uuid not null
);

-- Disputes as their provider tells of them, what a seller answered, and what the operator notes beside them.

create table disputes (
  id uuid primary key,
  merchant_id uuid not null,
  channel_id uuid,
  provider text not null,
  -- The seller's account that it stands against, as the provider calls it, and ours of it where one is known.
  provider_account text not null,
  rail_account_id uuid,
  provider_dispute_id text not null,
  provider_transaction_id text,
  -- The payment and its order; null while the payment is not found.
  transaction_id uuid,
  checkout_session_id text,
  external_order_id text,
  match_at timestamptz,
  status text not null,
  is_resolved boolean not null,
  reason text,
  amount_cents bigint,
  currency text not null,
  response_deadline timestamptz,
  outcome text,
  available_actions text[] not null,
  answered jsonb not null,
  provider_payload jsonb not null,
  opened_at timestamptz not null,
  provider_updated_at timestamptz not null,
  -- Which of the reads that were begun was recorded last: an earlier one that ends later is old news.
  reads_begun integer not null default 0,
  read_recorded integer not null default 0,
  last_event text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint dispute_is_known_once unique (provider, provider_dispute_id),
  constraint matched_dispute_is_not_looked_for check (transaction_id is null or match_at is null)
);

-- The merchant's list, newest first.
create index disputes_by_merchant on disputes (merchant_id, opened_at desc, id desc);
create index disputes_by_transaction on disputes (transaction_id, id desc) where transaction_id is not null;
create index disputes_open_by_account on disputes (provider, provider_account) where not is_resolved;
create index disputes_to_match on disputes (match_at) where match_at is not null;

-- Each time until which an answer counts, and when it is told that it approaches: once, and never when it was moved before.
create table dispute_deadlines (
  dispute_id uuid not null references disputes (id),
  deadline timestamptz not null,
  due_at timestamptz,
  told_at timestamptz,
  primary key (dispute_id, deadline),
  constraint deadline_is_told_once check (told_at is null or due_at is null)
);

create index dispute_deadlines_due on dispute_deadlines (due_at) where due_at is not null;

-- One row for each answer of a seller, committed before the provider is called. A row that is not settled has a time at
-- which it is looked at again.
create table dispute_actions (
  id uuid primary key,
  dispute_id uuid not null references disputes (id),
  merchant_id uuid not null,
  action text not null,
  -- The answer as it was given, whole.
  body jsonb not null,
  fingerprint bytea not null,
  -- How many such answers the dispute showed before, and how many in the same words.
  shown_before integer not null,
  shown_alike_before integer not null,
  actor text not null,
  state text not null,
  refusal text,
  problem_code text,
  checks integer not null default 0,
  next_check_at timestamptz,
  last_problem text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint dispute_action_state_is_known check (state in ('sending', 'unknown', 'done', 'refused')),
  constraint open_dispute_action_is_checked check ((state in ('sending', 'unknown')) = (next_check_at is not null)),
  constraint refused_dispute_action_says_why check (state <> 'refused' or refusal is not null)
);

-- Answers to one dispute are given one after the other.
create unique index one_open_action_per_dispute on dispute_actions (dispute_id) where state in ('sending', 'unknown');
create index dispute_actions_by_dispute on dispute_actions (dispute_id, id desc);
create index dispute_actions_due on dispute_actions (next_check_at) where next_check_at is not null;

create table dispute_notes (
  id uuid primary key,
  dispute_id uuid not null references disputes (id),
  text text not null,
  created_at timestamptz not null
);

create index dispute_notes_by_dispute on dispute_notes (dispute_id, id desc);

-- Whose disputes are listed at the provider, and how far that is: `listed_until` once a listing was read to its end.
create table dispute_accounts (
  id uuid primary key,
  provider text not null,
  provider_account text not null,
  rail_account_id uuid not null,
  merchant_id uuid not null,
  listed_until timestamptz,
  listing_begun_at timestamptz,
  next_page text,
  failures integer not null default 0,
  due_at timestamptz not null,
  constraint dispute_account_is_known_once unique (provider, provider_account)
);

create index dispute_accounts_due on dispute_accounts (due_at);

-- How far accounts were walked through to find those whose disputes nobody lists yet.
create table dispute_account_walks (
  name text primary key,
  after_id uuid not null
);

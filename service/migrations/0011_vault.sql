-- Instruments that buyers saved, and what was charged by them. A setup is what a buyer is asked to approve; its row
-- comes before the provider is called, and the provider's request ids derive from it.

create table vault_setups (
  id uuid primary key,
  merchant_id uuid not null,
  checkout_session_id text not null,
  customer_ref text not null,
  provider text not null,
  wallet_merchant_id text not null,
  provider_setup_id text,
  provider_customer_id text,
  approve_url text,
  state text not null default 'created',
  failure_code text,
  checks integer not null default 0,
  next_check_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint vault_setup_state_is_known check (state in ('created', 'saving', 'unknown', 'saved', 'failed')),
  constraint open_saving_is_checked check ((state in ('saving', 'unknown')) = (next_check_at is not null))
);

create index vault_setups_by_session on vault_setups (checkout_session_id, id desc);
create index vault_setups_due on vault_setups (next_check_at) where next_check_at is not null;
create index vault_setups_without_token on vault_setups (created_at) where provider_setup_id is null;

create table vault_tokens (
  id uuid primary key,
  merchant_id uuid not null,
  vault_setup_id uuid not null references vault_setups (id),
  customer_ref text not null,
  provider text not null,
  -- The account the token was saved for; no other can charge it.
  wallet_merchant_id text not null,
  provider_customer_id text,
  provider_token_id text not null,
  source_type text not null,
  label text,
  removed_at timestamptz,
  created_at timestamptz not null,
  constraint vault_token_is_known_once unique (provider, provider_token_id),
  constraint setup_saves_one_token unique (vault_setup_id)
);

-- The merchant's list, newest first, and the newest of one customer.
create index vault_tokens_by_merchant on vault_tokens (merchant_id, id desc);
create index vault_tokens_by_customer on vault_tokens (merchant_id, customer_ref, id desc);

-- One row for each charge, committed with its transaction before the provider is called. A row that is not settled
-- has a time at which it is looked at again.
create table vault_charges (
  transaction_id uuid primary key,
  merchant_id uuid not null,
  vault_token_id uuid not null references vault_tokens (id),
  idempotency_key text,
  state text not null,
  -- How a refused charge was answered; its key answers the same.
  refusal text,
  checks integer not null default 0,
  next_check_at timestamptz,
  -- Why it is still open: what a person reads who has to settle it.
  last_problem text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint vault_charge_state_is_known check (state in ('sending', 'unknown', 'done', 'refused')),
  constraint open_vault_charge_is_checked check ((state in ('sending', 'unknown')) = (next_check_at is not null)),
  constraint refused_vault_charge_says_why check (state <> 'refused' or refusal is not null),
  -- Kept for ever: the same key never charges twice.
  constraint vault_charge_key_is_used_once unique (merchant_id, idempotency_key)
);

create index vault_charges_due on vault_charges (next_check_at) where next_check_at is not null;

-- What a buyer's page needs to show a setup session; short-lived, and read with the session.
create table session_id_tokens (
  checkout_session_id text primary key,
  token text not null,
  expires_at timestamptz not null
);

create index session_id_tokens_by_end on session_id_tokens (expires_at);

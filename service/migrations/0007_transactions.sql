-- A transaction is one attempt to pay: one order at the provider. Its id is a UUIDv7, and partitions go by id, so a
-- lookup by id touches one of them.

create table transactions (
  id uuid not null,
  merchant_id uuid not null,
  channel_id uuid,
  checkout_session_id text,
  external_order_id text,
  provider text not null,
  provider_order_id text,
  provider_capture_id text,
  approve_url text,
  status text not null,
  amount_cents bigint not null,
  currency text not null,
  platform_fee_cents bigint not null,
  platform_fee_percent_millionths integer not null,
  platform_fee_fixed_minor_units integer not null,
  platform_fee_collected_cents bigint,
  provider_fee_cents bigint,
  net_amount_cents bigint,
  refund_reserved_cents bigint not null default 0,
  refunded_amount_cents bigint not null default 0,
  refunded_platform_fee_cents bigint not null default 0,
  payment_method text not null default 'wallet',
  payment_method_raw text,
  payment_method_scheme text,
  processor text,
  wallet_merchant_id text,
  provider_client_metadata_id text,
  buyer_email text,
  billing_address jsonb,
  shipping_address jsonb,
  description text,
  status_raw text,
  failure_code text,
  failure_message text,
  provider_debug_id text,
  settled boolean,
  settled_amount_cents bigint,
  settled_currency text,
  approved_at timestamptz,
  captured_at timestamptz,
  refunded_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (id),
  constraint transaction_status_is_known
    check (status in ('created', 'approved', 'pending', 'captured', 'refunded', 'failed', 'voided')),
  constraint transaction_amount_is_not_negative check (amount_cents >= 0),
  constraint platform_fee_within_amount check (platform_fee_cents between 0 and amount_cents),
  constraint refund_within_capture
    check (refund_reserved_cents >= 0 and refunded_amount_cents >= 0
      and refund_reserved_cents + refunded_amount_cents <= amount_cents),
  constraint fee_return_within_fee check (refunded_platform_fee_cents between 0 and platform_fee_cents),
  constraint capture_is_dated check (status not in ('captured', 'refunded') or captured_at is not null),
  constraint refund_is_dated check ((status = 'refunded') = (refunded_at is not null))
) partition by range (id);

create table transactions_default partition of transactions default;

-- The merchant's list and statistics, newest first.
create index transactions_by_merchant on transactions (merchant_id, id desc);
create index transactions_by_session on transactions (checkout_session_id, id desc);
create index transactions_by_order on transactions (provider_order_id);
create index transactions_by_capture on transactions (provider_capture_id);
create index transactions_without_order on transactions (created_at)
  where status = 'created' and provider_order_id is null;

-- A capture is asked for by a row first, committed before the provider is called; the provider's request id derives
-- from this id. A row that is not settled has a time at which it is looked at again.
create table capture_attempts (
  id uuid primary key,
  transaction_id uuid not null,
  state text not null,
  failure_code text,
  checks integer not null default 0,
  next_check_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint capture_attempt_state_is_known check (state in ('sending', 'unknown', 'pending', 'done', 'refused')),
  constraint open_capture_attempt_is_checked
    check ((state in ('sending', 'unknown', 'pending')) = (next_check_at is not null))
);

-- One capture of an order is under way at a time; the others wait for it and answer the same.
create unique index one_open_capture_per_transaction
  on capture_attempts (transaction_id) where state in ('sending', 'unknown', 'pending');
create index capture_attempts_due on capture_attempts (next_check_at) where next_check_at is not null;

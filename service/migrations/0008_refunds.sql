-- A refund is asked for by a row first; the provider's request id derives from the row. A provider-initiated refund
-- or reversal gets its row when it is heard of.

create table refunds (
  id uuid primary key,
  transaction_id uuid not null,
  merchant_id uuid not null,
  origin text not null,
  amount_cents bigint not null,
  platform_fee_refund_cents bigint,
  idempotency_key text,
  fingerprint bytea,
  provider_refund_id text,
  state text not null,
  failure_code text,
  checks integer not null default 0,
  next_check_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  constraint refund_origin_is_known check (origin in ('api', 'provider', 'reversal')),
  constraint refund_state_is_known check (state in ('requested', 'unknown', 'pending', 'completed', 'failed')),
  constraint refund_amount_is_positive check (amount_cents > 0),
  constraint open_refund_is_checked
    check ((state in ('requested', 'unknown', 'pending')) = (next_check_at is not null)),
  -- Kept for ever: the same key never returns money twice.
  constraint refund_key_is_used_once unique (merchant_id, idempotency_key),
  constraint provider_refund_is_known_once unique (provider_refund_id)
);

create index refunds_by_transaction on refunds (transaction_id, id);
create index refunds_due on refunds (next_check_at) where next_check_at is not null;

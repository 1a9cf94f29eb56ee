-- Checkout sessions never change but for their status. The id is a capability of 160 random bits and tells no time,
-- so partitions go by created_at; a lookup by id probes the index of each, of which there are few.

create table checkout_sessions (
  id text not null,
  merchant_id uuid not null,
  channel_id uuid,
  amount_cents bigint not null,
  currency text not null,
  status text not null default 'open',
  expires_at timestamptz not null,
  external_order_id text,
  description text,
  buyer_email text,
  success_url text,
  cancel_url text,
  allowed_origins text[],
  items jsonb,
  metadata jsonb,
  requires_shipping boolean,
  shipping_address jsonb,
  shipping_amount_cents bigint,
  created_at timestamptz not null,
  primary key (id, created_at),
  constraint session_status_is_known check (status in ('open', 'capturing', 'completed')),
  constraint session_amount_is_not_negative check (amount_cents >= 0)
) partition by range (created_at);

create table checkout_sessions_default partition of checkout_sessions default;

-- Answers kept against a merchant's Idempotency-Key for 72 hours.
create table idempotency_keys (
  merchant_id uuid not null,
  operation text not null,
  key text not null,
  fingerprint bytea not null,
  answer text not null,
  created_at timestamptz not null,
  primary key (merchant_id, operation, key)
);

create index idempotency_keys_by_age on idempotency_keys (created_at);

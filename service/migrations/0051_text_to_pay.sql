-- What somebody is asked to pay by text message: an invoice at the provider, and a message with its link. The row is committed
-- before either is asked for.
create table text_to_pay_requests (
  id uuid primary key,
  merchant_id uuid not null,
  channel_id uuid,
  provider text not null,
  rail_account_id uuid not null,
  wallet_merchant_id text,
  idempotency_key text,
  fingerprint bytea,
  phone text not null,
  first_name text not null,
  last_name text not null,
  amount_cents bigint not null,
  currency text not null,
  topic text not null,
  instructions text not null,
  external_order_id text,
  state text not null,
  -- What is being asked for: the invoice, until which nothing was texted, or the message. Neither is asked for again.
  step text not null,
  refusal text,
  provider_invoice_id text,
  invoice_status text,
  pay_url text,
  message_id text,
  message_status text,
  transaction_id uuid,
  -- When a send that nobody heard of is looked for again.
  checks integer not null default 0,
  next_check_at timestamptz,
  last_problem text,
  -- When the invoice is looked at again.
  poll_at timestamptz,
  last_polled_at timestamptz,
  expires_at timestamptz not null,
  resolved_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint text_state_is_known check
    (state in ('sending', 'unknown', 'pending', 'paid', 'expired', 'canceled', 'refused')),
  constraint text_step_is_known check (step in ('invoice', 'message')),
  constraint text_amount_is_money check (amount_cents > 0),
  constraint text_in_doubt_is_checked check ((state in ('sending', 'unknown')) = (next_check_at is not null)),
  constraint refused_text_says_why check ((state = 'refused') <= (refusal is not null)),
  constraint payable_text_is_polled check (state not in ('unknown', 'pending') or poll_at is not null),
  constraint message_has_its_link check (step = 'invoice' or (provider_invoice_id is not null and pay_url is not null)),
  constraint text_that_ended_says_when check ((state in ('paid', 'expired', 'canceled')) = (resolved_at is not null)),
  constraint text_key_is_used_once unique (merchant_id, idempotency_key)
);

-- The merchant's list, newest first.
create index text_to_pay_by_merchant on text_to_pay_requests (merchant_id, id desc);
create unique index text_to_pay_by_invoice on text_to_pay_requests (provider, provider_invoice_id)
  where provider_invoice_id is not null;
create index text_to_pay_requests_due on text_to_pay_requests (next_check_at) where next_check_at is not null;
create index text_to_pay_polled on text_to_pay_requests (poll_at) where poll_at is not null;

-- What the wallet provider last said about a merchant, and how far the merchant got. A merchant without a row here
-- has not started.

create table wallet_connections (
  merchant_id uuid primary key references merchants (id),
  -- What is known.
  started boolean not null default false,
  restarted boolean not null default false,
  wallet_merchant_id text,
  seller jsonb,
  primary_currency text,
  was_connected boolean not null default false,
  consent_withdrawn boolean not null default false,
  account_conflict boolean not null default false,
  payee_unverified boolean not null default false,
  -- The operator ended the connection: what the provider says of earlier attempts no longer counts.
  disconnected_at timestamptz,
  -- What follows from it, stored so that lists and gates need no provider.
  onboarding_status text not null default 'pending',
  wallet_connection_status text not null default 'not_linked',
  wallet_status_reason text,
  payments_enabled boolean not null default false,
  checkout_enabled boolean not null default false,
  -- How current it is.
  refreshed_at timestamptz,
  refresh_failures integer not null default 0,
  retry_refresh_at timestamptz,
  updated_at timestamptz not null,
  -- One wallet account serves one merchant, platform-wide.
  constraint wallet_account_links_one_merchant unique (wallet_merchant_id),
  constraint onboarding_status_is_known
    check (onboarding_status in ('pending', 'in_progress', 'completed', 'revoked')),
  constraint wallet_connection_status_is_known
    check (wallet_connection_status in ('not_linked', 'linked_pending', 'connected', 'restricted')),
  constraint only_connected_merchants_are_paid check (not payments_enabled or wallet_connection_status = 'connected')
);

-- One row for each start of onboarding. The provider's request id derives from the row, so a repeated start after an
-- unclear answer gets the referral that may already exist.
create table onboarding_attempts (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  tracking_id text not null,
  reconnect boolean not null,
  state text not null,
  created_at timestamptz not null,
  constraint onboarding_attempt_state_is_known check (state in ('requested', 'minted', 'refused')),
  constraint onboarding_tracking_is_unique unique (tracking_id)
);

create index onboarding_attempts_by_merchant on onboarding_attempts (merchant_id, id desc);

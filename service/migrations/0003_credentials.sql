-- Keys are 256 random bits, stored as a hash only. A key belongs to one channel or to one merchant, never both.

create table api_keys (
  id uuid primary key,
  channel_id uuid references channels (id),
  merchant_id uuid references merchants (id),
  name text not null,
  prefix text not null,
  hash bytea not null,
  status text not null default 'active',
  created_at timestamptz not null,
  revoked_at timestamptz,
  constraint api_key_hash_is_unique unique (hash),
  constraint api_key_has_one_owner check ((channel_id is null) <> (merchant_id is null)),
  constraint api_key_status_is_known check (status in ('active', 'revoked')),
  constraint api_key_revocation_is_dated check ((status = 'revoked') = (revoked_at is not null))
);

create index api_keys_by_channel on api_keys (channel_id, id desc);
create index api_keys_by_merchant on api_keys (merchant_id, id desc);

-- Counters of the published budgets: one fixed window from the first call. Losing them in a crash forgives a minute,
-- so they are not logged, which also spares every call a flush of the log.
create unlogged table budget_windows (
  subject text not null,
  operation text not null,
  started_at timestamptz not null,
  used integer not null,
  primary key (subject, operation)
) with (fillfactor = 50);

-- The person who holds a channel's first credential.
create table owners (
  id uuid primary key,
  channel_id uuid not null references channels (id),
  email text not null,
  password_hash text,
  created_at timestamptz not null,
  constraint channel_has_one_owner unique (channel_id)
);

-- An invitation is redeemed once. For ten minutes afterwards the key it gave lies sealed under a key derived from the
-- activation token, of which only a hash is kept here.
create table invitations (
  id uuid primary key,
  owner_id uuid not null references owners (id),
  token_hash bytea not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  redeemed_at timestamptz,
  key_id uuid references api_keys (id),
  sealed_key bytea,
  recoverable_until timestamptz,
  constraint invitation_token_is_unique unique (token_hash),
  constraint invitation_redeemed_or_not check ((redeemed_at is null) = (key_id is null))
);

create index invitations_with_sealed_key on invitations (recoverable_until) where sealed_key is not null;

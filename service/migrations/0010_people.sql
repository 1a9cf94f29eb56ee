-- People sign in with a password: the owner of a channel, for a short session that manages the owner's passkeys and
-- nothing else, and the users of a merchant's dashboard, for a bearer token. Every secret here is a hash.

create index owners_by_email on owners (lower(email), id desc);

create table owner_sessions (
  id uuid primary key,
  owner_id uuid not null references owners (id),
  token_hash bytea not null,
  -- A session that has shown a passkey may change the set of them.
  passkey_shown boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint owner_session_token_is_unique unique (token_hash),
  constraint owner_session_ends_in_time check (expires_at <= created_at + interval '15 minutes')
);

create index owner_sessions_by_owner on owner_sessions (owner_id, id desc);
create index owner_sessions_by_end on owner_sessions (expires_at);

-- A public key each; nothing here is secret. The id of a credential is the authenticator's own.
create table passkeys (
  id uuid primary key,
  owner_id uuid not null references owners (id),
  credential_id text not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint passkey_credential_is_unique unique (credential_id)
);

create index passkeys_by_owner on passkeys (owner_id, id desc);

-- A challenge is answered once: whoever answers it takes its row away. One that registers belongs to a session; one
-- that signs in belongs to nobody yet.
create table passkey_challenges (
  challenge_hash bytea primary key,
  session_id uuid references owner_sessions (id) on delete cascade,
  expires_at timestamptz not null
);

create index passkey_challenges_by_session on passkey_challenges (session_id) where session_id is not null;
create index passkey_challenges_by_end on passkey_challenges (expires_at);

-- Started by the operator for an owner whose device is lost; of use once, with the owner's password.
create table device_recoveries (
  id uuid primary key,
  owner_id uuid not null references owners (id),
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Guesses of the password, right or wrong, counted before each is judged.
  tries integer not null default 0,
  used_at timestamptz,
  constraint device_recovery_token_is_unique unique (token_hash),
  constraint device_recovery_is_tried_five_times check (tries between 0 and 5)
);

create index device_recoveries_by_owner on device_recoveries (owner_id, id desc);

-- An email signs in to one merchant on the whole platform, in any letter case. Without a password nobody has
-- redeemed an invitation yet.
create table dashboard_users (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  email text not null,
  permissions text[] not null,
  password_hash text,
  created_at timestamptz not null
);

create unique index dashboard_email_is_unique on dashboard_users (lower(email));
create index dashboard_users_by_merchant on dashboard_users (merchant_id, id desc);

create table dashboard_invitations (
  id uuid primary key,
  user_id uuid not null references dashboard_users (id),
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  redeemed_at timestamptz,
  constraint dashboard_invitation_token_is_unique unique (token_hash)
);

create index dashboard_invitations_by_user on dashboard_invitations (user_id, id desc);

create table dashboard_tokens (
  id uuid primary key,
  user_id uuid not null references dashboard_users (id),
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint dashboard_token_is_unique unique (token_hash)
);

create index dashboard_tokens_by_user on dashboard_tokens (user_id, id desc);
create index dashboard_tokens_by_end on dashboard_tokens (expires_at);

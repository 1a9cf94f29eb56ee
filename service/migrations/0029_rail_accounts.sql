-- Where a merchant is paid into: an account at a provider, in the name of which everything is asked for. An account that is
-- retired takes no new payments; what was paid into it is returned from it.
create table rail_accounts (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  rail text not null,
  -- What the provider calls the account, or our own id of it where nobody told.
  provider_account text not null,
  -- Of its credentials what anybody may know, and the rest sealed and with what key; null where the deployment's own lead
  -- to it.
  shown jsonb not null default '{}',
  credentials bytea,
  credentials_key_id text,
  -- Counts the credentials that it has had.
  version integer not null default 1,
  retired_at timestamptz,
  created_at timestamptz not null,
  constraint rail_account_is_known_once unique (merchant_id, rail, provider_account)
);

create unique index one_account_of_a_rail_per_merchant on rail_accounts (merchant_id, rail) where retired_at is null;
create unique index rail_account_serves_one_merchant on rail_accounts (rail, provider_account) where retired_at is null;

-- What the release before this one connects from now on is written down when it is first used.
insert into rail_accounts (id, merchant_id, rail, provider_account, created_at)
select gen_random_uuid(), merchant_id, 'ppcp', wallet_merchant_id, now()
from wallet_connections
where wallet_merchant_id is not null;

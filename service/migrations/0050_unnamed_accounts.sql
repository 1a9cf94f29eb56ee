-- migration: concurrent
-- The accounts whose provider has not said yet, since their credentials are those of today, what it calls them: a notice may be of
-- each of them.
create index concurrently if not exists rail_accounts_unnamed on rail_accounts (rail, id)
  where provider_account = id::text or name_version < version;

create unique index concurrently if not exists rail_account_is_known_by_one on rail_accounts (rail, known_by)
  where retired_at is null and known_by is not null;

-- migration: concurrent
-- The accounts that have credentials of their own, of which there are few among those that merchants consented to.
create index concurrently if not exists rail_accounts_with_credentials on rail_accounts (id)
  where credentials is not null;

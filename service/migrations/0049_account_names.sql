-- Since which of its credentials a provider's own name of an account is known, where they do not say it themselves; null where they
-- do, and where nobody has heard it yet.
alter table rail_accounts
  add column name_version int,
-- What of its credentials no other account has, where they do not say whose they are.
  add column known_by text;

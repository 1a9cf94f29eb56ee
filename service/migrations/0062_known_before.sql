-- What an account was known by before, and until when, where its credentials do not say which account they are of: what a provider
-- does not show by those of today may have been done in another.
alter table rail_accounts add column known_before jsonb not null default '[]';

-- migration: concurrent
-- The days of accounts that could not be compared when they were last tried.
create index concurrently if not exists reconciliation_days_failing on reconciliation_days (id) where failures > 0;

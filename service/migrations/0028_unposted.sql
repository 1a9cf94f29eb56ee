-- migration: concurrent
-- What was taken or returned and does not stand in the ledger yet.
create index concurrently if not exists transactions_unposted on transactions (captured_at)
  where captured_at is not null and not is_posted;
create index concurrently if not exists refunds_unposted on refunds (completed_at)
  where completed_at is not null and not is_posted;

-- migration: concurrent
-- What of a merchant was taken or returned in a span of time.
create index concurrently if not exists transactions_by_capture_time on transactions (merchant_id, captured_at)
  where captured_at is not null;
create index concurrently if not exists refunds_by_completion on refunds (merchant_id, completed_at)
  where completed_at is not null;

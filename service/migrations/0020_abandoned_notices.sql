-- migration: concurrent
-- The notices that were given up, which are few, for the operator to look at and to have tried again.
create index concurrently if not exists notices_abandoned on notices (received_at desc, id desc)
  where state = 'abandoned';

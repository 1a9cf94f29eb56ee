-- migration: concurrent
-- What each filter of a merchant's subscriptions reads, newest first.
create index concurrently if not exists subscriptions_by_status on subscriptions (merchant_id, status, id desc);
create index concurrently if not exists subscriptions_by_customer on subscriptions (merchant_id, customer_ref, id desc);

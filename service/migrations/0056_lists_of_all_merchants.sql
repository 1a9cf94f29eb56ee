-- migration: concurrent
-- What a filter alone reads of all merchants' subscriptions and differences, newest first.
create index concurrently if not exists subscriptions_of_status on subscriptions (status, id);
create index concurrently if not exists subscriptions_of_customer on subscriptions (customer_ref, id);
create index concurrently if not exists reconciliation_differences_of_state on reconciliation_differences (state, id);
create index concurrently if not exists reconciliation_differences_of_cause on reconciliation_differences (cause, id);

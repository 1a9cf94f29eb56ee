-- migration: concurrent
-- What sweeps and captures look for, found without reading the table that it stands in.

-- Why the last capture of a transaction failed, and whether one is open.
create index concurrently if not exists capture_attempts_by_transaction on capture_attempts (transaction_id, id desc);

-- The invitations that a new one voids.
create index concurrently if not exists invitations_by_owner on invitations (owner_id, id desc);

-- The endpoints whose deliveries are parked.
create index concurrently if not exists webhook_endpoints_disabled on webhook_endpoints (updated_at desc)
  where not enabled;

-- The windows that are over.
create index concurrently if not exists budget_windows_by_start on budget_windows (started_at);

-- The savings under way of one of the provider's customers.
create index concurrently if not exists vault_setups_open_by_customer on vault_setups (provider_customer_id)
  where next_check_at is not null;

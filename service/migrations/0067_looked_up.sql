-- migration: concurrent
-- What anybody may name of a payment. An order number is looked for in the session, or the request, that brought it along.
create index concurrently if not exists checkout_sessions_by_reference
  on checkout_sessions (external_order_id, merchant_id, created_at, id) where external_order_id is not null;
create index concurrently if not exists text_to_pay_by_reference on text_to_pay_requests (external_order_id, merchant_id, id)
  where external_order_id is not null;
create index concurrently if not exists vault_setups_by_provider on vault_setups (provider_setup_id)
  where provider_setup_id is not null;
create index concurrently if not exists disputes_at_provider on disputes (provider_dispute_id);
create index concurrently if not exists text_to_pay_at_provider on text_to_pay_requests (provider_invoice_id)
  where provider_invoice_id is not null;
-- What belongs to a payment.
create index concurrently if not exists text_to_pay_by_transaction on text_to_pay_requests (transaction_id)
  where transaction_id is not null;
create index concurrently if not exists subscription_charges_by_transaction on subscription_charges (transaction_id)
  where transaction_id is not null;
create index concurrently if not exists reconciliation_differences_by_transaction
  on reconciliation_differences (transaction_id, id) where transaction_id is not null;

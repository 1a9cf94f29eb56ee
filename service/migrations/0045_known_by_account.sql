-- migration: concurrent
-- What a provider's id is unique in: a refund in its capture, a token in its account. The constraints that are stricter stay for as
-- long as a release beside this one goes by them.
create unique index concurrently if not exists refund_of_a_capture_is_known_once on refunds (transaction_id, provider_refund_id)
  where provider_refund_id is not null;
create unique index concurrently if not exists token_of_an_account_is_known_once on vault_tokens (rail_account_id, provider_token_id)
  where rail_account_id is not null;

-- The accounts that a notice may be of, retired ones included.
create index concurrently if not exists rail_accounts_by_name on rail_accounts (rail, provider_account);

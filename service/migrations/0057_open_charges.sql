-- migration: concurrent
-- The charges of a merchant that are in doubt, the first of them first.
create index concurrently if not exists vault_charges_open on vault_charges (merchant_id, created_at)
  where state in ('sending', 'unknown');

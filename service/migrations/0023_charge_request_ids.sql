-- Under which id the provider was asked for a charge; null where it is the transaction's. No release writes it yet: once every
-- process that runs goes by it, charges can be asked for under an id that derives from their key.
alter table vault_charges
  add column request_id uuid;

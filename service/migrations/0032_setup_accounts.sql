-- The account that an instrument is saved for. Null in setups of the release before, whose wallet account tells.
alter table vault_setups
  add column rail_account_id uuid;

-- The account by which an instrument can be charged. Null in tokens of the release before, whose wallet account tells.
alter table vault_tokens
  add column rail_account_id uuid;

-- The account that a payment was asked for in the name of. Null in payments of the release before, whose wallet account
-- tells which it was.
alter table transactions
  add column rail_account_id uuid;

-- The account that a notice was genuine for; null where the deployment itself is told, as by the wallet provider.
alter table notices
  add column rail_account_id uuid;

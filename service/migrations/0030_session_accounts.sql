-- By which rail, and into which account, a session is paid: those of its merchant when it was made, wherever the merchant is
-- routed afterwards. Null in sessions of the release before; the account also where the merchant had none yet.
alter table checkout_sessions
  add column rail text,
  add column rail_account_id uuid;

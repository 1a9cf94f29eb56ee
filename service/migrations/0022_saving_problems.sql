-- Why a saving is still in doubt, as for everything else that is.
alter table vault_setups
  add column last_problem text;

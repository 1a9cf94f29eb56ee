-- When the credentials of an account were replaced that do not say which account they are of: what its provider does not show by
-- them, of what was asked for before, may have been done in another.
alter table rail_accounts add column rekeyed_at timestamptz;

-- When the answer of the provider that is stored was asked for: of two answers the one that was asked for later is the newer. Null
-- where an older release stored it.
alter table wallet_connections add column refresh_asked_at timestamptz;

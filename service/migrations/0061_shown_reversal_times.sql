-- A reversal of ours may have been taken for another of its amount. To tell the two apart when the other turns up: when that
-- happened which it stands for in the provider's search, and, of one that was found there, what the notice that named it told.
alter table refunds
  add column shown_at timestamptz,
  add column told_at timestamptz;

-- A reversal of ours may have been taken for another of its amount. To tell the two apart when the other turns up: when it
-- happened by the provider's search, and by its notice.
alter table refunds
  add column shown_at timestamptz,
  add column told_at timestamptz;

-- What of a payment is held while it is disputed, as it was posted, and when that was posted back.
alter table disputes
  add column held_cents bigint,
  add column released_at timestamptz;

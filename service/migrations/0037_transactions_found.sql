-- migration: concurrent
-- What each filter of a merchant's list reads, newest first.
create index concurrently if not exists transactions_by_status on transactions (merchant_id, status, id desc);
create index concurrently if not exists transactions_by_method on transactions (merchant_id, payment_method, id desc);
create index concurrently if not exists transactions_by_processor on transactions (merchant_id, processor, id desc)
  where processor is not null;

-- A part of the buyer's email or of the description. The merchant stands in it as text, so that whoever asks for that can be
-- answered by this index alone.
create index concurrently if not exists transactions_by_words
  on transactions using gin ((merchant_id::text), buyer_email gin_trgm_ops, description gin_trgm_ops);

-- What was there before transactions were counted, and is not yet.
create index concurrently if not exists transactions_not_counted on transactions (merchant_id, id)
  where not is_counted;

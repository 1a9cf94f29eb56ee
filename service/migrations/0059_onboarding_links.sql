-- migration: concurrent
-- The links that a merchant was given, the newest first: it may have tried many times in vain since.
create index concurrently if not exists onboarding_links_by_merchant on onboarding_attempts (merchant_id, id desc)
  where state = 'minted';

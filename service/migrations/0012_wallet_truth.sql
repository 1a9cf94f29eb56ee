-- What the wallet provider may still do, and when it is asked about it.

-- The provider said when a referral may be asked for again; until then it is not.
alter table onboarding_attempts add column retry_at timestamptz;

-- An order that nobody paid ends at the provider without a word, so it is read back when its time has come.
alter table transactions add column lapse_check_at timestamptz;
update transactions
set lapse_check_at = created_at + interval '7 hours'
where status in ('created', 'approved') and provider_order_id is not null;
create index transactions_to_lapse on transactions (lapse_check_at)
  where lapse_check_at is not null and status in ('created', 'approved');

-- Why it is still open: what a person reads who has to settle it.
alter table capture_attempts add column last_problem text;
alter table refunds add column last_problem text;

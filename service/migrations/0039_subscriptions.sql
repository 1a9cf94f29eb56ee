-- What is charged again and again by an instrument that a customer saved. Periods are counted from 0, and when each begins
-- follows from the first; a row keeps the period that is charged next, or is being charged.

create table subscriptions (
  id uuid primary key,
  merchant_id uuid not null,
  channel_id uuid,
  customer_ref text not null,
  amount_cents bigint not null,
  currency text not null,
  description text,
  interval text not null,
  interval_count integer not null,
  starts_at timestamptz not null,
  status text not null default 'active',
  period integer not null default 0,
  -- Tries of this period's charge that failed, and when the first of them did.
  failures integer not null default 0,
  failing_since timestamptz,
  ends_with_period boolean not null default false,
  -- A charge of this period may have been made, and what came of it is not written down yet.
  is_charging boolean not null default false,
  -- How often it was looked at since the last charge that came to an end.
  looks integer not null default 0,
  last_problem text,
  due_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint subscription_status_is_known check (status in ('active', 'past_due', 'canceled')),
  constraint subscription_interval_is_known check (interval in ('day', 'week', 'month', 'year')),
  constraint subscription_amount_is_money check (amount_cents > 0 and interval_count > 0),
  constraint subscription_that_goes_on_is_due check (status = 'canceled' or due_at is not null),
  constraint canceled_subscription_has_ended check ((status = 'canceled') = (ended_at is not null)),
  constraint failing_subscription_says_since_when check ((failures > 0) = (failing_since is not null))
);

create index subscriptions_due on subscriptions (due_at) where due_at is not null;
create index subscriptions_by_merchant on subscriptions (merchant_id, id desc);

-- Each try that came to an end. A period is paid once.
create table subscription_charges (
  subscription_id uuid not null references subscriptions (id),
  period integer not null,
  try integer not null,
  outcome text not null,
  transaction_id uuid,
  reason text,
  ended_at timestamptz not null,
  primary key (subscription_id, period, try),
  constraint subscription_charge_outcome_is_known check (outcome in ('charged', 'failed')),
  constraint charged_period_names_its_transaction check (outcome <> 'charged' or transaction_id is not null)
);

create unique index subscription_period_is_paid_once on subscription_charges (subscription_id, period)
  where outcome = 'charged';

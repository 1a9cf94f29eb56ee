-- Where a merchant's browser goes on to after the provider's consent (navigation only), and what every budget of the
-- channel's keys is multiplied by.
alter table channels
  add column onboarding_return_url text,
  add column budget_factor integer not null default 1;

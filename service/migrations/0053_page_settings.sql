-- What a merchant's payment pages ask of their buyers and offer them.
alter table merchants
  add column collect_buyer_email boolean not null default false,
  add column preselect_wallet boolean not null default false,
  -- Null offers all that the rail does.
  add column supported_funding text[];

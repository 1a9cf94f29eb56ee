-- Which payment an order at a provider is of. An order pays for one, so that a transaction that was paid once cannot pay for two
-- sessions; those of the release before this one claimed none.
create table order_claims (
  rail_account_id uuid not null,
  provider_order_id text not null,
  transaction_id uuid not null,
  primary key (rail_account_id, provider_order_id)
);

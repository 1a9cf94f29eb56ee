-- What a provider's fields in the buyer's browser gave for a payment, sealed, for as long as it can be used: the call that takes
-- the money needs it, and comes later.
create table tokens_in_hand (
  transaction_id uuid primary key,
  sealed bytea not null,
  key_id text not null,
  created_at timestamptz not null
);

create index tokens_in_hand_by_age on tokens_in_hand (created_at);

-- Who carried out a payment behind its provider, as the provider lists it.
alter table transactions
  add column processor_definition_id text;

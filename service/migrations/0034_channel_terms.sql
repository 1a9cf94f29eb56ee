-- What a channel is paid of the fees that its merchants' payments bring, in versions. A statement is made by the version that
-- was in force at the end of its month, so that none is ever changed.
create table channel_terms (
  id uuid primary key,
  channel_id uuid not null references channels (id),
  version integer not null,
  type text not null,
  description text not null,
  fee_share_basis_points integer,
  per_transaction_minor_units bigint,
  per_transaction_currency text,
  created_at timestamptz not null,
  constraint terms_version_is_one_of_its_channel unique (channel_id, version),
  constraint terms_type_is_known check (type in ('fee_share', 'per_transaction', 'fee_share_and_per_transaction')),
  constraint terms_share_as_their_type_says
    check ((type in ('fee_share', 'fee_share_and_per_transaction')) = (fee_share_basis_points is not null)),
  constraint terms_pay_as_their_type_says
    check ((type in ('per_transaction', 'fee_share_and_per_transaction')) = (per_transaction_minor_units is not null)
      and (per_transaction_minor_units is null) = (per_transaction_currency is null)),
  constraint share_is_a_part check (fee_share_basis_points between 0 and 10000),
  constraint pay_is_not_negative check (per_transaction_minor_units >= 0)
);

create trigger terms_are_only_added_to before update or delete on channel_terms
  for each row execute function refuse_change();
revoke update, delete, truncate on channel_terms from public, current_user;

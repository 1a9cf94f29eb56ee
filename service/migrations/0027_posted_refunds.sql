-- Whether what was returned stands in the ledger, as for captures.
alter table refunds add column is_posted boolean not null default false;

-- Whether a capture stands in the ledger. Releases before this one do not write it there: the sweep does, for as long as one
-- of them runs and for all that was captured before.
alter table transactions add column is_posted boolean not null default false;

-- True of a reversal that stands in the provider's search and that no notice has named yet: a notice may name it otherwise, and is
-- then about the same.
alter table refunds add column is_found boolean not null default false;

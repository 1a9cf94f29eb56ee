-- Whether whoever gave an answer to a dispute was told that it was given. What an older release writes counts as told.
alter table dispute_actions add column is_told boolean not null default true;

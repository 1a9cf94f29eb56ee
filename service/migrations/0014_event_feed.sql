-- Events in the order in which they may be handed on. An id is made before its transaction commits, so a reader that
-- goes by ids passes over what commits late. The transaction's own number tells what can still come: once every
-- transaction below some number has ended, nothing will ever be added below it.

-- Stable, so that the events of before get this migration's number without being rewritten.
alter table events add column raised_in xid8 not null default pg_current_xact_id();

create index events_fed on events (channel_id, raised_in, id) where channel_id is not null;

-- migration: concurrent
-- What was told of one session, or of one transaction without a session, in the order in which it was raised.
create index concurrently if not exists events_about on events (about, id) where about is not null;

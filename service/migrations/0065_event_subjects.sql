-- What an event tells of, by which it is found from what anybody names: a session, or a transaction without one. Null in events that
-- the release before raised, and in those about a merchant itself.
alter table events add column about text;

-- migration: concurrent
-- What ended badly at one endpoint, newest first. Nothing that is delivered pays for it.
create index concurrently if not exists deliveries_finished_badly_by_endpoint
  on deliveries_finished (endpoint_id, state, event_id) where state in ('failed', 'parked');

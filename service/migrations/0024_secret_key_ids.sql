-- The key that an endpoint's secret is sealed under, so that the deployment's key can be changed; null where a release before
-- this one has sealed it.
alter table webhook_endpoints
  add column secret_key_id text;

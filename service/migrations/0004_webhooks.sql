-- Signed webhooks: where they go, what happened, and the queue that carries one to the other. Events and their
-- deliveries are written in the transaction that changes the state they report: the table is the queue, so nothing
-- can be lost between two of them.

create table webhook_endpoints (
  id uuid primary key,
  channel_id uuid references channels (id),
  merchant_id uuid references merchants (id),
  url text not null,
  host text not null,
  description text,
  enabled boolean not null,
  event_types text[] not null,
  -- Sealed; bound to the endpoint and the version, so that a value moved to another row does not open there.
  secret bytea not null,
  secret_hint text not null,
  secret_version integer not null default 1,
  -- Counts the times the endpoint was enabled. A delivery routed under an earlier one is parked, never sent.
  activation integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint endpoint_has_one_owner check ((channel_id is null) <> (merchant_id is null)),
  constraint endpoint_url_is_https check (url ~* '^https:'),
  constraint endpoint_subscribes_to_something check (cardinality(event_types) > 0),
  constraint secret_hint_is_short check (length(secret_hint) between 1 and 4)
);

create index webhook_endpoints_by_channel on webhook_endpoints (channel_id, id desc) where channel_id is not null;
create index webhook_endpoints_by_merchant on webhook_endpoints (merchant_id, id desc) where merchant_id is not null;

-- The id is a UUIDv7, and partitions go by id. `body` holds the exact bytes that are signed and sent.
create table events (
  id uuid not null,
  channel_id uuid,
  merchant_id uuid not null,
  type text not null,
  created_at timestamptz not null,
  body text not null,
  state text not null,
  replay_of uuid,
  primary key (id),
  constraint event_state_is_known check (state in ('routed', 'no_subscriber')),
  constraint event_is_not_its_own_replay check (replay_of <> id)
) partition by range (id);

create table events_default partition of events default;

-- The operator's list, newest first.
create index events_by_channel on events (channel_id, id desc);
create index events_by_merchant on events (merchant_id, id desc);
create index events_unsubscribed on events (id) where state = 'no_subscriber';
create index events_by_replayed on events (replay_of) where replay_of is not null;

-- Live deliveries only: due now, leased to a dispatcher, or waiting for a retry out of the claim's sight. A finished
-- row moves out in the statement that finishes it, so this table stays as small as the backlog. No foreign keys: an
-- endpoint is never removed, and a lock on its row would make payments queue behind each other.
create table deliveries (
  id bigint generated always as identity primary key,
  event_id uuid not null,
  endpoint_id uuid not null,
  activation integer not null,
  state text not null default 'due',
  attempts smallint not null default 0,
  due_at timestamptz not null,
  lease_until timestamptz,
  lease_token uuid,
  last_status integer,
  last_error text,
  constraint event_reaches_an_endpoint_once unique (event_id, endpoint_id),
  constraint live_delivery_state_is_known check (state in ('due', 'leased', 'waiting')),
  constraint only_a_leased_delivery_has_a_lease
    check ((state = 'leased') = (lease_until is not null) and (state = 'leased') = (lease_token is not null)),
  constraint never_a_ninth_attempt
    check (attempts between 0 and 8 and (state = 'leased' or attempts < 8))
) with (
  fillfactor = 70,
  autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.05,
  autovacuum_vacuum_cost_delay = 0
);

create index deliveries_due on deliveries (endpoint_id, due_at) where state = 'due';
create index deliveries_leased on deliveries (lease_until) where state = 'leased';
create index deliveries_waiting on deliveries (due_at) where state = 'waiting';
create index deliveries_waiting_by_endpoint on deliveries (endpoint_id) where state = 'waiting';

create table deliveries_finished (
  event_id uuid not null,
  endpoint_id uuid not null,
  state text not null,
  attempts smallint not null,
  last_status integer,
  last_error text,
  finished_at timestamptz not null,
  primary key (event_id, endpoint_id),
  constraint finished_delivery_state_is_known check (state in ('delivered', 'failed', 'parked')),
  constraint only_an_exhausted_delivery_failed check (state <> 'failed' or attempts = 8)
) partition by range (event_id);

create table deliveries_finished_default partition of deliveries_finished default;

create index deliveries_finished_badly on deliveries_finished (event_id) where state in ('failed', 'parked');

-- One row for each attempt, beside its event so that both age together. The times are the host's own, as `t` is.
create table delivery_attempts (
  event_id uuid not null,
  endpoint_id uuid not null,
  n smallint not null,
  started_at timestamptz not null,
  ms integer not null,
  status integer,
  error_class text,
  remote_ip text,
  primary key (event_id, endpoint_id, n),
  constraint attempt_is_one_of_eight check (n between 1 and 8)
) partition by range (event_id);

create table delivery_attempts_default partition of delivery_attempts default;

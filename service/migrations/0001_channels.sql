-- A channel owns merchants, keys and endpoints. Everything below hangs off one.

create table channels (
  id uuid primary key,
  name text not null,
  active boolean not null default true,
  created_at timestamptz not null
);

-- Who did what, for the operator. Never a secret, only names and ids.
create table audit_entries (
  id uuid primary key,
  actor text not null,
  action text not null,
  subject text not null,
  detail jsonb not null default '{}',
  created_at timestamptz not null
);

-- How far the test environment's clock runs ahead. One row at most; a live deployment has none.
create table clock_offset (
  only_row boolean primary key default true check (only_row),
  offset_seconds double precision not null check (offset_seconds >= 0)
);

-- The certificates by which notices turned out to be genuine, so that a process that starts knows them: what strangers ask
-- for meanwhile then stands in nobody's way. They are public.
create table notice_certificates (
  address text primary key,
  pem text not null,
  fetched_at timestamptz not null
);

-- What providers told us, verified and stored before it is acted on; the provider's own id makes a repeated notice one.

create table notices (
  id uuid primary key,
  rail text not null,
  provider_notice_id text not null,
  notice_type text not null,
  body jsonb not null,
  state text not null default 'received',
  attempts integer not null default 0,
  due_at timestamptz,
  last_problem text,
  received_at timestamptz not null,
  acted_at timestamptz,
  constraint notice_is_known_once unique (rail, provider_notice_id),
  constraint notice_state_is_known check (state in ('received', 'done', 'abandoned')),
  constraint waiting_notice_is_due check ((state = 'received') = (due_at is not null))
);

create index notices_due on notices (due_at) where due_at is not null;

-- Statements: what a channel is owed of a month, in one currency. One is written by batches, in the order of its lines, by
-- whoever holds the row of its run; when the last line stands it is issued, and never changed.

create table statement_runs (
  statement_id uuid primary key,
  channel_id uuid not null,
  currency text not null,
  period date not null,
  terms_id uuid not null references channel_terms (id),
  supersedes uuid,
  correction_reason text,
  generated_by text not null,
  phase text not null,
  -- Up to where its lines are written.
  lines bigint not null default 0,
  blocks integer not null default 0,
  cursor_at timestamptz not null default '-infinity',
  cursor_id uuid not null default '00000000-0000-0000-0000-000000000000',
  started_at timestamptz not null,
  constraint run_phase_is_known check (phase in ('closing', 'adjustments', 'captures', 'sealing', 'issued', 'empty')),
  constraint run_is_of_a_month check (extract(day from period) = 1)
);

create unique index month_is_stated_once on statement_runs (channel_id, currency, period) where supersedes is null;
create unique index statement_is_corrected_once on statement_runs (supersedes) where supersedes is not null;
create index statement_runs_open on statement_runs (started_at) where phase not in ('issued', 'empty');

-- What a run has added up so far, by provider and by what is known of the fee.
create table statement_sums (
  statement_id uuid not null,
  provider text not null,
  fee_visibility text not null,
  transactions bigint not null,
  captured_cents bigint not null,
  accrued_cents bigint not null,
  refunded_cents bigint not null,
  collected_cents bigint not null,
  collected_unknown bigint not null,
  share_cents bigint not null,
  primary key (statement_id, provider, fee_visibility),
  constraint visibility_is_known check (fee_visibility in ('collected', 'accrued', 'unknown'))
);

-- What was posted in a month that was closed, and the statement that counts it: one at a time.
create table statement_late_postings (
  source_id uuid not null,
  kind text not null,
  occurred_at timestamptz not null,
  statement_id uuid not null,
  primary key (source_id, kind)
);

create index statement_late_postings_of on statement_late_postings (statement_id);

create table statements (
  id uuid primary key,
  channel_id uuid not null,
  currency text not null,
  period date not null,
  terms_version integer not null,
  terms_type text not null,
  terms_description text not null,
  terms_fee_share_basis_points integer,
  terms_per_transaction_minor_units bigint,
  terms_per_transaction_currency text,
  accounted_transaction_count bigint not null,
  accounted_captured_amount_cents bigint not null,
  platform_fee_accrued_cents bigint not null,
  platform_fee_refunded_cents bigint not null,
  platform_fee_collected_cents bigint,
  channel_share_cents bigint not null,
  excluded_transaction_count bigint not null,
  excluded_captured_amount_cents bigint not null,
  rail_summaries jsonb not null,
  line_count bigint not null,
  -- Of everything above and of every line.
  hash text not null,
  supersedes_statement_id uuid references statements (id),
  correction_reason text,
  generated_by text not null,
  generated_at timestamptz not null,
  constraint statement_is_superseded_once unique (supersedes_statement_id),
  constraint correction_says_why check ((supersedes_statement_id is null) = (correction_reason is null))
);

-- The channel's list, newest period first.
create index statements_by_channel on statements (channel_id, period desc, currency, id desc);

create table statement_lines (
  statement_id uuid not null,
  n bigint not null,
  entry_type text not null,
  provider text not null,
  transaction_id uuid not null,
  merchant_id uuid not null,
  merchant_name text not null,
  provider_capture_id text,
  captured_at timestamptz not null,
  amount_cents bigint not null,
  platform_fee_accrued_cents bigint not null,
  platform_fee_refunded_cents bigint not null,
  platform_fee_collected_cents bigint,
  per_transaction_amount_cents bigint not null,
  channel_share_cents bigint not null,
  applied_fee_share_basis_points integer,
  applied_per_transaction_minor_units bigint,
  primary key (statement_id, n),
  constraint entry_type_is_known check (entry_type in ('capture', 'fee_refund_adjustment'))
) partition by range (statement_id);

create table statement_lines_default partition of statement_lines default;

-- The lines in blocks, as they were written, each with the digest of its lines.
create table statement_blocks (
  statement_id uuid not null,
  block integer not null,
  lines integer not null,
  sha256 text not null,
  primary key (statement_id, block)
);

create trigger statements_are_only_added_to before update or delete on statements
  for each row execute function refuse_change();
create trigger statement_lines_are_only_added_to before update or delete on statement_lines
  for each row execute function refuse_change();
create trigger statement_blocks_are_only_added_to before update or delete on statement_blocks
  for each row execute function refuse_change();
revoke update, delete, truncate on statements, statement_lines, statement_lines_default, statement_blocks
  from public, current_user;

import { sql } from 'kysely';
import type { Db, RowOf } from '../../db/tx.ts';
import type { Head } from './head.ts';
import type { RailSummaryRow } from './sums.ts';

export interface StatementRow extends Head {
  rail_summaries: RailSummaryRow[];
  hash: string;
  superseded_by_statement_id: string | null;
}

const LINE = [
  'statement_id',
  'n',
  'entry_type',
  'provider',
  'transaction_id',
  'merchant_id',
  'merchant_name',
  'provider_capture_id',
  'captured_at',
  'amount_cents',
  'platform_fee_accrued_cents',
  'platform_fee_refunded_cents',
  'platform_fee_collected_cents',
  'per_transaction_amount_cents',
  'channel_share_cents',
  'applied_fee_share_basis_points',
  'applied_per_transaction_minor_units',
] as const;

export type LineRow = RowOf<'statement_lines', (typeof LINE)[number]>;

const COLUMNS = sql`s.id, s.channel_id, s.currency, s.period::text as period, s.terms_version, s.terms_type,
  s.terms_description, s.terms_fee_share_basis_points, s.terms_per_transaction_minor_units,
  s.terms_per_transaction_currency, s.accounted_transaction_count, s.accounted_captured_amount_cents,
  s.platform_fee_accrued_cents, s.platform_fee_refunded_cents, s.platform_fee_collected_cents, s.channel_share_cents,
  s.excluded_transaction_count, s.excluded_captured_amount_cents, s.rail_summaries, s.line_count, s.hash,
  s.supersedes_statement_id, s.correction_reason, s.generated_by, s.generated_at,
  (select id from statements where supersedes_statement_id = s.id) as superseded_by_statement_id`;

/** A channel's statements, newest period first. Indexes: statements_by_channel, statement_is_superseded_once. */
export async function listStatements(
  db: Db,
  of: {
    channel_id: string;
    currency?: string | undefined;
    include_superseded: boolean;
    limit: number;
    offset: number;
  },
): Promise<StatementRow[]> {
  const isOfCurrency = of.currency === undefined ? sql`true` : sql`s.currency = ${of.currency}`;
  const isCurrent = of.include_superseded
    ? sql`true`
    : sql`not exists (select from statements where supersedes_statement_id = s.id)`;
  const { rows } = await sql<StatementRow>`
    select ${COLUMNS} from statements s
    where s.channel_id = ${of.channel_id} and ${isOfCurrency} and ${isCurrent}
    order by s.period desc, s.currency, s.id desc
    limit ${of.limit}
    offset ${of.offset}`.execute(db);
  return rows;
}

/** One statement, of a channel where one is named. Index: the primary key. */
export async function readStatement(
  db: Db,
  of: { id: string; channel_id?: string },
): Promise<StatementRow | undefined> {
  const isOfChannel = of.channel_id === undefined ? sql`true` : sql`s.channel_id = ${of.channel_id}`;
  const { rows } = await sql<StatementRow>`
    select ${COLUMNS} from statements s where s.id = ${of.id} and ${isOfChannel}`.execute(db);
  return rows[0];
}

/** Lines behind the n-th, in their order. Index: the primary key. */
export async function readLines(
  db: Db,
  of: { statement_id: string; after: number; limit: number },
): Promise<LineRow[]> {
  const rows = await db
    .selectFrom('statement_lines')
    .select(LINE)
    .where('statement_id', '=', of.statement_id)
    .where('n', '>', of.after)
    .orderBy('n')
    .limit(of.limit)
    .execute();
  return rows;
}

/** The blocks of a statement's lines, in their order, each with its digest. Index: the primary key. */
export async function readBlocks(db: Db, statementId: string): Promise<{ lines: number; sha256: string }[]> {
  return db
    .selectFrom('statement_blocks')
    .select(['lines', 'sha256'])
    .where('statement_id', '=', statementId)
    .orderBy('block')
    .execute();
}

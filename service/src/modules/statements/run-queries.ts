import { sql } from 'kysely';
import type { Db, RowOf, Tx } from '../../db/tx.ts';
import { BEFORE_ALL_IDS } from '../../lib/ids.ts';
import type { Period } from './period.ts';

/** How many statements are under way at once, at most, that are looked at. */
export const OPEN_MAX = 1_000;

// But the month, which is read as text.
const RUN = [
  'statement_id',
  'channel_id',
  'currency',
  'supersedes',
  'correction_reason',
  'generated_by',
  'phase',
  'lines',
  'blocks',
] as const;

/** What is known of columns beyond their types. */
interface Known {
  period: Period;
  generated_by: 'operator' | 'worker';
}

/** A statement that is being written, and up to where it is. */
export type Run = Omit<RowOf<'statement_runs', (typeof RUN)[number]>, keyof Known> & Known;
export type Phase = Run['phase'];

const PERIOD = sql`period::text as period`;
const COLUMNS = sql.join([PERIOD, ...RUN.map((column) => sql.ref(column))]);

/** Begins the statement of a month, by the terms in force at its end, or by the first there were after it. Null when another
 *  is begun already, or the channel has no terms. Indexes: month_is_stated_once, terms_version_is_one_of_its_channel. */
export async function insertRun(
  tx: Tx,
  run: Pick<Run, 'statement_id' | 'channel_id' | 'currency' | 'period' | 'generated_by'> & {
    period_to: Date;
    now: Date;
  },
): Promise<Run | null> {
  const { rows } = await sql<Run>`
    insert into statement_runs (statement_id, channel_id, currency, period, terms_id, generated_by, phase, started_at)
    select ${run.statement_id}::uuid, ${run.channel_id}::uuid, ${run.currency}::text, ${run.period}::date, t.id,
      ${run.generated_by}::text, 'closing', ${run.now}::timestamptz
    from (
      select id from channel_terms
      where channel_id = ${run.channel_id}
      order by (created_at < ${run.period_to}::timestamptz) desc,
        case when created_at < ${run.period_to}::timestamptz then -version else version end
      limit 1
    ) t
    on conflict do nothing
    returning ${COLUMNS}`.execute(tx);
  return rows[0] ?? null;
}

/** Begins the correction of a statement, by the terms of that one. Null when it is being corrected, or was. Index:
 *  statement_is_corrected_once. */
export async function insertCorrection(
  tx: Tx,
  correction: { statement_id: string; supersedes: string; reason: string; now: Date },
): Promise<Run | null> {
  const { rows } = await sql<Run>`
    insert into statement_runs (statement_id, channel_id, currency, period, terms_id, supersedes, correction_reason,
      generated_by, phase, started_at)
    select ${correction.statement_id}::uuid, channel_id, currency, period, terms_id, statement_id,
      ${correction.reason}::text, 'operator', 'closing', ${correction.now}::timestamptz
    from statement_runs
    where statement_id = ${correction.supersedes}
    on conflict do nothing
    returning ${COLUMNS}`.execute(tx);
  return rows[0] ?? null;
}

/** Holds a run until the transaction ends: its lines are written by one process at a time. */
export async function lockRun(tx: Tx, statementId: string): Promise<Run> {
  const { rows } = await sql<Run>`
    select ${COLUMNS} from statement_runs where statement_id = ${statementId} for update`.execute(tx);
  return rows[0]!;
}

export async function movePhase(tx: Tx, statementId: string, phase: Phase): Promise<void> {
  await sql`
    update statement_runs
    set phase = ${phase}, cursor_at = '-infinity', cursor_id = ${BEFORE_ALL_IDS}
    where statement_id = ${statementId}`.execute(tx);
}

/** The ids of statements that were begun and are not issued, the oldest first, up to `limit`; of a month and of a channel where
 *  one is named, among those. Index: statement_runs_open, of which all is few. */
export async function openRuns(
  db: Db,
  of: { period: Period | null; channel_id: string | null; limit: number },
): Promise<string[]> {
  const { rows } = await sql<Pick<Run, 'statement_id' | 'channel_id'> & { period: Period }>`
    select statement_id, channel_id, period::text as period from statement_runs
    where phase not in ('issued', 'empty')
    order by started_at
    limit ${of.limit}`.execute(db);
  return rows
    .filter(({ period }) => of.period === null || period === of.period)
    .filter(({ channel_id }) => of.channel_id === null || channel_id === of.channel_id)
    .map(({ statement_id }) => statement_id);
}

/** What was posted late and is counted nowhere becomes this run's to count, and for a correction what its original counted as
 *  well. Indexes: ledger_late, statement_late_postings_of. */
export async function claimLate(tx: Tx, run: Run, before: Date): Promise<void> {
  if (run.supersedes !== null) {
    await sql`
      update statement_late_postings set statement_id = ${run.statement_id}
      where statement_id = ${run.supersedes}`.execute(tx);
  }
  await sql`
    insert into statement_late_postings (source_id, kind, occurred_at, statement_id)
    select p.source_id, p.kind, p.occurred_at, ${run.statement_id}::uuid
    from ledger_postings p
    where p.is_late and p.channel_id = ${run.channel_id} and p.currency = ${run.currency}
      and p.kind in ('capture', 'fee_return') and p.occurred_at < ${before}
    on conflict do nothing`.execute(tx);
}

import { sql } from 'kysely';
import type { Db } from '../../db/tx.ts';
import { lastDayOf, type Period } from './period.ts';
import { OPEN_MAX, type Run } from './run-queries.ts';

export interface UnderWay extends Pick<
  Run,
  'statement_id' | 'channel_id' | 'currency' | 'period' | 'supersedes' | 'generated_by' | 'phase' | 'lines'
> {
  started_at: Date;
  /** Where in the month its last capture is, of those that are written. */
  written_until: Date | null;
}

/** The statements that were begun and are not issued, the oldest first, of a month and of a channel where one is named. Index:
 *  statement_runs_open, of which all is few. */
export async function listUnderWay(
  db: Db,
  of: { period: Period | undefined; channel_id: string | undefined },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ items: UnderWay[]; total: number }> {
  const { rows } = await sql<UnderWay>`
    select statement_id, channel_id, currency, period::text as period, supersedes, generated_by, phase, lines, started_at,
      case when phase = 'captures' then nullif(cursor_at, '-infinity') end as written_until
    from statement_runs
    where phase not in ('issued', 'empty')
    order by started_at, statement_id
    limit ${OPEN_MAX}`.execute(db);
  const asked = rows
    .filter(({ period }) => of.period === undefined || period === of.period)
    .filter(({ channel_id }) => of.channel_id === undefined || channel_id === of.channel_id);
  return { items: asked.slice(offset, offset + limit), total: asked.length };
}

export function underWayView({ period, supersedes, lines, written_until, started_at, ...run }: UnderWay) {
  return {
    ...run,
    period_start: period,
    period_end: lastDayOf(period),
    supersedes_statement_id: supersedes,
    line_count: lines,
    written_until: written_until?.toISOString() ?? null,
    started_at: started_at.toISOString(),
  };
}

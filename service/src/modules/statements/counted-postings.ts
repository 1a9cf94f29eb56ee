import { type RawBuilder, sql } from 'kysely';
import { boundsOf } from './period.ts';
import type { Run } from './run-queries.ts';

/** Whether what was posted late is counted by the run at hand, the table `run` of the statement. */
export const isCountedLate = (posting: RawBuilder<unknown>) => sql`exists (
  select from statement_late_postings l
  where l.source_id = ${posting}.source_id and l.kind = ${posting}.kind
    and l.statement_id = (select statement_id from run)
)`;
// Two values and not one row: the index can begin at them.
const behindCursor = (posting: RawBuilder<unknown>) => sql`
  (${posting}.captured_at, ${posting}.source_id) > ((select cursor_at from run), (select cursor_id from run))`;

/** What was captured in the month, behind the run's cursor. Index: ledger_captures_by_channel. */
export function capturesOfMonth(run: Run, limit: number): RawBuilder<unknown> {
  const { from, to } = boundsOf(run.period);
  return sql`
    select p.source_id, true as is_capture, p.source_id as transaction_id, p.captured_at, p.amount_cents
    from ledger_postings p
    where p.kind = 'capture' and p.channel_id = ${run.channel_id} and p.currency = ${run.currency}
      and p.occurred_at >= ${from} and p.occurred_at < ${to}
      and p.captured_at >= ${from} and p.captured_at < ${to} and ${behindCursor(sql`p`)}
      and (not p.is_late or ${isCountedLate(sql`p`)})
    order by p.captured_at, p.source_id
    limit ${limit}`;
}

/** What is about captures of earlier months, behind the run's cursor: fees given back in this one, and what was posted late, but
 *  for a fee that its late capture's line takes off. Indexes: ledger_fee_returns_by_channel, statement_late_postings_of. */
export function earlierPostings(run: Run, limit: number): RawBuilder<unknown> {
  const { from, to } = boundsOf(run.period);
  const columns = sql`p.source_id, p.kind = 'capture' as is_capture, p.transaction_id, p.captured_at, p.amount_cents`;
  return sql`
    select source_id, is_capture, transaction_id, captured_at, amount_cents
    from (
      (
        select ${columns}
        from ledger_postings p
        where p.kind = 'fee_return' and p.channel_id = ${run.channel_id} and p.currency = ${run.currency}
          and p.occurred_at >= ${from} and p.occurred_at < ${to} and p.captured_at < ${from}
          and ${behindCursor(sql`p`)} and not p.is_late
        order by p.captured_at, p.source_id
        limit ${limit}
      )
      union all
      (
        select ${columns}
        from statement_late_postings late
          cross join lateral (
            select p.source_id, p.kind, p.transaction_id, p.captured_at, p.amount_cents, p.occurred_at
            from ledger_postings p
            where p.source_id = late.source_id and p.kind = late.kind and p.occurred_at = late.occurred_at
            limit 1
          ) p
        where late.statement_id = ${run.statement_id} and p.captured_at < ${from} and ${behindCursor(sql`p`)}
          and not (p.kind = 'fee_return' and ${isOfOneMonth(sql`p.captured_at`, sql`p.occurred_at`)} and exists (
            select from statement_late_postings own
            where own.source_id = p.transaction_id and own.kind = 'capture'
              and own.statement_id = ${run.statement_id}
          ))
      )
    ) earlier
    order by captured_at, source_id
    limit ${limit}`;
}

const isOfOneMonth = (a: RawBuilder<unknown>, b: RawBuilder<unknown>) =>
  sql`date_trunc('month', ${a} at time zone 'UTC') = date_trunc('month', ${b} at time zone 'UTC')`;

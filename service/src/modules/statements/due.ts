import { sql } from 'kysely';
import type { Db } from '../../db/tx.ts';
import { type AskedMonths, doubtfulMonths } from './in-doubt.ts';
import type { Period } from './period.ts';

export interface DueMonth {
  channel_id: string;
  currency: string;
  period: Period;
}

/** Months that are over and not stated, the oldest first, up to `limit`: of channels that have terms, and of which nothing is in
 *  doubt. What is in doubt is looked for once for all of them. Indexes: ledger_months_open,
 *  terms_version_is_one_of_its_channel. */
export async function dueMonths(
  db: Db,
  of: AskedMonths & { before: Date; limit: number },
): Promise<DueMonth[]> {
  const isAsked = sql`
    ${of.period === null ? sql`true` : sql`m.month = ${of.period}::date`}
    and ${of.channel_id === null ? sql`true` : sql`m.channel_id = ${of.channel_id}`}
    and ${of.currency === null ? sql`true` : sql`m.currency = ${of.currency}`}`;
  const thisMonth = sql`date_trunc('month', ${of.before}::timestamptz at time zone 'UTC')`;
  const { rows } = await sql<DueMonth>`
    with doubtful as materialized (${doubtfulMonths(of, sql`(${thisMonth} at time zone 'UTC')`)})
    select m.channel_id, m.currency, m.month::text as period
    from ledger_months m
    where m.closed_at is null and m.month < ${thisMonth}::date
      and ${isAsked}
      and (select true from channel_terms t where t.channel_id = m.channel_id limit 1)
      and (m.channel_id, m.currency, m.month) not in (select channel_id, currency, month from doubtful)
    order by m.month, m.channel_id, m.currency
    limit ${of.limit}`.execute(db);
  return rows;
}

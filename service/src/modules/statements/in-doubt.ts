import { type RawBuilder, sql } from 'kysely';

/** Which months of whom are asked for; null is any. */
export interface AskedMonths {
  channel_id: string | null;
  currency: string | null;
  period: string | null;
}

/** The months of channels for which something may still turn out otherwise, of those that end before `before`: money that was asked
 *  for in them and is not settled, or that was taken or returned in them and does not stand in the ledger yet. Indexes: those of what
 *  is open or not posted, of which all that is so old is read; and the primary key of transactions. */
export function doubtfulMonths(of: AskedMonths, before: RawBuilder<unknown>): RawBuilder<unknown> {
  const isAsked = (at: RawBuilder<unknown>) => sql`${at} < ${before} and ${isIn(of.period, at)}`;
  const open = (table: string) => sql`
    select transaction_id as id, created_at as at from ${sql.table(table)}
    where next_check_at > '-infinity' and ${isAsked(sql`created_at`)}`;
  return sql`
    select distinct t.channel_id, t.currency, date_trunc('month', unsure.at at time zone 'UTC')::date as month
    from (
      ${open('capture_attempts')}
      union all ${open('vault_charges')}
      union all ${open('refunds')}
      union all
      select transaction_id, completed_at from refunds
      where completed_at is not null and not is_posted and ${isAsked(sql`completed_at`)}
      union all
      select id, captured_at from transactions
      where captured_at is not null and not is_posted and ${isAsked(sql`captured_at`)}
    ) unsure
      cross join lateral (select channel_id, currency from transactions where id = unsure.id limit 1) t
    where t.channel_id is not null
      and ${of.channel_id === null ? sql`true` : sql`t.channel_id = ${of.channel_id}`}
      and ${of.currency === null ? sql`true` : sql`t.currency = ${of.currency}`}`;
}

function isIn(period: string | null, at: RawBuilder<unknown>): RawBuilder<unknown> {
  if (period === null) return sql`true`;
  return sql`${at} >= ${period}::timestamp at time zone 'UTC'
    and ${at} < (${period}::date + interval '1 month') at time zone 'UTC'`;
}

import { sql } from 'kysely';
import { countUpToBound } from '../../db/count.ts';
import type { Db } from '../../db/tx.ts';

export interface ListedDay {
  id: string;
  provider: string;
  provider_account: string;
  merchant_id: string;
  day: string;
  looks: number;
  entries: number;
  open: number;
  is_whole: boolean;
  is_under_way: boolean;
  looked_at: Date | null;
  due_at: Date | null;
  problem: string | null;
}

/** Days of accounts, the newest made first, and how many there are, up to a bound. Indexes: the primary key,
 *  reconciliation_days_by_merchant, reconciliation_days_by_day, reconciliation_differences_by_day. */
export async function listDays(
  db: Db,
  of: { merchant_id?: string; day?: string },
  page: { limit: number; offset: number },
): Promise<{ items: ListedDay[]; total: number }> {
  const conditions = [
    sql`true`,
    ...(of.merchant_id === undefined ? [] : [sql`merchant_id = ${of.merchant_id}`]),
    ...(of.day === undefined ? [] : [sql`day = ${of.day}::date`]),
  ];
  const from = sql`from reconciliation_days where ${sql.join(conditions, sql` and `)}`;
  const order = of.merchant_id === undefined ? sql`id desc` : sql`reconciliation_days.day desc, id desc`;
  const { rows } = await sql<ListedDay>`
    select id, provider, provider_account, merchant_id, to_char(day, 'YYYY-MM-DD') as day, looks, entries, is_whole,
      begun_at is not null as is_under_way, looked_at, due_at, problem,
      (select count(*)::int from reconciliation_differences f where f.day_id = reconciliation_days.id and f.closed_at is null)
        as open
    ${from}
    order by ${order}
    limit ${page.limit}
    offset ${page.offset}`.execute(db);
  return { items: rows, total: await countUpToBound(db, from) };
}

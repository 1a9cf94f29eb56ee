import { sql } from 'kysely';
import { asOneOfMany, forMany } from '../../db/share.ts';
import type { Db } from '../../db/tx.ts';
import { coalesce } from '../../lib/coalesce.ts';
import type { NoticeSource } from '../accounts/index.ts';
import { TRANSACTION_COLUMNS, type TransactionRow } from './transaction-row.ts';

/** What a provider tells of: a capture, whose order it may name, or an order. */
interface News extends NoticeSource {
  provider_capture_id: string | null;
  provider_order_id: string | null;
}

export type FindByNews = (news: News) => Promise<TransactionRow | undefined>;

/** Finds the transactions that providers tell of: by the capture's id, or by its order's while the capture is not recorded
 *  here. What is asked for at once is found together. */
export function newsFinder(db: Db): FindByNews {
  const find = coalesce((news: readonly News[]) => forMany(() => findTogether(db, news)));
  return (news) => asOneOfMany(find(news));
}

const columnsOf = (table: string) =>
  sql.join(TRANSACTION_COLUMNS.map((column) => sql.ref(`${table}.${column}`)));

// What the provider calls one account may be of another merchant by now: what was paid into it before stays the former's.
// Index: rail_accounts_by_name.
const IS_TOLD = sql`(n.rail_account_id is null or t.rail_account_id = n.rail_account_id or exists (
  select from rail_accounts own
  join rail_accounts named on named.rail = own.rail and named.provider_account = own.provider_account
  where own.id = n.rail_account_id and named.id = t.rail_account_id))`;

// Looked up for each, and only then put in order: a plan for all of them may read a whole partition. Indexes:
// transactions_by_capture, transactions_by_order.
async function findTogether(db: Db, news: readonly News[]): Promise<(TransactionRow | undefined)[]> {
  const asked = news.map(({ provider, rail_account_id, provider_capture_id, provider_order_id }, place) => ({
    ...{ place, provider, rail_account_id, provider_capture_id, provider_order_id },
  }));
  const { rows } = await sql<TransactionRow & { place: number }>`
    select n.place, ${columnsOf('found')}
    from json_to_recordset(${JSON.stringify(asked)}::text::json)
      as n (place int, provider text, rail_account_id uuid, provider_capture_id text, provider_order_id text)
    cross join lateral (
      select ${columnsOf('either')} from (
        select true as is_captured, ${columnsOf('t')} from transactions t
        where t.provider_capture_id = n.provider_capture_id and t.provider = n.provider and ${IS_TOLD}
        union all
        select false, ${columnsOf('t')} from transactions t
        where t.provider_order_id = n.provider_order_id and t.provider = n.provider and ${IS_TOLD}
      ) either
      order by either.is_captured desc, either.id desc
      limit 1
    ) found`.execute(db);
  const byPlace = new Map(rows.map(({ place, ...transaction }) => [place, transaction]));
  return news.map((_, place) => byPlace.get(place));
}

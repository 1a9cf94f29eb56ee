import { sql } from 'kysely';
import { asOneOfMany, forMany } from '../../db/share.ts';
import type { Db } from '../../db/tx.ts';
import { coalesce } from '../../lib/coalesce.ts';
import { TRANSACTION_COLUMNS, type TransactionRow } from './transaction-row.ts';

/** What a provider tells of: a capture, whose order it may name, or an order. */
export interface News {
  provider: string;
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

const FOUND = sql.join(TRANSACTION_COLUMNS.map((column) => sql.ref(`t.${column}`)));

// Looked up for each, and only then put in order: a plan for all of them may read a whole partition. Indexes:
// transactions_by_capture, transactions_by_order.
async function findTogether(db: Db, news: readonly News[]): Promise<(TransactionRow | undefined)[]> {
  const asked = news.map((one, place) => ({ ...one, place }));
  const { rows } = await sql<TransactionRow & { place: number }>`
    select n.place, found.*
    from json_to_recordset(${JSON.stringify(asked)}::text::json)
      as n (place int, provider text, provider_capture_id text, provider_order_id text)
    cross join lateral (
      select * from (
        select true as is_captured, ${FOUND} from transactions t
        where t.provider_capture_id = n.provider_capture_id and t.provider = n.provider
        union all
        select false, ${FOUND} from transactions t
        where t.provider_order_id = n.provider_order_id and t.provider = n.provider
      ) either
      order by is_captured desc, id desc
      limit 1
    ) found`.execute(db);
  const byPlace = new Map(
    rows.map(({ place, ...row }) => {
      const { is_captured: _, ...transaction } = row as TransactionRow & { is_captured: boolean };
      return [place, transaction];
    }),
  );
  return news.map((_, place) => byPlace.get(place));
}

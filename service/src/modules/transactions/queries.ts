import { sql } from 'kysely';
import type { Db } from '../../db/tx.ts';
import { TRANSACTION_COLUMNS, type TransactionRow } from '../payments/index.ts';
import { all, conditionsOf, IS_ONE, NEWEST_FIRST, type TransactionFilter } from './filter.ts';
import { tallies } from './tallies.ts';
import { searchTransactions } from './search.ts';
import { findPlace } from './totals.ts';

export interface Page {
  limit: number;
  offset: number;
}

/** A page of a merchant's transactions, newest first by the time in their ids, and how many match. Indexes:
 *  transactions_by_merchant, transactions_by_status, transactions_by_method, transactions_by_processor. */
export async function listTransactions(
  db: Db,
  filter: TransactionFilter,
  page: Page,
): Promise<{ items: TransactionRow[]; total: number }> {
  const words = filter.search?.trim() ?? '';
  if (words !== '') {
    const { ids, total } = await searchTransactions(db, filter, { words, ...page });
    return { items: await readOnes(db, ids), total };
  }
  const { total, to, offset } = await findPlace(db, filter, page.offset);
  if (page.offset >= total) return { items: [], total };
  return { items: await readNewest(db, { ...filter, to }, { limit: page.limit, offset }), total };
}

async function readNewest(db: Db, filter: TransactionFilter, page: Page): Promise<TransactionRow[]> {
  return db
    .selectFrom('transactions')
    .select(TRANSACTION_COLUMNS)
    .where(all(conditionsOf(filter)))
    .orderBy(NEWEST_FIRST)
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

// Known to be the merchant's own.
async function readOnes(db: Db, ids: readonly string[]): Promise<TransactionRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('transactions')
    .select(TRANSACTION_COLUMNS)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id', 'desc')
    .execute();
}

/** One transaction of the merchant. Index: the primary key. */
export async function readTransaction(
  db: Db,
  of: { merchant_id: string; transaction_id: string },
): Promise<TransactionRow | undefined> {
  return db
    .selectFrom('transactions')
    .select(TRANSACTION_COLUMNS)
    .where('id', '=', of.transaction_id)
    .where('merchant_id', '=', of.merchant_id)
    .where(IS_ONE)
    .executeTakeFirst();
}

export interface Kind {
  value: string;
  transactions: number;
}

const KINDS_MAX = 100;

/** What a merchant's transactions can be narrowed by, the most frequent first. */
export async function readKinds(
  db: Db,
  merchant_id: string,
  column: 'payment_method' | 'processor',
): Promise<Kind[]> {
  const kind = sql.ref(column);
  const { rows } = await sql<Kind>`
    select ${kind} as value, sum(transactions)::bigint as transactions
    from ${tallies(merchant_id)}
    where ${kind} <> ''
    group by ${kind}
    having sum(transactions) > 0
    order by transactions desc, value
    limit ${KINDS_MAX}`.execute(db);
  return rows;
}

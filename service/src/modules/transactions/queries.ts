import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db } from '../../db/tx.ts';
import { TRANSACTION_COLUMNS, type TransactionRow } from '../payments/index.ts';

export interface TransactionFilter {
  merchant_id: string;
  status?: string | undefined;
  payment_method?: string | undefined;
  processor?: string | undefined;
  search?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  limit: number;
  offset: number;
}

/** A merchant's transactions, newest first, and how many match. An intent without an order at the provider is not a
 *  transaction yet; a charge that was refused never gets one. Index: transactions_by_merchant. */
export async function listTransactions(
  db: Db,
  filter: TransactionFilter,
): Promise<{ items: TransactionRow[]; total: number }> {
  const matching = db
    .selectFrom('transactions')
    .where(sql.join(conditions(filter), sql` and `) as Expression<SqlBool>);
  const items = await matching
    .select(TRANSACTION_COLUMNS)
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  const counted = await matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return { items: items as TransactionRow[], total: counted.total };
}

const IS_ONE = sql<SqlBool>`(provider_order_id is not null or status = 'failed')`;

function conditions(filter: TransactionFilter) {
  const all = [sql`merchant_id = ${filter.merchant_id}`, IS_ONE];
  if (filter.status !== undefined) all.push(sql`status = ${filter.status}`);
  if (filter.payment_method !== undefined) all.push(sql`payment_method = ${filter.payment_method}`);
  if (filter.processor !== undefined) all.push(sql`processor = ${filter.processor}`);
  if (filter.from !== undefined) all.push(sql`created_at >= ${filter.from}`);
  if (filter.to !== undefined) all.push(sql`created_at <= ${filter.to}`);
  if (filter.search !== undefined && filter.search.trim() !== '') {
    const pattern = `%${filter.search.trim().replace(/[\\%_]/g, '\\$&')}%`;
    all.push(sql`(buyer_email ilike ${pattern} or description ilike ${pattern})`);
  }
  return all;
}

/** One transaction of the merchant. Index: the primary key. */
export async function readTransaction(
  db: Db,
  of: { merchant_id: string; transaction_id: string },
): Promise<TransactionRow | undefined> {
  const row = await db
    .selectFrom('transactions')
    .select(TRANSACTION_COLUMNS)
    .where('id', '=', of.transaction_id)
    .where('merchant_id', '=', of.merchant_id)
    .where(IS_ONE)
    .executeTakeFirst();
  return row as TransactionRow | undefined;
}

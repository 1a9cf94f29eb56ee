import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { firstUuidAt } from '../../lib/ids.ts';
import { later } from '../../lib/time.ts';

/** What a list of transactions is narrowed by. Times are both included. */
export interface TransactionFilter {
  merchant_id: string;
  status?: string | undefined;
  payment_method?: string | undefined;
  processor?: string | undefined;
  search?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

type Condition = RawBuilder<SqlBool>;

/** An intent without an order at the provider is no transaction yet; a charge that was refused never gets one. */
export const IS_ONE: Condition = sql<SqlBool>`(provider_order_id is not null or status = 'failed')`;

/** The conditions that rows of `transactions` must meet, but for the words. An id begins with the time of its transaction,
 *  so that a span of time is one of ids, and of partitions. */
export function conditionsOf(filter: TransactionFilter): Condition[] {
  // A list of one: told that all are of one merchant, a plan may walk the ids of everybody until it meets enough of them.
  const { merchant_id, from, to } = filter;
  const isOf = sql<SqlBool>`merchant_id = any(array[${merchant_id}::uuid])`;
  // Between two ends a plan expects few ids, and would read everybody's: it is told that fewer still are of the merchant.
  const isOfAlone = sql<SqlBool>`merchant_id between ${merchant_id}::uuid and ${merchant_id}::uuid`;
  return [isOf, ...(from && to ? [isOfAlone] : []), ...narrowedBy(filter)];
}

/** Newest first, in the order of the indexes that begin with the merchant. */
export const NEWEST_FIRST = sql`merchant_id, id desc`;

/** The same, found by words: told in no way that another index knows, since a plan thinks too well of those. The index of words
 *  is asked for the merchant as well where few of all transactions are of that. */
export function worded(
  filter: TransactionFilter,
  found: readonly Condition[],
  isMerchantAsked: boolean,
): Condition[] {
  const { from, to } = filter;
  const merchant = isMerchantAsked ? sql`merchant_id::text` : sql`(merchant_id::text || '')`;
  return [
    sql<SqlBool>`${merchant} = ${filter.merchant_id}`,
    ...found,
    sql<SqlBool>`${IS_ONE} is true`,
    ...kindsOf(filter),
    ...(from ? [sql<SqlBool>`created_at >= ${from}`] : []),
    ...(to ? [sql<SqlBool>`created_at <= ${to}`] : []),
  ];
}

function narrowedBy(filter: TransactionFilter): Condition[] {
  const { from, to } = filter;
  return [
    IS_ONE,
    ...kindsOf(filter),
    ...(from ? [sql<SqlBool>`id >= ${firstUuidAt(from)}::uuid`] : []),
    ...(to ? [sql<SqlBool>`id < ${firstUuidAt(later(to, 1))}::uuid`] : []),
  ];
}

/** The conditions that counts can tell as well. */
export function kindsOf({ status, payment_method, processor }: TransactionFilter): Condition[] {
  return [
    ...(status === undefined ? [] : [sql<SqlBool>`status = ${status}`]),
    ...(payment_method === undefined ? [] : [sql<SqlBool>`payment_method = ${payment_method}`]),
    ...(processor === undefined ? [] : [sql<SqlBool>`processor = ${processor}`]),
  ];
}

/** Whether the words stand in the buyer's email or the description, letter by letter but for their case. */
export function matches(words: string): Condition {
  return sql<SqlBool>`(${matchesIn('buyer_email', words)} or ${matchesIn('description', words)})`;
}

/** Whether they stand in the one of both. */
export function matchesIn(column: 'buyer_email' | 'description', words: string): Condition {
  return sql<SqlBool>`${sql.ref(column)} ilike ${patternOf(words)}`;
}

/** The same, told in a way that no index knows. */
export function holds(column: 'buyer_email' | 'description', words: string): Condition {
  return sql<SqlBool>`(${sql.ref(column)} || '') ilike ${patternOf(words)}`;
}

function patternOf(words: string): string {
  return `%${words.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Several conditions as one; none holds always. */
export function all(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

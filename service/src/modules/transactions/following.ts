import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../db/tx.ts';
import { TRANSACTION_COLUMNS, type TransactionRow } from '../payments/index.ts';
import { all, conditionsOf, matches, NEWEST_FIRST, type TransactionFilter } from './filter.ts';
import { FOUND_MAX } from './find-words.ts';
import { isIndexed, LOOKED_THROUGH, searchTransactions } from './search.ts';

/** Reads the next transactions that are older than one, newest first; null begins. */
type FollowingReader = (after: string | null) => Promise<TransactionRow[]>;

/** Walks through all that a filter finds, so many at a time, each time from where the last ended. Words are looked for as in
 *  the list: few by their index and at the beginning, many by going back from the newest. */
export async function followingReader(
  db: Db,
  filter: TransactionFilter,
  limit: number,
): Promise<FollowingReader> {
  const conditions = await conditionsFor(db, filter);
  return async (after) => {
    const older = after === null ? [] : [sql<SqlBool>`id < ${after}::uuid`];
    return db
      .selectFrom('transactions')
      .select(TRANSACTION_COLUMNS)
      .where(all([...conditions, ...older]))
      .orderBy(NEWEST_FIRST)
      .limit(limit)
      .execute();
  };
}

async function conditionsFor(db: Db, filter: TransactionFilter): Promise<RawBuilder<SqlBool>[]> {
  const words = filter.search?.trim() ?? '';
  if (words === '') return conditionsOf(filter);
  const walked = [...conditionsOf(filter), matches(words)];
  if (!isIndexed(words)) return [...walked, ...(await lookedThrough(db, filter))];
  const found = await searchTransactions(db, filter, { words, limit: FOUND_MAX, offset: 0 });
  const isAll = found.isExact && found.ids.length === found.total;
  return isAll ? [...conditionsOf(filter), sql<SqlBool>`id = any(${found.ids}::uuid[])`] : walked;
}

// Not further back than the list looks.
async function lookedThrough(db: Db, filter: TransactionFilter): Promise<RawBuilder<SqlBool>[]> {
  const oldest = await db
    .selectFrom('transactions')
    .select('id')
    .where(all(conditionsOf(filter)))
    .orderBy(NEWEST_FIRST)
    .limit(1)
    .offset(LOOKED_THROUGH - 1)
    .executeTakeFirst();
  return oldest ? [sql<SqlBool>`id >= ${oldest.id}::uuid`] : [];
}

import { sql } from 'kysely';
import type { Db } from '../../db/tx.ts';
import { all, conditionsOf, matches, NEWEST_FIRST, type TransactionFilter } from './filter.ts';
import { type Found, FOUND_MAX, findWords, newestOf, type Search } from './find-words.ts';
import { findPlace } from './totals.ts';

// Of words that no index helps with: so many of the newest are looked through.
export const LOOKED_THROUGH = 20_000;
// How many of the newest tell whether words are frequent, and how many of these are many.
const SAMPLED = 1_000;
const FREQUENT = 100;
// Three letters or figures in a row: shorter words are in no index.
const INDEXED = /[\p{L}\p{N}]{3}/u;

/** The newest transactions in which the words stand, and how many there are, where there is much to look through counted up
 *  to a bound (gap G112). What the other filters leave is looked through where it is little. Of more, words that stand in few are found by their index. Those that stand in many are met soon by going back from the newest, where the
 *  index would bring them all. Indexes: transactions_by_words, transactions_by_merchant. */
export async function searchTransactions(db: Db, filter: TransactionFilter, of: Search): Promise<Found> {
  const looked = { ...of, through: LOOKED_THROUGH, most: FOUND_MAX };
  const { total: left } = await findPlace(db, filter, 0);
  if (left <= LOOKED_THROUGH) return walk(db, filter, { ...looked, most: LOOKED_THROUGH });
  if (!isIndexed(of.words)) return walk(db, filter, looked);
  const sample = await walk(db, filter, { ...looked, through: SAMPLED });
  if (sample.total >= FREQUENT) {
    const found = await walk(db, filter, looked);
    if (found.total === FOUND_MAX) return found;
  }
  const found = await findWords(db, filter, of);
  if (found.total < FOUND_MAX) return found;
  const { ids } = await walk(db, filter, { ...of, through: null, most: of.offset + of.limit });
  return { ids, total: FOUND_MAX };
}

/** Whether the index knows such words. */
export function isIndexed(words: string): boolean {
  return INDEXED.test(words);
}

interface Walk extends Search {
  /** How many of the newest are looked through at most; null for as many as it takes. */
  through: number | null;
  /** How many are met at most. */
  most: number;
}

// Goes back from the newest one until it has met enough.
async function walk(db: Db, filter: TransactionFilter, of: Walk): Promise<Found> {
  const newest = sql`
    select id, buyer_email, description
    from transactions
    where ${all(conditionsOf(filter))}
    order by ${NEWEST_FIRST}
    ${of.through === null ? sql`` : sql`limit ${of.through}`}`;
  return newestOf(db, of, sql`select id from (${newest}) newest where ${matches(of.words)} limit ${of.most}`);
}

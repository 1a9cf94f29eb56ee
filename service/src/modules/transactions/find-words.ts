import { type RawBuilder, sql } from 'kysely';
import { type Db, inTransaction } from '../../db/tx.ts';
import { all, holds, matchesIn, type TransactionFilter, worded } from './filter.ts';

/** How many are found at most by their index; where there are as many, there may be more. */
export const FOUND_MAX = 5_000;

export interface Search {
  words: string;
  limit: number;
  offset: number;
}

/** The newest of what was found, and how many there are. */
export interface Found {
  ids: string[];
  total: number;
}

/** What was found, and whether there is no more. */
export interface Searched extends Found {
  isExact: boolean;
}

/** What is asked of the index of words. */
export interface Asked {
  /** Parts that the words have. */
  parts: readonly string[];
  /** Whether for the merchant as well. */
  isMerchantAsked: boolean;
}

/** Finds as many as `most` by the index of words: of the one and of the other text apart, since of both at once a plan may leave
 *  the words to be looked at afterwards. Index: transactions_by_words. */
export async function findWords(
  db: Db,
  filter: TransactionFilter,
  of: Search & { most: number; by: Asked },
): Promise<Found> {
  const { parts, isMerchantAsked } = of.by;
  const has = (column: 'buyer_email' | 'description') => [
    ...parts.map((part) => matchesIn(column, part)),
    holds(column, of.words),
  ];
  const foundIn = (column: 'buyer_email' | 'description') => sql`
    (select id from transactions where ${all(worded(filter, has(column), isMerchantAsked))} limit ${of.most})`;
  const found = sql`${foundIn('buyer_email')} union ${foundIn('description')} limit ${of.most}`;
  return inTransaction(db, async (tx) => {
    // Where few are wanted a plan hopes to meet them soon on a walk through any other index.
    await sql`set local enable_indexscan = off`.execute(tx);
    return newestOf(tx, of, found);
  });
}

/** The page of what a statement finds, newest first, and how many that is. */
export async function newestOf(
  db: Db,
  { limit, offset }: Search,
  found: RawBuilder<unknown>,
): Promise<Found> {
  const { rows } = await sql<{ ids: string[] | null; total: number }>`
    select count(*) as total,
      (array_agg(id::text order by id desc))[${offset + 1}::bigint:${offset + limit}::bigint] as ids
    from (${found}) found`.execute(db);
  const [{ ids, total }] = rows as [{ ids: string[] | null; total: number }];
  return { ids: ids ?? [], total };
}

import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/tx.ts';
import { all, conditionsOf, matches, NEWEST_FIRST, type TransactionFilter } from './filter.ts';
import {
  type Asked,
  type Found,
  FOUND_MAX,
  findWords,
  newestOf,
  type Search,
  type Searched,
} from './find-words.ts';
import { findPlace } from './totals.ts';

// Of words that no index helps with: so many of the newest are looked through.
export const LOOKED_THROUGH = 20_000;
// Of words that many have so many are counted, and walked through; as a total it means as many or more.
const TOLD_OF_MANY = 1_000;
// How many of the newest tell whether words are frequent, and how many of these are many.
const SAMPLED = 1_000;
const FREQUENT = 60;
// Of the sample so few have what is rare, and what is neither rare nor frequent.
const RARE = 10;
const SCARCE = 100;
// A merchant that has this part of all transactions has most of them.
const MOST = 0.5;
const PARTS_MAX = 8;
// Three letters or figures in a row: shorter words are in no index.
const INDEXED = /[\p{L}\p{N}]{3}/u;
const PARTS = /[\p{L}\p{N}]{3,}/gu;

/** The newest transactions in which the words stand, and how many there are, of many counted up to a bound (gap G112). What the
 *  other filters leave is looked through where it is little. Of more, words that stand in few are found by their index. Those
 *  that stand in many are met soon by going back from the newest, where the index would bring them all. Indexes:
 *  transactions_by_words, transactions_by_merchant. */
export async function searchTransactions(db: Db, filter: TransactionFilter, of: Search): Promise<Searched> {
  const { total: left } = await findPlace(db, filter, 0);
  if (left <= LOOKED_THROUGH) {
    const found = await walk(db, filter, { ...of, through: LOOKED_THROUGH, most: LOOKED_THROUGH });
    return { ...found, isExact: true };
  }
  const many = { ...of, through: LOOKED_THROUGH, most: TOLD_OF_MANY };
  if (!isIndexed(of.words)) return { ...(await walk(db, filter, many)), isExact: false };
  const sample = await sampleOf(db, filter, { words: of.words, left });
  const isMoreThanFound = sample.have * left > FOUND_MAX * SAMPLED;
  if (sample.have >= FREQUENT && isMoreThanFound) {
    const found = await walk(db, filter, many);
    if (found.total === TOLD_OF_MANY) return { ...found, isExact: false };
  }
  // Where the newest let expect more than are found, enough are found to tell that there are many.
  const most = isMoreThanFound ? TOLD_OF_MANY : FOUND_MAX;
  const found = await findWords(db, filter, { ...of, most, by: sample.by });
  if (found.total < most) return { ...found, isExact: true };
  return { ids: await findFarBack(db, filter, of), total: TOLD_OF_MANY, isExact: false };
}

// Many have the words, and few of the newest: walked through for as long as whoever asks has time, and no further than what is told.
async function findFarBack(db: Db, filter: TransactionFilter, of: Search): Promise<string[]> {
  if (of.offset >= TOLD_OF_MANY) return [];
  const most = Math.min(of.offset + of.limit, TOLD_OF_MANY);
  return (await walk(db, filter, { ...of, through: null, most })).ids;
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

interface Sample {
  /** How many of the newest have the words. */
  have: number;
  by: Asked;
}

// What many have would bring as many from the index, to be compared with each other, and is looked for in what the rest brings:
// parts of the words, and a merchant that has most of all. One entry of the index for a part that some have saves looking at
// most of what a rare part brings. Where no part is rare the index is asked for the words as they are.
async function sampleOf(
  db: Db,
  filter: TransactionFilter,
  { words, left }: { words: string; left: number },
): Promise<Sample> {
  const found = (words.match(PARTS) ?? []).slice(0, PARTS_MAX);
  const parts = found.length > 1 ? found : [];
  const counted = [words, ...parts].map((part) => sql`count(*) filter (where ${matches(part)})`);
  const { rows } = await sql<{ counts: number[]; of_all: number }>`
    select array[${sql.join(counted)}]::integer[] as counts, (${OF_ALL}) as of_all
    from (${newest(filter, SAMPLED)}) newest`.execute(db);
  const { counts, of_all } = rows[0]!;
  const [have = 0, ...each] = counts;
  const between = (least: number, below: number) =>
    parts.filter((_, nth) => each[nth]! >= least && each[nth]! < below);
  const rare = between(0, RARE);
  const asked = [...rare, ...between(RARE, SCARCE).map(beginningOf)];
  const isMerchantAsked = of_all === 0 || left / of_all < MOST;
  return { have, by: { parts: rare.length === 0 ? [words] : asked, isMerchantAsked } };
}

// As much of a part as is one entry of the index.
function beginningOf(part: string): string {
  return [...part].slice(0, 3).join('');
}

// About how many transactions there are of all merchants, by what the server noted at its last analysis; none where it has noted nothing.
const OF_ALL = sql`
  select coalesce(sum(greatest(reltuples, 0)), 0)::bigint
  from pg_partition_tree('transactions') join pg_class on pg_class.oid = relid where isleaf`;

function newest(filter: TransactionFilter, through: number | null): RawBuilder<unknown> {
  return sql`
    select id, buyer_email, description
    from transactions
    where ${all(conditionsOf(filter))}
    order by ${NEWEST_FIRST}
    ${through === null ? sql`` : sql`limit ${through}`}`;
}

// Goes back from the newest one until it has met enough.
async function walk(db: Db, filter: TransactionFilter, of: Walk): Promise<Found> {
  const met = sql`select id from (${newest(filter, of.through)}) newest where ${matches(of.words)} limit ${of.most}`;
  return newestOf(db, of, met);
}

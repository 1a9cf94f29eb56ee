import { sql } from 'kysely';
import type { Db } from '../../db/tx.ts';
import { earlier, endOfDay } from '../../lib/time.ts';
import { type Cut, cutAtMidnights, type Span } from './days.ts';
import { all, conditionsOf, kindsOf, type TransactionFilter } from './filter.ts';
import { type Days, tallies } from './tallies.ts';

// An offset below it is walked; one above it is looked for by what is counted of each day.
const WALKED_MAX = 1_000;

/** How many transactions match, and where the page at an offset begins: at the newest that is not after `to`, when
 *  `offset` of those are passed over. */
interface Place {
  total: number;
  to: Date | undefined;
  offset: number;
}

/** Finds a page without counting rows, but for those of a day that the filter cuts in two. */
export async function findPlace(db: Db, filter: TransactionFilter, offset: number): Promise<Place> {
  const cut = cutAtMidnights(filter);
  if (!cut) return { total: 0, to: filter.to, offset };
  const before = await countSpan(db, filter, cut.before);
  const after = await countSpan(db, filter, cut.after);
  if (offset < WALKED_MAX || offset < after) {
    const whole = await countDays(db, filter, cut.days);
    return { total: before + whole + after, to: filter.to, offset };
  }
  return passDays(cut, await countEachDay(db, filter, cut.days), { before, after, offset });
}

interface DayCount {
  day: string;
  transactions: number;
}

function passDays(
  cut: Cut,
  days: readonly DayCount[],
  of: { before: number; after: number; offset: number },
): Place {
  const whole = days.reduce((sum, { transactions }) => sum + transactions, 0);
  const total = of.before + whole + of.after;
  let passed = of.after;
  for (const { day, transactions } of days) {
    const to = earlier(endOfDay(day), 1);
    if (of.offset < passed + transactions) return { total, to, offset: of.offset - passed };
    passed += transactions;
  }
  return { total, to: cut.before?.to, offset: of.offset - passed };
}

async function countSpan(db: Db, filter: TransactionFilter, span: Span | null): Promise<number> {
  if (!span) return 0;
  const { rows } = await sql<{ counted: number }>`
    select count(*) as counted from transactions where ${all(conditionsOf({ ...filter, ...span }))}`.execute(
    db,
  );
  return rows[0]!.counted;
}

async function countDays(db: Db, filter: TransactionFilter, days: Days | null): Promise<number> {
  if (!days) return 0;
  const from = tallies(filter.merchant_id, isOpen(filter) ? undefined : days);
  const { rows } = await sql<{ counted: number }>`
    select coalesce(sum(transactions), 0)::bigint as counted from ${from} where ${all(kindsOf(filter))}`.execute(
    db,
  );
  return rows[0]!.counted;
}

async function countEachDay(db: Db, filter: TransactionFilter, days: Days | null): Promise<DayCount[]> {
  if (!days) return [];
  const { rows } = await sql<DayCount>`
    select day, sum(transactions)::bigint as transactions
    from ${tallies(filter.merchant_id, days)}
    where ${all(kindsOf(filter))}
    group by day
    having sum(transactions) > 0
    order by day desc`.execute(db);
  return rows;
}

function isOpen({ from, to }: TransactionFilter): boolean {
  return from === undefined && to === undefined;
}

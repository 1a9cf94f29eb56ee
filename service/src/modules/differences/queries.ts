import { type RawBuilder, sql } from 'kysely';
import { countUpToBound } from '../../db/count.ts';
import { newestOfAll } from '../../db/newest-of-all.ts';
import type { Db, RowOf, Tx } from '../../db/tx.ts';
import { uuidAt } from '../../lib/ids.ts';
import type { ComparedDay, Finding, FindingKind, Shown } from './finding.ts';

// But the day itself, which is read as `YYYY-MM-DD`.
const DIFFERENCE = [
  'id',
  'day_id',
  'provider',
  'provider_account',
  'merchant_id',
  'channel_id',
  'cause',
  'kind',
  'provider_id',
  'transaction_id',
  'ours',
  'theirs',
  'state',
  'note',
  'found_at',
  'seen_at',
  'closed_at',
] as const;

/** What is known of columns beyond their types. */
interface Known {
  kind: FindingKind;
  ours: Shown | null;
  theirs: Shown | null;
}

type Stored = RowOf<'reconciliation_differences', (typeof DIFFERENCE)[number] | 'day'>;
export type DifferenceRow = Omit<Stored, keyof Known> & Known;

const DAY = sql`to_char(day, 'YYYY-MM-DD') as day`;
export const DIFFERENCE_COLUMNS = sql.join([DAY, ...DIFFERENCE.map((column) => sql.ref(column))]);

/** Lists what a look at a day found, or brings its row up to date. True when somebody is to hear of it: the row is new, or had
 *  been closed and is found again. What a person settled stays settled while both sides say what they said then. Index:
 *  difference_is_listed_once. */
export async function upsertFinding(
  db: Db,
  day: ComparedDay,
  found: Finding & { state: 'open' | 'mended'; now: Date },
): Promise<boolean> {
  const { cause, kind, provider_id, payment, state, now } = found;
  const [ours, theirs] = [found.ours, found.theirs].map((side) => side && JSON.stringify(side));
  const closed_at = state === 'open' ? null : now;
  const isAsSettled = sql`
    d.state = 'settled' and d.ours is not distinct from excluded.ours and d.theirs is not distinct from excluded.theirs`;
  const { rows } = await sql<{ is_news: boolean }>`
    insert into reconciliation_differences as d (id, day_id, provider, provider_account, merchant_id, channel_id, day, cause,
      kind, provider_id, transaction_id, ours, theirs, state, found_at, seen_at, closed_at)
    values (${uuidAt(now)}, ${day.id}, ${day.provider}, ${day.provider_account},
      ${payment?.merchant_id ?? day.merchant_id}, ${payment?.channel_id ?? null}, ${day.day}::date, ${cause}, ${kind},
      ${provider_id}, ${payment?.id ?? null}, ${ours}::jsonb, ${theirs}::jsonb, ${state}, ${now}, ${day.begun_at},
      ${closed_at})
    on conflict on constraint difference_is_listed_once do update
    set seen_at = greatest(d.seen_at, excluded.seen_at), ours = excluded.ours, theirs = excluded.theirs,
      state = case when ${isAsSettled} then d.state else excluded.state end,
      closed_at = case when ${isAsSettled} then d.closed_at else excluded.closed_at end,
      found_at = case when d.state = 'open' or ${isAsSettled} then d.found_at else excluded.found_at end
    returning found_at = ${now} as is_news`.execute(db);
  return rows[0]!.is_news;
}

/** What a look to the end of a day did not find any more is gone. Index: reconciliation_differences_by_day. */
export async function closeUnseen(tx: Tx, day: ComparedDay, now: Date): Promise<void> {
  await sql`
    update reconciliation_differences set state = 'gone', closed_at = ${now}
    where day_id = ${day.id} and closed_at is null and seen_at < ${day.begun_at}`.execute(tx);
}

/** Index: reconciliation_differences_by_day. */
export async function hasOpenDifference(db: Db, dayId: string): Promise<boolean> {
  const row = await db
    .selectFrom('reconciliation_differences')
    .select('id')
    .where('day_id', '=', dayId)
    .where('closed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

interface DifferenceFilter {
  merchant_id?: string;
  state?: string;
  cause?: string;
}

/** Newest first, and how many there are, up to a bound. Indexes: reconciliation_differences_open,
 *  reconciliation_differences_by_merchant; of all merchants the primary key, reconciliation_differences_of_state,
 *  reconciliation_differences_of_cause. */
export async function listDifferences(
  db: Db,
  filter: DifferenceFilter,
  page: { limit: number; offset: number },
): Promise<{ items: DifferenceRow[]; total: number }> {
  const { conditions, order } = wantedBy(filter);
  const from = sql`from reconciliation_differences where ${sql.join([sql`true`, ...conditions], sql` and `)}`;
  const { rows } = await sql<DifferenceRow>`
    select ${DIFFERENCE_COLUMNS} ${from}
    order by ${order}
    limit ${page.limit}
    offset ${page.offset}`.execute(db);
  return { items: rows, total: await countUpToBound(db, from) };
}

function wantedBy({ merchant_id, state, cause }: DifferenceFilter) {
  if (merchant_id === undefined && state !== 'open') return newestOfAll({ state, cause });
  const conditions = [
    ...(merchant_id === undefined ? [] : [sql`merchant_id = ${merchant_id}`]),
    ...(state === undefined ? [] : [state === 'open' ? isOpen(merchant_id) : sql`state = ${state}`]),
    ...(cause === undefined ? [] : [sql`cause = ${cause}`]),
  ];
  return { conditions, order: sql`id desc` };
}

// The same rows in either words. `state = 'open'` is the condition of the index of all that is open, which suits a list of all; for
// one merchant it would be walked past everybody else's rows, and `closed_at is null` leaves the index of that merchant.
function isOpen(merchantId: string | undefined): RawBuilder<unknown> {
  return merchantId === undefined ? sql`state = 'open'` : sql`closed_at is null`;
}

export async function lockDifference(tx: Tx, id: string): Promise<DifferenceRow | undefined> {
  const { rows } = await sql<DifferenceRow>`
    select ${DIFFERENCE_COLUMNS} from reconciliation_differences where id = ${id} for update`.execute(tx);
  return rows[0];
}

export async function settleRow(tx: Tx, id: string, by: { note: string; now: Date }): Promise<void> {
  await tx
    .updateTable('reconciliation_differences')
    .set({ state: 'settled', note: by.note, closed_at: by.now })
    .where('id', '=', id)
    .execute();
}

/** How many differences wait for a person, by cause. Index: reconciliation_differences_open. */
export async function countOpenDifferences(db: Db, countedMax: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ cause: string; open: number }>`
    select cause, count(*)::int as open
    from (select cause from reconciliation_differences where state = 'open' limit ${countedMax}) counted
    group by cause`.execute(db);
  return new Map(rows.map(({ cause, open }) => [cause, open]));
}

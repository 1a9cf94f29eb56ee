import { sql } from 'kysely';
import { countUpToBound } from '../../db/count.ts';
import { type Claim, dueRows, type Hold, holdRows } from '../../db/due.ts';
import type { Db, Tx } from '../../db/tx.ts';
import { walkOn } from '../../db/walk.ts';
import { uuidAt } from '../../lib/ids.ts';
import { openBy } from '../charges/index.ts';
import { DAY_COLUMNS, type DayRow } from './day-row.ts';

const DAY = sql`to_char(day, 'YYYY-MM-DD') as day`;
const COLUMNS = sql.join([DAY, ...DAY_COLUMNS.map((column) => sql.ref(column))]);

export type HeldDay = DayRow & Hold;

/** Index: reconciliation_days_due. */
export async function claimDays(db: Db, claim: Claim): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    update reconciliation_days
    set due_at = ${claim.held_until}
    where id = any(array(${dueRows('reconciliation_days', { key: 'id', at: 'due_at' }, claim)}))
    returning ${COLUMNS}`.execute(db);
  return rows;
}

/** Holds days that are still held as they were until another time. */
export async function holdDays(
  db: Db,
  held: readonly (Pick<DayRow, 'id'> & { held_until: Date })[],
  until: Date,
): Promise<void> {
  await holdRows(db, {
    table: 'reconciliation_days',
    columns: { key: 'id', at: 'due_at' },
    held: held.map(({ id, held_until }) => ({ key: id, held_until })),
    until,
  });
}

export interface DayChange extends Partial<
  Omit<DayRow, 'id' | 'provider' | 'provider_account' | 'rail_account_id' | 'merchant_id' | 'day'>
> {
  due_at: Date | null;
  looked_at?: Date;
}

/** Writes down how far a day is, and false when it is not held any more: somebody else goes on with it, from where it was. */
export async function moveDay(db: Db, day: HeldDay, set: DayChange): Promise<boolean> {
  const moved = await db
    .updateTable('reconciliation_days')
    .set(set)
    .where('id', '=', day.id)
    .where('due_at', '=', day.held_until)
    .executeTakeFirst();
  return moved.numUpdatedRows === 1n;
}

interface NewDay {
  provider: string;
  provider_account: string;
  rail_account_id: string;
  merchant_id: string;
  day: string;
  due_at: Date;
}

/** Has a day looked at, and the days behind it one after the other. One that is followed already stays as it is. */
export async function followDay(tx: Tx, day: NewDay, now: Date): Promise<void> {
  await sql`
    insert into reconciliation_days as d (id, provider, provider_account, rail_account_id, merchant_id, day, is_daily, due_at,
      created_at)
    values (${uuidAt(now)}, ${day.provider}, ${day.provider_account}, ${day.rail_account_id}, ${day.merchant_id},
      ${day.day}::date, true, ${day.due_at}, ${now})
    on conflict on constraint day_is_compared_once
    do update set is_daily = true, due_at = coalesce(d.due_at, excluded.due_at) where not d.is_daily`.execute(
    tx,
  );
}

interface WalkedAccount {
  provider: string;
  provider_account: string;
  rail_account_id: string;
  merchant_id: string;
  /** When the first payment was taken that it may hold, or the first charge was asked for that may have been taken. */
  first_at: Date;
}

/** Walks on through all accounts, and answers those that took a payment, or may have, and of which no day is followed, under this
 *  name or one that it had before. Indexes: transactions_by_capture_time, vault_charges_open, day_is_compared_once,
 *  reconciliation_days_by_merchant. */
export async function walkUncompared(
  db: Db,
  { name, limit }: { name: string; limit: number },
): Promise<WalkedAccount[]> {
  const columns = ['id', 'merchant_id', 'rail', 'provider_account'];
  return walkOn(
    db,
    { kept_in: 'reconciliation_walks', name, through: 'rail_accounts', columns, limit },
    sql<WalkedAccount>`
      select a.rail as provider, a.provider_account, a.id as rail_account_id, a.merchant_id, first.at as first_at
      from looked a
      cross join lateral (
        select least(
          (select captured_at from transactions
           where merchant_id = a.merchant_id and captured_at is not null
           order by captured_at limit 1),
          (select created_at from vault_charges
           where merchant_id = a.merchant_id and ${openBy('state')}
           order by created_at limit 1)
        ) as at
      ) first
      where first.at is not null and (
        select d.id from reconciliation_days d
        where d.provider = a.rail and d.provider_account = a.provider_account and d.is_daily
        limit 1
      ) is null and (
        select d.id from reconciliation_days d
        where d.merchant_id = a.merchant_id and d.rail_account_id = a.id and d.is_daily
        limit 1
      ) is null
      order by a.id`,
  );
}

/** How many days could not be compared when they were last tried, up to a bound. Index: reconciliation_days_failing. */
export async function countFailingDays(db: Db): Promise<number> {
  return countUpToBound(db, sql`from reconciliation_days where failures > 0`);
}

import { sql } from 'kysely';
import { countUpToBound } from '../../db/count.ts';
import { type Claim, dueRows, type DueTable, holdRows } from '../../db/due.ts';
import { newestOfAll } from '../../db/newest-of-all.ts';
import type { Db, RowOf, Tx } from '../../db/tx.ts';
import type { SubscriptionStatus } from './lifecycle.ts';

const COLUMNS = [
  'id',
  'merchant_id',
  'channel_id',
  'customer_ref',
  'amount_cents',
  'currency',
  'description',
  'interval',
  'interval_count',
  'starts_at',
  'status',
  // The period that is charged next, or is being charged; the first is 0.
  'period',
  // Tries of its charge that failed, and since when.
  'failures',
  'failing_since',
  'ends_with_period',
  // A charge may have been made whose end is not written down.
  'is_charging',
  'looks',
  'last_problem',
  'due_at',
  'ended_at',
  'created_at',
] as const;

export type SubscriptionRow = RowOf<'subscriptions', (typeof COLUMNS)[number]>;

const RETURNED = sql.join(COLUMNS.map((column) => sql.ref(column)));

const DUE = { key: 'id', at: 'due_at' } as const;

/** Index: subscriptions_due. */
export const SUBSCRIPTIONS_DUE: DueTable = { table: 'subscriptions', at: DUE.at };

export async function insertSubscription(tx: Tx, row: SubscriptionRow): Promise<void> {
  await tx
    .insertInto('subscriptions')
    .values({ ...row, updated_at: row.created_at })
    .execute();
}

/** A subscription of a merchant; with `forUpdate` it is held until the transaction ends. */
export async function readSubscription(
  db: Db,
  of: { id: string; merchant_id?: string },
  { forUpdate = false } = {},
): Promise<SubscriptionRow | undefined> {
  let query = db.selectFrom('subscriptions').select(COLUMNS).where('id', '=', of.id);
  if (of.merchant_id !== undefined) query = query.where('merchant_id', '=', of.merchant_id);
  if (forUpdate) query = query.forUpdate();
  return await query.executeTakeFirst();
}

export type SubscriptionChange = Partial<
  Pick<
    SubscriptionRow,
    | ('status' | 'period' | 'failures' | 'failing_since' | 'ends_with_period')
    | ('is_charging' | 'looks' | 'last_problem' | 'due_at' | 'ended_at')
  >
> & { updated_at: Date };

/** Changes a held row. */
export async function updateSubscription(
  tx: Tx,
  id: string,
  change: SubscriptionChange,
): Promise<SubscriptionRow> {
  const updated = await tx
    .updateTable('subscriptions')
    .set(change)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return updated;
}

/** Takes subscriptions whose time has come; of those that are charged then, the charge counts as begun. Index:
 *  subscriptions_due. */
export async function claimDueSubscriptions(db: Db, claim: Claim): Promise<SubscriptionRow[]> {
  const result = await sql<SubscriptionRow>`
    update subscriptions
    set due_at = ${claim.held_until}, looks = looks + 1,
      is_charging = is_charging or (status = 'active' and not ends_with_period)
    where id = any(array(${dueRows('subscriptions', DUE, claim)}))
    returning ${RETURNED}`.execute(db);
  return result.rows;
}

/** Holds rows that are still held as they were until another time; a time that has come gives them back. */
export async function holdSubscriptions(
  db: Db,
  held: readonly { id: string; held_until: Date }[],
  until: Date,
): Promise<void> {
  const rows = held.map(({ id, held_until }) => ({ key: id, held_until }));
  await holdRows(db, { table: 'subscriptions', columns: DUE, held: rows, until });
}

interface ChargeEnd {
  subscription_id: string;
  period: number;
  try: number;
  outcome: 'charged' | 'failed';
  transaction_id: string | null;
  reason: string | null;
  ended_at: Date;
}

export async function insertChargeEnd(tx: Tx, end: ChargeEnd): Promise<void> {
  await tx.insertInto('subscription_charges').values(end).execute();
}

const CHARGES_SHOWN_MAX = 100;

/** The last tries of a subscription's charges, newest first. Index: the primary key. */
export async function listChargeEnds(db: Db, id: string): Promise<ChargeEnd[]> {
  const rows = await db
    .selectFrom('subscription_charges')
    .select(['subscription_id', 'period', 'try', 'outcome', 'transaction_id', 'reason', 'ended_at'])
    .where('subscription_id', '=', id)
    .orderBy('period', 'desc')
    .orderBy('try', 'desc')
    .limit(CHARGES_SHOWN_MAX)
    .execute();
  return rows;
}

/** The transactions of the tries of the present period that came to nothing. Index: the primary key. */
export async function triesOf(
  db: Db,
  { id, period }: Pick<SubscriptionRow, 'id' | 'period'>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('subscription_charges')
    .select('transaction_id')
    .where('subscription_id', '=', id)
    .where('period', '=', period)
    .where('outcome', '=', 'failed')
    .execute();
  return rows.flatMap(({ transaction_id }) => transaction_id ?? []);
}

export interface SubscriptionFilter {
  merchant_id?: string;
  status?: SubscriptionStatus;
  customer_ref?: string;
}

/** A page of subscriptions, newest first, and how many there are in all. Indexes: subscriptions_by_merchant, subscriptions_by_status,
 *  subscriptions_by_customer; of all merchants the primary key, subscriptions_of_status, subscriptions_of_customer. */
export async function listSubscriptions(
  db: Db,
  filter: SubscriptionFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: SubscriptionRow[]; total: number }> {
  const { conditions, order } = wantedBy(filter);
  const matching = sql`from subscriptions where ${sql.join([sql`true`, ...conditions], sql` and `)}`;
  const [listed, total] = await Promise.all([
    sql<SubscriptionRow>`
      select ${RETURNED} ${matching} order by ${order} limit ${page.limit} offset ${page.offset}`.execute(db),
    countUpToBound(db, matching),
  ]);
  return { rows: listed.rows, total };
}

function wantedBy({ merchant_id, status, customer_ref }: SubscriptionFilter) {
  if (merchant_id === undefined) return newestOfAll({ customer_ref, status });
  const conditions = [
    sql`merchant_id = ${merchant_id}::uuid`,
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(customer_ref === undefined ? [] : [sql`customer_ref = ${customer_ref}`]),
  ];
  return { conditions, order: sql`id desc` };
}

import { type RawBuilder, sql } from 'kysely';
import type { Db, RowOf } from '../../db/tx.ts';
import { BEFORE_ALL_IDS } from '../../lib/ids.ts';
import { endOfDay, startOfDay } from '../../lib/time.ts';
import { takenBy } from '../payments/index.ts';
import type { DayRow } from './day-row.ts';

type Account = Pick<DayRow, 'provider' | 'provider_account' | 'rail_account_id' | 'merchant_id'>;

const PAYMENT_COLUMNS = [
  'id',
  'merchant_id',
  'channel_id',
  'rail_account_id',
  'provider_order_id',
  'provider_capture_id',
  'status',
  'amount_cents',
  'currency',
  'provider_fee_cents',
  'platform_fee_collected_cents',
  'approved_at',
  'captured_at',
] as const;

/** What of a payment of ours is compared. */
export type OurPayment = RowOf<'transactions', (typeof PAYMENT_COLUMNS)[number]>;

const RETURN_COLUMNS = [
  'id',
  'transaction_id',
  'origin',
  'provider_refund_id',
  'shown_id',
  'state',
  'amount_cents',
  'platform_fee_refund_cents',
  'created_at',
  'completed_at',
] as const;

/** What of a refund or a reversal of ours is compared. */
export type OurReturn = RowOf<'refunds', (typeof RETURN_COLUMNS)[number]>;

const PAYMENT = sql.join(PAYMENT_COLUMNS.map((column) => sql.ref(`t.${column}`)));
const RETURN = sql.join(RETURN_COLUMNS.map((column) => sql.ref(`r.${column}`)));

// An account may have served one merchant after the other, and have been named only since. Index: rail_accounts_by_name.
const accountsOf = ({ provider, provider_account, rail_account_id }: Account): RawBuilder<unknown> => sql`
  array(select id from rail_accounts where rail = ${provider} and provider_account = ${provider_account}
    union select ${rail_account_id}::uuid)`;

// A payment of the release before names the wallet account alone.
const isOf = (account: Account): RawBuilder<unknown> => sql`
  t.provider = ${account.provider} and case when t.wallet_merchant_id is null
    then t.rail_account_id = any(${accountsOf(account)})
    else t.wallet_merchant_id = ${account.provider_account} end`;

/** The payments of an account by their captures. Index: transactions_by_capture. */
export async function paymentsByCapture(
  db: Db,
  account: Account,
  ids: readonly string[],
): Promise<OurPayment[]> {
  const { rows } = await sql<OurPayment>`
    select ${PAYMENT} from transactions t
    where t.provider_capture_id = any(${[...ids]}) and ${isOf(account)}`.execute(db);
  return rows;
}

/** The payments of an account by what we named them there. Index: the primary key. */
export async function paymentsNamed(db: Db, account: Account, ids: readonly string[]): Promise<OurPayment[]> {
  const { rows } = await sql<OurPayment>`
    select ${PAYMENT} from transactions t
    where t.id = any(${[...ids]}::uuid[]) and ${isOf(account)}`.execute(db);
  return rows;
}

/** What was returned, or is to be, of payments. Index: refunds_by_transaction. */
export async function returnsOf(db: Db, transactionIds: readonly string[]): Promise<OurReturn[]> {
  const { rows } = await sql<OurReturn>`
    select ${RETURN} from refunds r
    where r.transaction_id = any(${[...transactionIds]}::uuid[])`.execute(db);
  return rows;
}

interface Unseen {
  day: DayRow;
  /** Only what happened before it: the rest may not be shown yet. */
  until: Date;
  behind: string;
  limit: number;
}

const merchantsOf = ({ provider, provider_account, merchant_id }: Account): RawBuilder<unknown> => sql`
  array(select merchant_id from rail_accounts where rail = ${provider} and provider_account = ${provider_account}
    union select ${merchant_id}::uuid)`;

/** Payments of ours that were taken on a day and do not stand in the provider's. Index: transactions_by_capture_time. */
export async function unseenPayments(db: Db, { day, until, behind, limit }: Unseen): Promise<OurPayment[]> {
  const { rows } = await sql<OurPayment>`
    select ${PAYMENT} from transactions t
    where t.merchant_id = any(${merchantsOf(day)}) and t.captured_at >= ${startOfDay(day.day)}
      and t.captured_at < ${endOfDay(day.day)} and t.captured_at < ${until}
      and ${takenBy('t.status')} and ${isOf(day)} and t.id > ${idOr(behind)}::uuid
      and not exists (
        select from reconciliation_entries e
        where e.day_id = ${day.id} and e.provider_id = t.provider_capture_id and e.kind = 'capture'
      )
    order by t.id
    limit ${limit}`.execute(db);
  return rows;
}

/** The same of what was returned, reversals where the provider shows them: what a reversal was paired with may be called otherwise there.
 *  Index: refunds_by_completion. */
export async function unseenReturns(
  db: Db,
  { day, until, behind, limit }: Unseen,
  { reversalsToo }: { reversalsToo: boolean },
): Promise<{ payment: OurPayment; returned: OurReturn }[]> {
  const { rows } = await sql<OurReturn>`
    select ${RETURN} from refunds r
    cross join lateral (
      select 1 from transactions t where t.id = r.transaction_id and ${isOf(day)} limit 1
    ) t
    where r.merchant_id = any(${merchantsOf(day)}) and r.completed_at >= ${startOfDay(day.day)}
      and r.completed_at < ${endOfDay(day.day)} and r.completed_at < ${until}
      and r.state = 'completed' and r.id > ${idOr(behind)}::uuid and (${reversalsToo} or r.origin <> 'reversal')
      and not exists (
        select from reconciliation_entries e
        where e.day_id = ${day.id} and e.provider_id = r.provider_refund_id and e.kind <> 'capture'
      )
      and not (r.origin = 'reversal' and r.shown_id is not null)
    order by r.id
    limit ${limit}`.execute(db);
  const payments = await paymentsNamed(
    db,
    day,
    rows.map(({ transaction_id }) => transaction_id),
  );
  return rows.map((returned) => ({
    returned,
    payment: payments.find(({ id }) => id === returned.transaction_id)!,
  }));
}

/** When the first of ours happened on an account between two moments; null when nothing did. The first of each merchant that the
 *  account served is one step into an index. Indexes: transactions_by_capture_time, refunds_by_completion. */
export async function firstOfOurs(
  db: Db,
  account: Account,
  span: { from: Date; to: Date },
): Promise<Date | null> {
  const { from, to } = span;
  const { rows } = await sql<{ first_at: Date | null }>`
    select min(least(taken.at, returned.at)) as first_at
    from unnest(${merchantsOf(account)}) m (id)
    left join lateral (
      select t.captured_at as at from transactions t
      where t.merchant_id = m.id and t.captured_at >= ${from} and t.captured_at < ${to}
      order by t.captured_at
      limit 1
    ) taken on true
    left join lateral (
      select r.completed_at as at from refunds r
      where r.merchant_id = m.id and r.completed_at >= ${from} and r.completed_at < ${to}
      order by r.completed_at
      limit 1
    ) returned on true`.execute(db);
  return rows[0]!.first_at;
}

function idOr(behind: string): string {
  return behind === '' ? BEFORE_ALL_IDS : behind;
}

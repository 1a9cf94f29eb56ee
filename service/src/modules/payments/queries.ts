import { sql } from 'kysely';
import type { Db, Tx } from '../../db/tx.ts';
import type { NoticeSource } from '../accounts/index.ts';
import { moveOf } from './lifecycle.ts';
import { TRANSACTION_COLUMNS, type TransactionRow } from './transaction-row.ts';

export interface NewTransactionRow {
  id: string;
  merchant_id: string;
  channel_id: string | null;
  checkout_session_id: string | null;
  external_order_id: string | null;
  provider: string;
  amount_cents: number;
  currency: string;
  platform_fee_cents: number;
  platform_fee_percent_millionths: number;
  platform_fee_fixed_minor_units: number;
  rail_account_id: string;
  wallet_merchant_id: string | null;
  provider_client_metadata_id: string | null;
  payment_method: string;
  buyer_email: string | null;
  description: string | null;
  created_at: Date;
}

export async function insertTransaction(tx: Tx, transaction: NewTransactionRow): Promise<void> {
  await tx
    .insertInto('transactions')
    .values({ ...transaction, status: 'created', updated_at: transaction.created_at })
    .execute();
}

/** How many orders of a session wait for its buyer, counted up to `limit`. Index: transactions_by_session. */
export async function countOpenOrders(
  tx: Tx,
  of: { checkout_session_id: string; limit: number },
): Promise<number> {
  const waiting = await tx
    .selectFrom('transactions')
    .select('id')
    .where('checkout_session_id', '=', of.checkout_session_id)
    .where('status', 'in', ['created', 'approved'])
    .orderBy('id', 'desc')
    .limit(of.limit)
    .execute();
  return waiting.length;
}

/** Columns that hold JSON are given as text. */
export type TransactionChange = Partial<
  Omit<
    TransactionRow,
    'id' | 'merchant_id' | 'channel_id' | 'created_at' | 'billing_address' | 'shipping_address'
  >
> & {
  billing_address?: string | null;
  shipping_address?: string | null;
  /** Said in the transaction that posts the capture. */
  is_posted?: true;
};

export async function updateTransaction(
  tx: Tx,
  id: string,
  change: TransactionChange,
): Promise<TransactionRow> {
  return tx
    .updateTable('transactions')
    .set(change)
    .where('id', '=', id)
    .returning(TRANSACTION_COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function lockTransaction(tx: Tx, id: string): Promise<TransactionRow> {
  return tx
    .selectFrom('transactions')
    .select(TRANSACTION_COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** The orders of a session that was paid by another, but for those of which nobody knows whether they were captured too.
 *  The caller has locked the session. Index: transactions_by_session. */
export async function lockGivenUp(
  tx: Tx,
  of: { checkout_session_id: string; paid_by: string },
): Promise<TransactionRow[]> {
  // Asked for each of the few orders of a session; as a join it would read every open attempt there is.
  const hasNoOpenAttempt = sql<boolean>`(
    select open.id from capture_attempts open
    where open.transaction_id = transactions.id and open.state in ('sending', 'unknown', 'pending')
    limit 1
  ) is null`;
  return tx
    .selectFrom('transactions')
    .select(TRANSACTION_COLUMNS)
    .where('checkout_session_id', '=', of.checkout_session_id)
    .where('id', '<>', of.paid_by)
    .where('status', 'in', ['created', 'approved'])
    .where(hasNoOpenAttempt)
    .orderBy('id', 'desc')
    .forUpdate('transactions')
    .execute();
}

/** The orders of a session that was paid by another, as far as their provider knows them. Index: transactions_by_session. */
export async function givenUpFor(
  db: Db,
  of: { checkout_session_id: string; provider: string },
): Promise<TransactionRow[]> {
  return db
    .selectFrom('transactions')
    .select(TRANSACTION_COLUMNS)
    .where('checkout_session_id', '=', of.checkout_session_id)
    .where('provider', '=', of.provider)
    .where('status', '=', 'voided')
    .where('provider_order_id', 'is not', null)
    .orderBy('id', 'desc')
    .execute();
}

export async function findTransaction(db: Db, id: string): Promise<TransactionRow | undefined> {
  return db.selectFrom('transactions').select(TRANSACTION_COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** A transaction by the provider's order id, within a merchant, a session or, for notices, a provider. Index:
 *  transactions_by_order. */
export async function findByOrder(
  db: Db,
  of: {
    provider_order_id: string;
    within: { merchant_id: string } | { checkout_session_id: string } | { provider: string };
  },
): Promise<TransactionRow | undefined> {
  return findNewest(db, { provider_order_id: of.provider_order_id }, of.within);
}

/** A transaction by the provider's capture id, within a merchant or, for notices, a provider. Index:
 *  transactions_by_capture. */
export async function findByCapture(
  db: Db,
  of: { provider_capture_id: string; within: { merchant_id: string } | { provider: string } | NoticeSource },
): Promise<TransactionRow | undefined> {
  return findNewest(db, { provider_capture_id: of.provider_capture_id }, told(of.within));
}

// Told to the deployment, it may be of any account.
function told(within: Partial<Record<'merchant_id' | 'provider' | 'rail_account_id', string | null>>) {
  return Object.fromEntries(Object.entries(within).filter(([, value]) => value !== null));
}

// Found first and put in order afterwards: where a partition was nearly empty, a plan may otherwise walk the ids backwards
// until it meets the one, and be kept when the partition has grown.
async function findNewest(
  db: Db,
  at_provider: Partial<Record<'provider_order_id' | 'provider_capture_id', string>>,
  within: Partial<Record<'merchant_id' | 'checkout_session_id' | 'provider' | 'rail_account_id', string>>,
): Promise<TransactionRow | undefined> {
  return db
    .with(
      (cte) => cte('found').materialized(),
      (found) =>
        found
          .selectFrom('transactions')
          .select(TRANSACTION_COLUMNS)
          .where((eb) => eb.and({ ...at_provider, ...within })),
    )
    .selectFrom('found')
    .select(TRANSACTION_COLUMNS)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Voids up to `limit` intents whose order never came to be: no provider order after `before`. What no session is for was
 *  asked for without a buyer, and may have been taken though no order is known yet. Index: transactions_without_order. */
export async function voidOrphans(db: Db, of: { before: Date; now: Date; limit: number }): Promise<number> {
  const { to } = moveOf('created', 'never_ordered')!;
  const voided = await sql`
    update transactions
    set status = ${to}, updated_at = ${of.now}
    where id = any(array(
      select id from transactions
      where status = 'created' and provider_order_id is null and checkout_session_id is not null
        and created_at < ${of.before}
      order by created_at
      limit ${of.limit}
      for update skip locked
    ))`.execute(db);
  return Number(voided.numAffectedRows ?? 0n);
}

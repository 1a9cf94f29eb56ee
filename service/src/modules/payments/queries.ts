import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/tx.ts';
import type { NoticeSource } from '../accounts/index.ts';
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

type Columns = Partial<
  Omit<
    TransactionRow,
    'id' | 'merchant_id' | 'channel_id' | 'status' | 'created_at' | 'billing_address' | 'shipping_address'
  >
> & {
  billing_address?: string | null;
  shipping_address?: string | null;
  /** Said in the transaction that posts the capture. */
  is_posted?: true;
};

/** Columns that hold JSON are given as text. A state is none of them: it goes by the table of moves, in `moveTransaction`. */
export type TransactionChange = Columns & { status?: never };

export async function updateTransaction(
  tx: Tx,
  id: string,
  change: TransactionChange,
): Promise<TransactionRow> {
  return write(tx, id, change);
}

/** The same of what a move changes, for the one function that knows the moves. */
export async function writeMove(
  tx: Tx,
  id: string,
  change: Columns & Pick<TransactionRow, 'status'>,
): Promise<TransactionRow> {
  return write(tx, id, change);
}

async function write(
  tx: Tx,
  id: string,
  set: Columns & Partial<Pick<TransactionRow, 'status'>>,
): Promise<TransactionRow> {
  return tx
    .updateTable('transactions')
    .set(set)
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

/** What an open row of a transaction is about, as `DoubtKind` asks for it. */
export const aboutTransaction: RawBuilder<unknown> = sql`
  select id as transaction_id, merchant_id, channel_id, amount_cents, currency from transactions
  where id = open.transaction_id limit 1`;

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

const NEWEST_LOOKED_AT = 100;

/** A payment that was taken into an account between two times, if one is among the newest of the merchant's then. Index:
 *  transactions_by_capture_time. */
export async function takenBetween(
  db: Db,
  of: { merchant_id: string; rail_account_id: string; from: Date; until: Date },
): Promise<Pick<TransactionRow, 'id' | 'provider_order_id' | 'currency'> | undefined> {
  return db
    .selectFrom((newest) =>
      newest
        .selectFrom('transactions')
        .select(['id', 'provider_order_id', 'currency', 'rail_account_id', 'captured_at'])
        .where('merchant_id', '=', of.merchant_id)
        .where('captured_at', '>=', of.from)
        .where('captured_at', '<', of.until)
        .orderBy('captured_at', 'desc')
        .limit(NEWEST_LOOKED_AT)
        .as('newest'),
    )
    .select(['id', 'provider_order_id', 'currency'])
    .where('rail_account_id', '=', of.rail_account_id)
    .orderBy('captured_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
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

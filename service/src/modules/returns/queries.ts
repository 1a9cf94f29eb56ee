import { sql } from 'kysely';
import type { Db, RowOf, Tx } from '../../db/tx.ts';
import { wayOf } from '../../lib/lifecycle.ts';
import { IN_DOUBT, OPEN, REFUND_MOVES, type RefundTrigger } from './lifecycle.ts';
import type { ReversalIdentity } from './reversal-queries.ts';

const COLUMNS = [
  'id',
  'transaction_id',
  'merchant_id',
  'origin',
  'amount_cents',
  'platform_fee_refund_cents',
  'fingerprint',
  'provider_refund_id',
  'state',
  'checks',
  'failure_code',
  'created_at',
  'updated_at',
  'is_found',
] as const;

export type RefundRow = RowOf<'refunds', (typeof COLUMNS)[number]>;

interface NewRefundRow
  extends
    Omit<RefundRow, 'checks' | 'failure_code' | 'updated_at' | 'is_found'>,
    Partial<Omit<ReversalIdentity, 'provider_refund_id'>> {
  idempotency_key: string | null;
  next_check_at: Date | null;
  completed_at: Date | null;
  is_posted?: true;
}

export async function insertRefund(tx: Tx, refund: NewRefundRow): Promise<void> {
  await tx
    .insertInto('refunds')
    .values({ ...refund, updated_at: refund.created_at })
    .execute();
}

/** Moves a refund by its table of moves. Throws when it is in no state that the trigger leaves: money would be
 *  counted twice. */
export async function moveRefund(
  tx: Tx,
  id: string,
  by: {
    trigger: RefundTrigger;
    next_check_at: Date | null;
    updated_at: Date;
    provider_refund_id?: string;
    /** What is counted of it, which may be less than was asked for. */
    amount_cents?: number;
    platform_fee_refund_cents?: number | null;
    completed_at?: Date;
    failure_code?: string | null;
    idempotency_key?: null;
    /** Said in the transaction that posts what was returned. */
    is_posted?: true;
    checks?: number;
    last_problem?: string;
  },
): Promise<void> {
  const { trigger, ...set } = by;
  const { from, to } = wayOf(REFUND_MOVES, trigger);
  const moved = await tx
    .updateTable('refunds')
    .set({ ...set, state: to })
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst();
  if (moved.numUpdatedRows !== 1n) throw new Error(`refund ${id} cannot be moved by ${trigger}`);
}

/** The refund a merchant asked for under this key. Index: refund_key_is_used_once. */
export async function refundOfKey(
  db: Db,
  of: { merchant_id: string; idempotency_key: string },
): Promise<RefundRow | undefined> {
  return db
    .selectFrom('refunds')
    .select(COLUMNS)
    .where('merchant_id', '=', of.merchant_id)
    .where('idempotency_key', '=', of.idempotency_key)
    .executeTakeFirst();
}

export async function readRefund(db: Db, id: string): Promise<RefundRow | undefined> {
  return db.selectFrom('refunds').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** Those that somebody named, of whichever merchant. Indexes: the primary key, provider_refund_is_known_once. */
export async function refundsNamed(
  db: Db,
  { column, id, limit }: { column: 'id' | 'provider_refund_id'; id: string; limit: number },
): Promise<Pick<RefundRow, 'id' | 'merchant_id' | 'transaction_id'>[]> {
  const named = db.selectFrom('refunds').select(['id', 'merchant_id', 'transaction_id']);
  return named.where(column, '=', id).limit(limit).execute();
}

/** Those of some refunds that there are, in the order of their ids. Index: the primary key. */
export async function readRefunds(db: Db, ids: readonly string[]): Promise<RefundRow[]> {
  return db.selectFrom('refunds').select(COLUMNS).where('id', 'in', ids).orderBy('id').execute();
}

/** A refund of a transaction by the provider's id. Index: refund_of_a_capture_is_known_once. */
export async function refundOfProvider(
  db: Db,
  of: { transaction_id: string; provider_refund_id: string },
): Promise<RefundRow | undefined> {
  return db
    .selectFrom('refunds')
    .select(COLUMNS)
    .where('transaction_id', '=', of.transaction_id)
    .where('provider_refund_id', '=', of.provider_refund_id)
    .executeTakeFirst();
}

/** Every refund of a transaction, the oldest first. Index: refunds_by_transaction. */
export async function refundsOf(
  db: Db,
  transactionId: string,
): Promise<(RefundRow & { completed_at: Date | null })[]> {
  return db
    .selectFrom('refunds')
    .select([...COLUMNS, 'completed_at'])
    .where('transaction_id', '=', transactionId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** The refund of ours of which nobody knows yet whether it was made; undefined where there is none, or more than one. Index:
 *  refunds_by_transaction. */
export async function inDoubtOf(db: Db, transactionId: string): Promise<RefundRow | undefined> {
  const rows = await db
    .selectFrom('refunds')
    .select(COLUMNS)
    .where('transaction_id', '=', transactionId)
    .where('state', 'in', IN_DOUBT)
    .limit(2)
    .execute();
  return rows.length === 1 ? rows[0] : undefined;
}

/** Whether nobody knows yet of a refund of the transaction whether it was made. Index: refunds_by_transaction. */
export async function isAnyUnderWay(db: Db, transactionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('refunds')
    .select('id')
    .where('transaction_id', '=', transactionId)
    .where('state', 'in', IN_DOUBT)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Since when a refund of the transaction is being asked for, the last of them. Index: refunds_by_transaction. */
export async function beingSentOf(
  db: Db,
  transactionId: string,
): Promise<Pick<RefundRow, 'updated_at'> | undefined> {
  return db
    .selectFrom('refunds')
    .select('updated_at')
    .where('transaction_id', '=', transactionId)
    .where('state', '=', 'requested')
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** What the provider calls the refunds of a transaction that were recorded. Index: refunds_by_transaction. */
export async function knownProviderIds(db: Db, transactionId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('refunds')
    .select('provider_refund_id')
    .where('transaction_id', '=', transactionId)
    .where('provider_refund_id', 'is not', null)
    .execute();
  return new Set(rows.map(({ provider_refund_id }) => provider_refund_id!));
}

/** What refunds of the transaction that are not done yet would return. Index: refunds_by_transaction. */
export async function amountUnderWay(db: Db, transactionId: string): Promise<number> {
  const row = await db
    .selectFrom('refunds')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('asked_for'))
    .where('transaction_id', '=', transactionId)
    .where('state', 'in', OPEN)
    .executeTakeFirstOrThrow();
  return row.asked_for;
}

/** The platform's fee promised back by refunds that are not done yet. */
export async function feeReturnsUnderWay(tx: Tx, transactionId: string): Promise<number> {
  const row = await tx
    .selectFrom('refunds')
    .select(sql<number>`coalesce(sum(platform_fee_refund_cents), 0)::bigint`.as('promised'))
    .where('transaction_id', '=', transactionId)
    .where('state', 'in', OPEN)
    .executeTakeFirstOrThrow();
  return row.promised;
}

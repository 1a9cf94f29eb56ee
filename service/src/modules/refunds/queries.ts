import type { Db } from '../../db/tx.ts';
import type { RefundState } from '../returns/index.ts';

/** Whether nobody knows yet of a refund of the transaction whether it was made. Index: refunds_by_transaction. */
export async function isAnyUnderWay(db: Db, transactionId: string): Promise<boolean> {
  return isAnyIn(db, transactionId, ['requested', 'unknown']);
}

/** Whether a refund of the transaction is being asked for. Index: refunds_by_transaction. */
export async function isBeingSent(db: Db, transactionId: string): Promise<boolean> {
  return isAnyIn(db, transactionId, ['requested']);
}

async function isAnyIn(db: Db, transactionId: string, states: readonly RefundState[]): Promise<boolean> {
  const row = await db
    .selectFrom('refunds')
    .select('id')
    .where('transaction_id', '=', transactionId)
    .where('state', 'in', states)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
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

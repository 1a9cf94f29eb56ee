import { sql } from 'kysely';
import type { Ctx } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/tx.ts';
import { post } from '../ledger/index.ts';
import { captureMovement, POSTED_COLUMNS } from './capture-movement.ts';
import type { TransactionRow } from './transaction-row.ts';

const BATCH = 500;

/** A sweep: captures that do not stand in the ledger are posted, as they happened. An earlier release made them, before
 *  this one or beside it. Returns how many there were. */
export async function sweepUnpostedCaptures(ctx: Ctx): Promise<number> {
  return inTransaction(ctx.db, async (tx) => {
    const captured = await takeUnposted(tx);
    const now = ctx.clock.now();
    await post(tx, ...captured.map((transaction) => captureMovement(transaction, now)));
    await markPosted(tx, captured);
    return captured.length;
  });
}

// Index: transactions_unposted.
async function takeUnposted(tx: Tx) {
  return tx
    .selectFrom('transactions')
    .select(POSTED_COLUMNS)
    .where('captured_at', 'is not', null)
    .where(sql<boolean>`not is_posted`)
    .orderBy('captured_at')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute();
}

async function markPosted(tx: Tx, captured: readonly Pick<TransactionRow, 'id'>[]): Promise<void> {
  if (captured.length === 0) return;
  await tx
    .updateTable('transactions')
    .set({ is_posted: true })
    .where('id', '=', sql<string>`any(${captured.map(({ id }) => id)}::uuid[])`)
    .execute();
}

import type { Tx } from '../../db/tx.ts';

const COLUMNS = [
  'id',
  'amount_cents',
  'provider_refund_id',
  'is_found',
  'told_at',
  'shown_id',
  'shown_at',
  'completed_at',
] as const;

/** The reversals of a transaction, the oldest first. Index: refunds_by_transaction. */
export function reversalsOf(tx: Tx, transactionId: string) {
  return tx
    .selectFrom('refunds')
    .select(COLUMNS)
    .where('transaction_id', '=', transactionId)
    .where('origin', '=', 'reversal')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** What a reversal is known by: as its notice names it, or where none came as the provider's search does, and what it stands for
 *  there. */
export interface ReversalIdentity {
  provider_refund_id: string;
  is_found: boolean;
  told_at: Date | null;
  shown_id: string | null;
  shown_at: Date | null;
}

/** Writes what reversals are known by now, all of them at once: they may have each other's names. */
export async function identifyReversals(
  tx: Tx,
  changes: readonly { id: string; identity: ReversalIdentity }[],
  now: Date,
): Promise<void> {
  const ids = changes.map(({ id }) => id);
  if (ids.length === 0) return;
  await tx.updateTable('refunds').set({ provider_refund_id: null }).where('id', 'in', ids).execute();
  for (const { id, identity } of changes) {
    const change = { ...identity, updated_at: now };
    await tx.updateTable('refunds').set(change).where('id', '=', id).execute();
  }
}

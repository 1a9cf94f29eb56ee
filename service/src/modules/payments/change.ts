import type { Tx } from '../../db/tx.ts';
import { updateTransaction } from './queries.ts';
import type { TransactionRow } from './transaction-row.ts';

// What other modules learn of a transaction beside its moves, each by a verb that writes its columns and no others. The
// caller has locked the transaction, or has just made it.

/** Names it by what its provider made of it, and keeps what came with the name. */
export function nameTransaction(
  tx: Tx,
  id: string,
  named: { provider_order_id: string; now: Date } & Partial<
    Pick<TransactionRow, 'approve_url' | 'buyer_email' | 'lapse_check_at'>
  >,
): Promise<TransactionRow> {
  const { now, ...columns } = named;
  return updateTransaction(tx, id, { ...columns, updated_at: now });
}

/** Keeps how the buyer chose to pay, and the device that they chose it on. */
export async function recordChoice(
  tx: Tx,
  id: string,
  chosen: { payment_method?: string; provider_client_metadata_id?: string; now: Date },
): Promise<void> {
  const { now, ...columns } = chosen;
  await updateTransaction(tx, id, { ...columns, updated_at: now });
}

/** Sets how much of it is promised to refunds under way, in minor units: no other refund is made of that. */
export async function reserveForRefunds(
  tx: Tx,
  id: string,
  reserved: { amount_cents: number; now: Date },
): Promise<void> {
  await updateTransaction(tx, id, { refund_reserved_cents: reserved.amount_cents, updated_at: reserved.now });
}

/** It counts as disputed from then on. */
export async function markDisputed(tx: Tx, id: string, of: { disputed_at: Date; now: Date }): Promise<void> {
  await updateTransaction(tx, id, { disputed_at: of.disputed_at, updated_at: of.now });
}

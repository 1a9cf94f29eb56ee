import { HOUR_MS } from '../../lib/time.ts';
import type { ProviderOrder } from '../../rails/rail.ts';
import { isMissed } from '../doubt/index.ts';
import type { TransactionRow } from '../payments/index.ts';

/** The failure code of an attempt whose order showed, when all was quiet, that nothing was taken. */
export const NOT_TAKEN = 'not_taken';

// Every provider keeps an order for at least so long after it was made or approved.
const KEPT_HOURS = 3;

/** Whether an order says of itself that no money was taken by it. One that calls itself completed, or is in a state that
 *  nobody knows, does not, though it shows no capture. */
export function isUntaken(order: ProviderOrder): boolean {
  if (order.capture !== null) return false;
  return order.status !== 'completed' && order.status !== 'other';
}

/** Whether an order that its provider does not know is gone. One that is young is known again a moment later: not
 *  everything at a provider knows of it at once. While a capture of it is in doubt, since `doubtedSince`, it has to be unknown for
 *  longer than a moment, however old it is. */
export function isGone(
  transaction: Pick<TransactionRow, 'created_at' | 'approved_at'>,
  doubtedSince: Date | null,
  now: Date,
): boolean {
  if (doubtedSince) return isMissed(doubtedSince, now);
  const since = transaction.approved_at ?? transaction.created_at;
  return now.getTime() - since.getTime() >= KEPT_HOURS * HOUR_MS;
}

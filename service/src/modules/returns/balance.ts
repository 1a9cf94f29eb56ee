import type { Tx } from '../../db/tx.ts';
import type { TransactionRow } from '../payments/index.ts';
import { amountUnderWay } from './queries.ts';

type Taken = Pick<TransactionRow, 'amount_cents' | 'refunded_amount_cents'>;

/** What was not returned yet of a capture, in minor units. */
export function unreturned({ amount_cents, refunded_amount_cents }: Taken): number {
  return amount_cents - refunded_amount_cents;
}

/** What refunds under way hold of a capture, in minor units. Money that was returned stands: of what they ask for, they hold no
 *  more than it has left. */
export async function reservedOf(tx: Tx, transaction: Taken & Pick<TransactionRow, 'id'>): Promise<number> {
  return Math.min(await amountUnderWay(tx, transaction.id), unreturned(transaction));
}

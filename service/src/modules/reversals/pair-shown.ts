import type { Ctx } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/tx.ts';
import { lockTransaction } from '../payments/index.ts';
import { refundOfProvider } from '../returns/index.ts';
import { readKnown } from './known-reversals.ts';
import { type Saying, showByAmount, showByName } from './tell-apart.ts';

/** A reversal as the provider's search shows it. */
interface ShownReversal extends Saying {
  transaction_id: string;
}

/** Has each reversal that is shown stand for one of ours, and none for two: for the one of its name, or else, since a notice may name
 *  it otherwise, for the one of its amount that is nearest in time and not before it. What had stood for one by its amount and proves
 *  to be another is told apart from it, and what then stands for none is recorded. Those of the others that find none are left
 *  for whoever compares. */
export async function pairShownReversals(ctx: Ctx, shown: readonly ShownReversal[]): Promise<void> {
  for (const [transaction_id, those] of Map.groupBy(shown, (one) => one.transaction_id)) {
    const added = await inTransaction(ctx.db, (tx) => pairLocked(tx, ctx, transaction_id, those));
    if (added.length === 0) continue;
    const of = { event: 'reversals.told_apart', transaction_id, added };
    ctx.log.warn(of, 'reversals of one amount had been taken for one');
  }
}

// Answers the names of those that were told apart.
async function pairLocked(
  tx: Tx,
  ctx: Ctx,
  transaction_id: string,
  shown: readonly ShownReversal[],
): Promise<string[]> {
  await lockTransaction(tx, transaction_id);
  const { known, keep } = await readKnown(tx, ctx, transaction_id);
  const unnamed: Saying[] = [];
  // By name first, so that none is taken by its amount for another.
  for (const one of shown) {
    const refund = await refundOfProvider(tx, { transaction_id, provider_refund_id: one.name });
    if (refund && refund.origin !== 'reversal') continue;
    if (!showByName(known, one)) unnamed.push(one);
  }
  for (const one of unnamed) showByAmount(known, one);
  if ((await keep()) === 'later') throw new Error(`reversals of ${transaction_id} cannot be recorded now`);
  return known.filter(({ id }) => id === null).map(({ told, shown }) => (told ?? shown)!.name);
}

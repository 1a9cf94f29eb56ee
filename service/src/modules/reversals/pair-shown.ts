import type { Ctx } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/tx.ts';
import { lockTransaction } from '../payments/index.ts';
import { refundOfProvider } from '../refunds/index.ts';
import { keepKnown, readKnown } from './book.ts';
import { type Known, type Saying, showByAmount, showByName } from './tell-apart.ts';

/** A reversal as the provider's search shows it. */
export interface ShownReversal extends Saying {
  transaction_id: string;
}

/** Has each reversal that is shown stand for one of ours that none other stands for: the one of its name, or else, since a notice may
 *  name it otherwise, the one of its amount that is nearest in time and not before it. What had stood for one by its amount and proves
 *  to be another is told apart from it, and what then stands for none is recorded. Those of the others that find none are left
 *  for whoever compares. */
export async function pairShownReversals(ctx: Ctx, shown: readonly ShownReversal[]): Promise<void> {
  for (const [id, those] of Map.groupBy(shown, ({ transaction_id }) => transaction_id)) {
    await inTransaction(ctx.db, (tx) => pairLocked(tx, ctx, id, those));
  }
}

async function pairLocked(
  tx: Tx,
  ctx: Ctx,
  transactionId: string,
  shown: readonly ShownReversal[],
): Promise<void> {
  await lockTransaction(tx, transactionId);
  const all = await readKnown(tx, transactionId);
  const unnamed: Saying[] = [];
  // By name first, so that none is taken by its amount for another.
  for (const one of shown) {
    const of = { transaction_id: transactionId, provider_refund_id: one.name };
    const known = await refundOfProvider(tx, of);
    if (known && known.origin !== 'reversal') continue;
    if (!showByName(all, one)) unnamed.push(one);
  }
  for (const one of unnamed) showByAmount(all, one);
  await keepKnown(tx, ctx, transactionId, all);
  logAdded(ctx, transactionId, all);
}

function logAdded({ log }: Ctx, transaction_id: string, all: readonly Known[]): void {
  const added = all.filter(({ id }) => id === null).map(({ told, shown }) => (told ?? shown)!.name);
  if (added.length === 0) return;
  const of = { event: 'reversals.told_apart', transaction_id, added };
  log.warn(of, 'reversals of one amount had been taken for one');
}

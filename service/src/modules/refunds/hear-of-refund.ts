import type { Ctx } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/tx.ts';
import { isOwnId, isUuid } from '../../lib/ids.ts';
import { type ProviderRefund, refundShown } from '../../rails/rail.ts';
import type { Dealt } from '../accounts/index.ts';
import { heldUntil } from '../doubt/index.ts';
import { lockTransaction, type TransactionRow } from '../payments/index.ts';
import {
  amountUnderWay,
  appendReturn,
  isOpenRefund,
  readRefund,
  refundOfProvider,
  type RefundRow,
} from '../returns/index.ts';
import { listRefunds, readProviderRefund } from './ask-provider.ts';
import { recordRefundOutcome } from './record-refund.ts';
import { settleRefund } from './settle.ts';

/** A refund heard of from the provider: our own, whose answer was slower than the notice, or one started on the
 *  provider's side, which is recorded whatever of ours is in doubt. The amount is what the provider says when asked,
 *  not what the notice claimed. */
export async function hearOfRefund(
  ctx: Ctx,
  transaction: TransactionRow,
  provider_refund_id: string,
): Promise<Dealt> {
  const of = { transaction_id: transaction.id, provider_refund_id };
  const known = await refundOfProvider(ctx.db, of);
  // One that its provider had called failed may be shown as made.
  if (known && known.state !== 'failed') return settleKnown(ctx, known);
  const rail = ctx.rails.get(transaction.provider);
  const read = rail && (await readProviderRefund(ctx, rail, transaction, provider_refund_id));
  // Also one that cannot be seen yet: the notice may be quicker than the provider's own reading side.
  if (read?.kind !== 'found') return 'later';
  if (await settleOwn(ctx, transaction, read.refund)) return 'done';
  if (read.refund.status === 'pending') return 'later';
  if (read.refund.status !== 'completed') return 'done';
  await settleOwnListed(ctx, transaction);
  const { amount, provider_refund_id: shown_id, refunded_at: returned_at } = read.refund;
  return inTransaction(ctx.db, async (tx) => {
    const locked = await lockTransaction(tx, transaction.id);
    if (await refundOfProvider(tx, of)) return 'done';
    const own_id = await nameOfLost(tx, read.refund);
    return appendReturn(tx, ctx, locked, {
      origin: own_id === null ? 'provider' : { id: own_id },
      identity: { provider_refund_id: shown_id },
      amount,
      returned_at,
    });
  });
}

// One that the provider has named is held back, or over: it is read, and not asked for again.
async function settleKnown(ctx: Ctx, { id }: RefundRow): Promise<Dealt> {
  const standing = await settleRefund(ctx, id, heldUntil(ctx.clock.now()));
  return standing === 'settled' ? 'done' : 'later';
}

// A refund that carries the id of one of ours is that one, whatever became of our call.
async function settleOwn(ctx: Ctx, transaction: TransactionRow, told: ProviderRefund): Promise<boolean> {
  const shown = refundShown(told);
  if (!shown || told.refund_id === undefined || !isUuid(told.refund_id)) return false;
  const own = await readRefund(ctx.db, told.refund_id);
  if (own?.transaction_id !== transaction.id) return false;
  // One that was given up counts when it turns out made, and not otherwise.
  if (!isOpenRefund(own) && !(own.state === 'failed' && shown.kind === 'completed')) return false;
  await recordRefundOutcome(ctx, own, shown);
  // Given up meanwhile, ours is not where the money is counted.
  return told.status !== 'completed' || (await readRefund(ctx.db, own.id))?.state === 'completed';
}

// The id of ours that it bears, where none of ours has it: its row went with a database that was put back. Whoever asks again under its
// key finds it so. Its part of the fee is reckoned anew, and may differ by the rounding of one before it.
async function nameOfLost(tx: Tx, { refund_id }: ProviderRefund): Promise<string | null> {
  const id = refund_id?.toLowerCase() ?? '';
  return isOwnId(id) && (await readRefund(tx, id)) === undefined ? id : null;
}

/** Ours that the provider made come first, so that every total told is the provider's. What cannot be seen now is recorded
 *  later, and is in nobody's way. */
export async function settleOwnListed(ctx: Ctx, transaction: TransactionRow): Promise<void> {
  const rail = ctx.rails.get(transaction.provider);
  if (!rail || (await amountUnderWay(ctx.db, transaction.id)) === 0) return;
  const listed = await listRefunds(ctx, rail, transaction);
  if (listed.kind !== 'found') return;
  for (const told of listed.refunds) await settleOwn(ctx, transaction, told);
}

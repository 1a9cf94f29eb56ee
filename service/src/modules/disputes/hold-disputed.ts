import type { Ctx } from '../../context.ts';
import type { Tx } from '../../db/tx.ts';
import { behindLast, post } from '../ledger/index.ts';
import { lockTransaction, markDisputed, type TransactionRow } from '../payments/index.ts';
import { unreturned } from '../returns/index.ts';
import type { DisputeRow } from './dispute-row.ts';
import { heldBeside, lockOpenBeside, updateDispute } from './queries.ts';

/** What a dispute does to its payment: it counts as disputed, and what is disputed is held from the merchant until the dispute
 *  ends. What a lost one takes is told by the provider as a refund or a reversal, which is posted by itself. The caller has
 *  locked the dispute. */
export async function holdDisputed(tx: Tx, ctx: Ctx, dispute: DisputeRow): Promise<void> {
  if (dispute.transaction_id === null) return;
  const payment = await lockTransaction(tx, dispute.transaction_id);
  if (payment.disputed_at === null) {
    await markDisputed(tx, payment.id, { disputed_at: dispute.opened_at, now: ctx.clock.now() });
  }
  const at = dispute.held_cents === null ? payment.captured_at : dispute.provider_updated_at;
  const freed = await bringHold(tx, ctx, { dispute, payment, at });
  if (!freed) return;
  // Another dispute may have found nothing left to hold. Whoever holds for that one in the same moment has locked it and waits for
  // the payment: such a deadlock is ended by the database, and one of the two is tried again.
  for (const other of await lockOpenBeside(tx, { id: dispute.id, transaction_id: payment.id })) {
    await bringHold(tx, ctx, { dispute: other, payment, at: dispute.provider_updated_at });
  }
}

interface Step {
  dispute: DisputeRow;
  payment: TransactionRow;
  at: Date | null;
}

// Posts the difference between what is held and what is to be, and tells whether that freed something. The payment's lock
// guards what all of its disputes hold.
async function bringHold(tx: Tx, ctx: Ctx, { dispute, payment, at }: Step): Promise<boolean> {
  if (dispute.released_at !== null) return false;
  const now = ctx.clock.now();
  const held_cents = dispute.is_resolved ? 0 : await holdable(tx, dispute, payment);
  const more = held_cents - (dispute.held_cents ?? 0);
  if (more !== 0) {
    const occurred_at = notBefore(at, dispute.opened_at);
    await post(tx, {
      ...movementOf(dispute, payment),
      occurred_at: await behindLast(tx, { source_id: dispute.id, at: occurred_at }),
      posted_at: now,
      amounts: more > 0 ? { dispute_hold: more } : { dispute_win: -more },
    });
  }
  if (dispute.is_resolved) await updateDispute(tx, dispute.id, { released_at: now });
  else if (more !== 0) await updateDispute(tx, dispute.id, { held_cents });
  return more < 0;
}

// Never more than there is left of the payment beside what its other disputes hold, nor what is in another currency. An
// amount that cannot be read changes nothing.
async function holdable(tx: Tx, dispute: DisputeRow, payment: TransactionRow): Promise<number> {
  const { id, amount_cents, currency, held_cents } = dispute;
  if (amount_cents !== null && currency !== payment.currency) return 0;
  const others = await heldBeside(tx, { id, transaction_id: payment.id });
  const left = unreturned(payment) - others;
  return Math.max(0, Math.min(amount_cents ?? held_cents ?? 0, left));
}

function movementOf({ id, channel_id, merchant_id }: DisputeRow, payment: TransactionRow) {
  const { id: transaction_id, currency, captured_at } = payment;
  return { source_id: id, channel_id, merchant_id, currency, transaction_id, captured_at };
}

function notBefore(earliest: Date | null, at: Date): Date {
  return earliest !== null && at < earliest ? earliest : at;
}

import type { Ctx } from '../../context.ts';
import type { Tx } from '../../db/tx.ts';
import { type Movement, post } from '../ledger/index.ts';
import { lockTransaction, markDisputed, type TransactionRow } from '../payments/index.ts';
import type { DisputeRow } from './dispute-row.ts';
import { updateDispute } from './queries.ts';

/** What a dispute does to its payment: it counts as disputed, and what is disputed is held from the merchant until the dispute
 *  ends. What a lost one takes is told by the provider as a refund or a reversal, which is posted by itself. The caller has
 *  locked the dispute. */
export async function bookDispute(tx: Tx, ctx: Ctx, dispute: DisputeRow): Promise<void> {
  if (dispute.transaction_id === null) return;
  const payment = await lockTransaction(tx, dispute.transaction_id);
  if (payment.disputed_at === null) {
    await markDisputed(tx, payment.id, { disputed_at: dispute.opened_at, now: ctx.clock.now() });
  }
  if (dispute.held_cents === null) await hold(tx, ctx, dispute, payment);
  else if (dispute.is_resolved && dispute.released_at === null) {
    const released_at = ctx.clock.now();
    await post(tx, {
      ...movementOf(dispute, payment),
      ...{ occurred_at: notBefore(dispute.opened_at, dispute.provider_updated_at), posted_at: released_at },
      amounts: { dispute_win: dispute.held_cents },
    });
    await updateDispute(tx, dispute.id, { released_at });
  }
}

// Never more than there is left of the payment, nor what is in another currency.
async function hold(tx: Tx, ctx: Ctx, dispute: DisputeRow, payment: TransactionRow): Promise<void> {
  const left = payment.amount_cents - payment.refunded_amount_cents;
  const held_cents = Math.min(dispute.amount_cents ?? 0, left);
  if (dispute.is_resolved || held_cents <= 0 || dispute.currency !== payment.currency) return;
  await post(tx, {
    ...movementOf(dispute, payment),
    occurred_at: notBefore(payment.captured_at, dispute.opened_at),
    posted_at: ctx.clock.now(),
    amounts: { dispute_hold: held_cents },
  });
  await updateDispute(tx, dispute.id, { held_cents });
}

function movementOf(
  { id, channel_id, merchant_id }: DisputeRow,
  payment: TransactionRow,
): Omit<Movement, 'occurred_at' | 'posted_at' | 'amounts'> {
  const { id: transaction_id, currency, captured_at } = payment;
  return { source_id: id, channel_id, merchant_id, currency, transaction_id, captured_at };
}

function notBefore(earliest: Date | null, at: Date): Date {
  return earliest !== null && at < earliest ? earliest : at;
}

import type { Ctx } from '../../context.ts';
import type { Tx } from '../../db/tx.ts';
import { raise } from '../events/index.ts';
import { post } from '../ledger/index.ts';
import { moveTransaction, ownerOf, type TransactionRow } from '../payments/index.ts';
import { reservedOf } from './balance.ts';
import { refundedObject } from './events.ts';
import { returnedAt, returnMovement } from './return-movement.ts';
import type { RefundRow } from './queries.ts';

type Returned = Pick<
  RefundRow,
  | 'id'
  | 'transaction_id'
  | 'merchant_id'
  | 'origin'
  | 'amount_cents'
  | 'platform_fee_refund_cents'
  | 'provider_refund_id'
>;

/** What the row of a refund says once its money went back. */
interface Completion {
  completed_at: Date;
  next_check_at: null;
  is_posted: true;
}

/** The money of a refund or a reversal went back: row, ledger, balance, state and event, at once. The caller has locked the
 *  transaction and returns no more than it has left; `write` makes the row what it is told, whether or not there was one. */
export async function recordReturn(
  tx: Tx,
  ctx: Ctx,
  transaction: TransactionRow,
  returned: {
    refund: Returned;
    /** When it happened, in the provider's words. */
    returned_at: string | undefined;
    asked_at?: Date;
    now: Date;
    write: (completion: Completion) => Promise<void>;
  },
): Promise<void> {
  const { refund, now, write, ...when } = returned;
  const at = returnedAt(transaction, { ...when, now });
  await write({ completed_at: at, next_check_at: null, is_posted: true });
  await post(tx, returnMovement(transaction, refund, { occurred_at: at, posted_at: now }));
  const moved = await addRefunded(tx, ctx, transaction, refund, at);
  const object = refundedObject(moved, refund);
  await raise(tx, ctx, { type: 'payment.refunded', ...ownerOf(moved), object });
}

// The capture's new totals, what is left to reserve, and the state they lead to. Reaching the captured amount refunds it.
async function addRefunded(
  tx: Tx,
  ctx: Ctx,
  transaction: TransactionRow,
  refund: Returned,
  at: Date,
): Promise<TransactionRow> {
  const totals = {
    refunded_amount_cents: transaction.refunded_amount_cents + refund.amount_cents,
    refunded_platform_fee_cents:
      transaction.refunded_platform_fee_cents + (refund.platform_fee_refund_cents ?? 0),
    disputed_at: refund.origin === 'reversal' ? (transaction.disputed_at ?? at) : transaction.disputed_at,
  };
  const isFull = totals.refunded_amount_cents >= transaction.amount_cents;
  const refund_reserved_cents = await reservedOf(tx, { ...transaction, ...totals });
  const change = { ...totals, refund_reserved_cents, ...(isFull ? { refunded_at: at } : {}) };
  const trigger = isFull ? 'refunded_in_full' : 'refunded_in_part';
  const moved = await moveTransaction(tx, ctx, transaction, trigger, change);
  if (!moved) throw new Error(`transaction ${transaction.id} cannot be refunded from ${transaction.status}`);
  return moved;
}

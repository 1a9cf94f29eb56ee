import type { Ctx } from '../../context.ts';
import type { Tx } from '../../db/tx.ts';
import { feeReturn, type Minor, minor } from '../../lib/money.ts';
import type { TransactionRow } from '../payments/index.ts';
import { unreturned } from './balance.ts';
import { feeReturnsUnderWay, type RefundRow } from './queries.ts';

/** The part of the fee that a new refund gives back, worked out behind those that are under way; null where the capture has no
 *  fee. */
export async function feePartOfNew(
  tx: Tx,
  ctx: Ctx,
  transaction: TransactionRow,
  amount: Minor,
): Promise<number | null> {
  // A capture without fee has no fee return to record.
  if (transaction.platform_fee_cents === 0) return null;
  const promised = await feeReturnsUnderWay(tx, transaction.id);
  return feeReturn({
    captured: minor(transaction.amount_cents),
    fee: minor(transaction.platform_fee_cents),
    refunded_before: minor(transaction.refunded_amount_cents + transaction.refund_reserved_cents),
    fee_returned_before: minor(transaction.refunded_platform_fee_cents + promised),
    amount,
    step: ctx.rails.kind(transaction.provider).accounts.stepOf(transaction.currency),
  });
}

/** The part of the fee that a refund of this amount gives back, in minor units; null where the fee is not known. What was asked for
 *  gives back what it was asked for with. Of another amount the part is reckoned anew: all that is left of the fee goes with all that
 *  was left of the capture. */
export async function feePartOf(
  tx: Tx,
  ctx: Ctx,
  { transaction, refund }: { transaction: TransactionRow; refund: RefundRow },
  amount_cents: number,
): Promise<number | null> {
  const own = refund.platform_fee_refund_cents;
  if (own === null) return null;
  const feeLeft = transaction.platform_fee_cents - transaction.refunded_platform_fee_cents;
  if (amount_cents === refund.amount_cents) return Math.min(own, feeLeft);
  const isAll = amount_cents === unreturned(transaction);
  // One that had been given up holds no part any more.
  const held = refund.state === 'failed' ? 0 : own;
  const others = isAll ? 0 : (await feeReturnsUnderWay(tx, transaction.id)) - held;
  return feeReturn({
    captured: minor(transaction.amount_cents),
    fee: minor(transaction.platform_fee_cents),
    refunded_before: minor(transaction.refunded_amount_cents),
    fee_returned_before: minor(transaction.refunded_platform_fee_cents + others),
    amount: minor(amount_cents),
    step: ctx.rails.kind(transaction.provider).accounts.stepOf(transaction.currency),
  });
}

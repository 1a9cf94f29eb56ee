import { sql } from 'kysely';
import type { Ctx } from '../../context.ts';
import { type Rail, refundShown } from '../../rails/rail.ts';
import { askAndRecord, type DoubtKind, type Standing } from '../doubt/index.ts';
import { findTransaction, type TransactionRow } from '../payments/index.ts';
import { isOpenRefund, readRefund, type RefundRow } from '../returns/index.ts';
import { readProviderRefund } from './ask-provider.ts';
import { endRefund, recordRefundOutcome, refundCall } from './record-refund.ts';

/** Why it is still open, in words for whoever has to settle it. */
const STILL_PENDING = 'the provider holds the refund back';

/** Refunds whose outcome is not known are asked for again under the same request id, or looked up where the provider does not
 *  remember it; pending ones are read. */
export const refundDoubt: DoubtKind = {
  name: 'refund',
  table: 'refunds',
  key: 'id',
  about: sql`
    select id as transaction_id, merchant_id, channel_id, open.amount_cents, currency from transactions
    where id = open.transaction_id limit 1`,
  asking: 'requested',
  isReadOnly: false,
  settle: settleRefund,
  endByHand: endRefund,
};

/** Tries to settle one refund and tells whether it is settled. */
export async function settleRefund(ctx: Ctx, refundId: string, held_until: Date): Promise<Standing> {
  const refund = await readRefund(ctx.db, refundId);
  if (!refund || !isOpenRefund(refund)) return 'settled';
  const transaction = (await findTransaction(ctx.db, refund.transaction_id))!;
  const rail = ctx.rails.get(transaction.provider);
  if (!rail) return { isAnswered: false };
  const intent = { refund: askedBefore(refund), transaction, held_until };
  if (refund.state === 'pending') await readPending(ctx, rail, { refund, transaction });
  else await askAndRecord(ctx, intent, refundCall(ctx, rail));
  const after = await readRefund(ctx.db, refundId);
  if (!after || !isOpenRefund(after)) return 'settled';
  return after.state === 'pending' ? { isAnswered: true, problem: STILL_PENDING } : { isAnswered: false };
}

// Its intent was committed by somebody who may have sent it.
function askedBefore(refund: RefundRow): RefundRow {
  return { ...refund, checks: Math.max(1, refund.checks) };
}

async function readPending(
  ctx: Ctx,
  rail: Rail,
  { refund, transaction }: { refund: RefundRow; transaction: TransactionRow },
): Promise<void> {
  const read = await readProviderRefund(ctx, rail, transaction, refund.provider_refund_id!);
  const shown = read.kind === 'found' ? refundShown(read.refund) : null;
  if (shown && shown.kind !== 'pending') await recordRefundOutcome(ctx, refund, shown);
}

import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import type { ReadRefundOutcome, RefundOutcome } from '../../rails/rail.ts';
import { Refusal } from '../../refusals.ts';
import { lockTransaction } from '../payments/index.ts';
import { issueRefund, recordRefundOutcome } from './issue-refund.ts';
import { claimDueRefunds, readRefund, type RefundRow, scheduleRefundCheck } from './queries.ts';

const BATCH = 20;
const HELD_SECONDS = 60;
/** When an unsettled refund is looked at again; the last step repeats daily. */
const CHECKS_SECONDS = [5, 30, 120, 600, 3_600, 21_600, 86_400];

/** A sweep: refunds whose outcome is not known are asked for again under the same request id, pending ones are read.
 *  Age alone settles nothing. Returns how many were looked at. */
export async function settleDueRefunds(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  const held_until = new Date(now.getTime() + HELD_SECONDS * 1000);
  const due = await claimDueRefunds(ctx.db, { now, held_until, limit: BATCH });
  for (const { id, checks } of due) {
    if (await settleRefund(ctx, id).catch(failed(ctx, id))) continue;
    const seconds = CHECKS_SECONDS[Math.min(checks, CHECKS_SECONDS.length) - 1]!;
    await scheduleRefundCheck(ctx.db, id, new Date(ctx.clock.now().getTime() + seconds * 1000));
    ctx.log.warn({ event: 'refund.unsettled', refund_id: id, checks }, 'refund not settled');
  }
  return due.length;
}

// One refund that cannot be settled must not hold up the others of its batch.
function failed(ctx: Ctx, id: string): (error: unknown) => false {
  return (error) => {
    ctx.log.error({ event: 'refund.failed', refund_id: id, err: error }, 'settling a refund failed');
    return false;
  };
}

/** Tries to settle one refund and tells whether it is settled. */
export async function settleRefund(ctx: Ctx, refundId: string): Promise<boolean> {
  const refund = await readRefund(ctx.db, refundId);
  if (!refund || refund.state === 'completed' || refund.state === 'failed') return true;
  try {
    if (refund.state === 'pending') await readPending(ctx, refund);
    else await issueRefund(ctx, refund);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  const after = await readRefund(ctx.db, refundId);
  return after?.state === 'completed' || after?.state === 'failed';
}

async function readPending(ctx: Ctx, refund: RefundRow): Promise<void> {
  const transaction = await inTransaction(ctx.db, (tx) => lockTransaction(tx, refund.transaction_id));
  const rail = ctx.rails.get(transaction.provider as 'ppcp');
  const read = await rail?.refunds.read({
    provider_refund_id: refund.provider_refund_id!,
    seller: { wallet_merchant_id: transaction.wallet_merchant_id ?? '' },
    currency: transaction.currency,
  });
  const outcome = read ? outcomeOf(read) : null;
  if (outcome) await recordRefundOutcome(ctx, refund, outcome);
}

function outcomeOf(read: ReadRefundOutcome): RefundOutcome | null {
  if (read.kind !== 'found') return null;
  const { refund } = read;
  if (refund.status === 'completed') return { kind: 'completed', refund };
  if (refund.status === 'failed') return { kind: 'failed', refund };
  return null;
}

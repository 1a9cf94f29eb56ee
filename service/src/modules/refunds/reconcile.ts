import type { Ctx } from '../../context.ts';
import { claimAt } from '../../db/due.ts';
import { inTransaction } from '../../db/tx.ts';
import { needsPerson, nextCheckAt } from '../../lib/doubt.ts';
import { type Turn, UNTIL_DONE, workThrough } from '../../lib/turn.ts';
import type { ReadRefundOutcome, RefundOutcome } from '../../rails/rail.ts';
import { Refusal } from '../../refusals.ts';
import { lockTransaction } from '../payments/index.ts';
import { readProviderRefund } from './ask-provider.ts';
import { issueRefund, recordRefundOutcome } from './issue-refund.ts';
import {
  claimDueRefunds,
  claimOpenRefund,
  giveRefundsBack,
  readRefund,
  type RefundRow,
  scheduleRefundCheck,
} from './queries.ts';

const BATCH = 20;

/** Why it is still open, in words for whoever has to settle it. */
const STILL_PENDING = 'the provider holds the refund back';

/** A sweep: refunds whose outcome is not known are asked for again under the same request id, pending ones are read.
 *  Age alone settles nothing. Returns how many were looked at. */
export async function settleDueRefunds(ctx: Ctx, turn: Turn): Promise<number> {
  const claim = claimAt(ctx.clock.now(), BATCH);
  return workThrough(turn, await claimDueRefunds(ctx.db, claim), {
    act: ({ id }) => check(ctx, id, turn),
    giveBack: (left) => giveRefundsBack(ctx.db, left, claim),
  });
}

/** Asks about one open refund now, whenever it would be due; one whose call is still under way stays as it is. Null
 *  when no such refund is open. */
export async function checkRefund(ctx: Ctx, refundId: string): Promise<{ isSettled: boolean } | null> {
  const refund = await readRefund(ctx.db, refundId);
  if (!refund || !isOpen(refund)) return null;
  const claim = claimAt(ctx.clock.now(), 1);
  if (!(await claimOpenRefund(ctx.db, refundId, claim))) return { isSettled: false };
  return { isSettled: await check(ctx, refundId, UNTIL_DONE) };
}

async function check(ctx: Ctx, id: string, turn: Turn): Promise<boolean> {
  if (await settleRefund(ctx, id).catch(failed(ctx, id))) return true;
  if (turn.cut.aborted) return false;
  const refund = (await readRefund(ctx.db, id))!;
  const now = ctx.clock.now();
  const isPending = refund.state === 'pending';
  await scheduleRefundCheck(ctx.db, id, {
    next_check_at: nextCheckAt({ since: refund.created_at, now, isAnswered: isPending }),
    ...(isPending ? { last_problem: STILL_PENDING } : {}),
  });
  const line = { event: 'refund.unsettled', refund_id: id, checks: refund.checks, state: refund.state };
  if (needsPerson(refund.created_at, now)) ctx.log.error(line, 'refund needs a person');
  else ctx.log.warn(line, 'refund not settled');
  return false;
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
  if (!refund || !isOpen(refund)) return true;
  try {
    if (refund.state === 'pending') await readPending(ctx, refund);
    else await issueRefund(ctx, refund);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  const after = await readRefund(ctx.db, refundId);
  return !after || !isOpen(after);
}

function isOpen(refund: RefundRow): boolean {
  return refund.state !== 'completed' && refund.state !== 'failed';
}

async function readPending(ctx: Ctx, refund: RefundRow): Promise<void> {
  const transaction = await inTransaction(ctx.db, (tx) => lockTransaction(tx, refund.transaction_id));
  const rail = ctx.rails.get(transaction.provider as 'ppcp');
  const read = rail && (await readProviderRefund(rail, transaction, refund.provider_refund_id!));
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

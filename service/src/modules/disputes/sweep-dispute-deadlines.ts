import type { Ctx } from '../../context.ts';
import type { Tx } from '../../db/tx.ts';
import { raise } from '../events/index.ts';
import { deadlinesDue, type DueDeadline, endDeadline } from './deadline-queries.ts';
import type { DisputeRow } from './dispute-row.ts';
import { deadlineObject } from './events.ts';
import { oneByOne } from './one-by-one.ts';
import { lockDispute } from './queries.ts';

const BATCH = 50;

/** A sweep: tells once of each time for an answer that it approaches. One that was moved is another. */
export async function sweepDisputeDeadlines(ctx: Ctx): Promise<number> {
  const due = await deadlinesDue(ctx.db, { now: ctx.clock.now(), limit: BATCH });
  return oneByOne(
    ctx,
    due.map((one) => ({ dispute_id: one.dispute_id, deal: (tx) => tellOne(tx, ctx, one) })),
  );
}

// The dispute is locked first, as whoever records it does.
async function tellOne(tx: Tx, ctx: Ctx, due: DueDeadline): Promise<void> {
  const dispute = await lockDispute(tx, due.dispute_id);
  const now = ctx.clock.now();
  const isTold = isAwaited(dispute, due.deadline, now);
  if (!(await endDeadline(tx, due, isTold ? now : null)) || !isTold) return;
  await raise(tx, ctx, {
    type: 'dispute.evidence_deadline_approaching',
    channel_id: dispute.channel_id,
    merchant_id: dispute.merchant_id,
    object: deadlineObject(dispute, due.deadline),
  });
}

function isAwaited(dispute: DisputeRow, deadline: Date, now: Date): boolean {
  const isCurrent = dispute.response_deadline?.getTime() === deadline.getTime();
  return isCurrent && !dispute.is_resolved && deadline > now;
}

import type { Ctx } from '../../context.ts';
import { Refusal } from '../../refusals.ts';
import { notesOf } from './note-queries.ts';
import { findDispute } from './queries.ts';
import { disputeDetailView } from './view.ts';

/** A merchant's dispute in full, with what the provider shows of it and the operator's notes. Refuses: dispute_not_found. */
export async function readDisputeDetail(ctx: Ctx, of: { merchant_id: string; dispute_id: string }) {
  const dispute = await findDispute(ctx.db, of);
  if (!dispute) throw new Refusal('dispute_not_found');
  return disputeDetailView(dispute, await notesOf(ctx.db, dispute.id));
}

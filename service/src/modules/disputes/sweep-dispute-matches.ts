import type { Ctx } from '../../context.ts';
import type { Tx } from '../../db/tx.ts';
import { tell } from './events.ts';
import { holdDisputed } from './hold-disputed.ts';
import { nextLook, orderOf, paymentOf } from './match.ts';
import { oneByOne } from './one-by-one.ts';
import { disputesToMatch, lockDispute, updateDispute } from './queries.ts';

const BATCH = 50;

/** A sweep: payments of disputes that were heard of before them. A dispute that finds its payment has moved. */
export async function sweepDisputeMatches(ctx: Ctx): Promise<number> {
  const due = await disputesToMatch(ctx.db, { now: ctx.clock.now(), limit: BATCH });
  return oneByOne(
    ctx,
    due.map(({ id }) => ({ dispute_id: id, deal: (tx) => matchOne(tx, ctx, id) })),
  );
}

async function matchOne(tx: Tx, ctx: Ctx, id: string): Promise<void> {
  const dispute = await lockDispute(tx, id);
  if (dispute.match_at === null) return;
  const payment = await paymentOf(tx, dispute);
  const now = ctx.clock.now();
  if (!payment) {
    await updateDispute(tx, id, { match_at: nextLook(dispute.created_at, now) });
    return;
  }
  const matched = {
    ...orderOf(payment),
    match_at: null,
    last_event: 'dispute.updated',
    updated_at: now,
  } as const;
  const found = await updateDispute(tx, id, matched);
  await holdDisputed(tx, ctx, found);
  await tell(tx, ctx, found, 'dispute.updated');
}

import { sql } from 'kysely';
import type { Ctx } from '../../context.ts';
import type { ProviderDispute } from '../../rails/rail.ts';
import { type DoubtKind, isQuiet, type Standing } from '../doubt/index.ts';
import { type ActionRow, readAction } from './action-queries.ts';
import { readBackDispute, readDispute } from '../disputes/index.ts';
import { isOpenAction } from './lifecycle.ts';
import { recordActionOutcome } from './record-action.ts';
import { shownOf } from './shown.ts';

const UNLIKE = 'the dispute shows such an answer in other words';
const UNCLEAR = 'the dispute takes it no more and does not show whether it was given';
const NOT_YET = 'the dispute does not show it yet';

/** Actions that nobody heard back from are looked for in the dispute, and never taken again. */
export const disputeActionDoubt: DoubtKind = {
  name: 'dispute_action',
  table: 'dispute_actions',
  key: 'id',
  about: sql`
    select transaction_id, open.merchant_id, channel_id, coalesce(amount_cents, 0) as amount_cents, currency
    from disputes where id = open.dispute_id limit 1`,
  asking: 'sending',
  isReadOnly: true,
  settle: settleAction,
  // By `settle-by-hand.ts`.
  endByHand: null,
};

/** Looks for one action and tells whether it is settled. */
async function settleAction(ctx: Ctx, id: string): Promise<Standing> {
  const action = await readAction(ctx.db, id);
  if (!action || !isOpenAction(action)) return 'settled';
  const dispute = (await readDispute(ctx.db, action.dispute_id))!;
  // By now, and no later: what the read shows is of a moment after this one.
  const asOf = ctx.clock.now();
  const back = await readBackDispute(ctx, dispute);
  if (back.kind === 'missing') return { isAnswered: true, problem: 'the provider does not know the dispute' };
  if (back.kind === 'denied') return { isAnswered: true, problem: 'the seller has withdrawn the access' };
  if (back.kind !== 'recorded') return { isAnswered: false };
  const facet = ctx.rails.get(dispute.provider)!.disputes!;
  return conclude(ctx, action, back.dispute, isQuiet(action.created_at, facet, asOf));
}

async function conclude(
  ctx: Ctx,
  action: ActionRow,
  dispute: ProviderDispute,
  isOver: boolean,
): Promise<Standing> {
  const shown = shownOf(dispute.answered, action.body);
  if (shown.alike > action.shown_alike_before) {
    await recordActionOutcome(ctx, action, { kind: 'done' });
    return 'settled';
  }
  // The provider may have put it otherwise, or the seller may have answered at the provider's own page.
  if (shown.all > action.shown_before) return { isAnswered: true, problem: UNLIKE };
  if (dispute.unclear.includes(action.body.action)) return { isAnswered: true, problem: UNCLEAR };
  if (!isOver) return { isAnswered: true, problem: NOT_YET };
  const refusal = { issue: 'NOT_SHOWN', description: NOT_YET, debug_id: null, provider_status: null };
  await recordActionOutcome(ctx, action, { kind: 'refused', refusal });
  return 'settled';
}

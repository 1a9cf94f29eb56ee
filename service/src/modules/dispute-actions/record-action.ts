import type { Ctx } from '../../context.ts';
import { recordAwaited } from '../../db/record-lastingly.ts';
import type { Tx } from '../../db/tx.ts';
import type { ActOnDisputeOutcome } from '../../rails/rail.ts';
import type { RefusalName } from '../../refusals.ts';
import { refused, type Refused } from '../../refused.ts';
import { recordAudit } from '../audit/index.ts';
import { firstCheckAt } from '../doubt/index.ts';
import { type ActionRow, lockAction, moveAction } from './action-queries.ts';
import { lockDispute } from '../disputes/index.ts';

/** What came of an action that was to be taken. */
export type ActionResult = { readonly kind: 'taken'; readonly action_id: string } | Refused;

/** The second transaction of an action: what became of it, and who took it. Answers what a caller reads of it. */
export async function recordActionOutcome(
  ctx: Ctx,
  { id, dispute_id }: Pick<ActionRow, 'id' | 'dispute_id'>,
  outcome: ActOnDisputeOutcome,
): Promise<ActionResult> {
  const action = await recordAwaited(ctx.db, [id], async (tx) => {
    // A commit in doubt holds this lock until it is one or is none.
    await lockDispute(tx, dispute_id);
    await record(tx, ctx, id, outcome);
    return (await lockAction(tx, id)) ?? null;
  });
  return resultOf(action);
}

/** What a caller reads of an action that was asked for. */
export function resultOf(action: ActionRow | null): ActionResult {
  if (action?.state === 'done') return { kind: 'taken', action_id: action.id };
  if (action?.state !== 'refused') return refused('outcome_unknown');
  const extra = action.problem_code === null ? {} : { provider_code: action.problem_code };
  return refused(action.refusal!, extra);
}

async function record(tx: Tx, ctx: Ctx, id: string, outcome: ActOnDisputeOutcome): Promise<void> {
  const action = await lockAction(tx, id);
  // An intent in doubt that was not committed after all, or that was settled meanwhile.
  if (!action || action.state === 'done' || action.state === 'refused') return;
  switch (outcome.kind) {
    case 'done':
      return take(tx, ctx, action);
    case 'unavailable':
      return refuse(tx, ctx, action, ['dispute_action_unavailable', outcome.refusal.issue]);
    case 'denied':
      return refuse(tx, ctx, action, ['dispute_access_denied', outcome.refusal.issue]);
    case 'refused':
      return refuse(tx, ctx, action, ['dispute_action_refused', outcome.refusal.issue]);
    case 'unreachable':
      // What was not sent, or was certainly not received.
      if (action.state === 'sending') return refuse(tx, ctx, action, ['provider_unavailable']);
      return stayUnknown(tx, ctx, action, outcome.problem);
    case 'unknown':
      return stayUnknown(tx, ctx, action, outcome.problem);
  }
}

/** Settles an action in doubt that the caller has locked the dispute of. */
export function settleAs(tx: Tx, ctx: Ctx, action: ActionRow, wasGiven: boolean): Promise<void> {
  return wasGiven ? take(tx, ctx, action) : refuse(tx, ctx, action, ['dispute_action_refused', 'NOT_GIVEN']);
}

/** It was taken, as the provider answered or the dispute shows. */
async function take(tx: Tx, ctx: Ctx, { id, dispute_id, action, actor }: ActionRow): Promise<void> {
  const updated_at = ctx.clock.now();
  await moveAction(tx, id, { trigger: 'taken', next_check_at: null, updated_at });
  const detail = { action };
  await recordAudit(tx, ctx.clock, { actor, action: 'dispute.answered', subject: dispute_id, detail });
}

async function refuse(
  tx: Tx,
  ctx: Ctx,
  { id }: ActionRow,
  [refusal, problem_code]: readonly [RefusalName, string?],
): Promise<void> {
  await moveAction(tx, id, {
    trigger: 'not_taken',
    next_check_at: null,
    updated_at: ctx.clock.now(),
    refusal,
    ...(problem_code === undefined ? {} : { problem_code }),
  });
}

async function stayUnknown(tx: Tx, ctx: Ctx, { id }: ActionRow, last_problem: string): Promise<void> {
  const updated_at = ctx.clock.now();
  await moveAction(tx, id, {
    trigger: 'no_answer',
    next_check_at: firstCheckAt(updated_at),
    updated_at,
    last_problem,
  });
}

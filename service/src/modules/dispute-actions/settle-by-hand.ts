import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import { refused, type Refused } from '../../refused.ts';
import { recordAudit } from '../audit/index.ts';
import { heldUntil } from '../doubt/index.ts';
import { openActionOf } from './action-queries.ts';
import { lockDispute, readDispute } from '../disputes/index.ts';
import { settleAs } from './record-action.ts';

/** The operator, who has looked at the provider, says what became of the action that is in doubt, so that the dispute takes
 *  others. Refused: dispute_not_found, unsettled_not_found, dispute_action_under_way. */
export async function settleByHand(
  ctx: Ctx,
  of: { dispute_id: string; was_given: boolean },
): Promise<{ readonly kind: 'settled' } | Refused> {
  const { dispute_id, was_given } = of;
  return inTransaction(ctx.db, async (tx) => {
    if (!(await readDispute(tx, dispute_id))) return refused('dispute_not_found');
    await lockDispute(tx, dispute_id);
    const open = await openActionOf(tx, dispute_id);
    if (!open) return refused('unsettled_not_found');
    // A process that ended in the middle of taking it says nothing any more.
    const isUnderWay = open.state === 'sending' && ctx.clock.now() < heldUntil(open.created_at);
    if (isUnderWay) return refused('dispute_action_under_way');
    await settleAs(tx, ctx, open, was_given);
    const detail = { action: open.action, was_given };
    const entry = { actor: 'operator', action: 'dispute.answer_settled', subject: dispute_id, detail };
    await recordAudit(tx, ctx.clock, entry);
    return { kind: 'settled' };
  });
}

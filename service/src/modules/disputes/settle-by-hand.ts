import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import { Refusal } from '../../refusals.ts';
import { recordAudit } from '../audit/index.ts';
import { openActionOf } from './action-queries.ts';
import { lockDispute, readDispute } from './queries.ts';
import { settleAs } from './record-action.ts';

/** The operator, who has looked at the provider, says what became of the answer that is in doubt, so that the dispute takes
 *  others. Refuses: dispute_not_found, unsettled_not_found, dispute_action_under_way. */
export async function settleByHand(ctx: Ctx, of: { dispute_id: string; was_given: boolean }): Promise<void> {
  const { dispute_id, was_given } = of;
  await inTransaction(ctx.db, async (tx) => {
    if (!(await readDispute(tx, dispute_id))) throw new Refusal('dispute_not_found');
    await lockDispute(tx, dispute_id);
    const open = await openActionOf(tx, dispute_id);
    if (!open) throw new Refusal('unsettled_not_found');
    if (open.state === 'sending') throw new Refusal('dispute_action_under_way');
    await settleAs(tx, ctx, open, was_given);
    const detail = { action: open.action, was_given };
    const entry = { actor: 'operator', action: 'dispute.answer_settled', subject: dispute_id, detail };
    await recordAudit(tx, ctx.clock, entry);
  });
}

import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import { Refusal } from '../../refusals.ts';
import { recordAudit } from '../audit/index.ts';
import { type DifferenceRow, lockDifference, settleRow } from './queries.ts';

/** A person says that a difference is dealt with, and why; it stays so while both sides say what they say now. Refuses:
 *  difference_not_found, also for one that is not open. */
export async function settleDifference(
  ctx: Ctx,
  of: { difference_id: string; note: string },
): Promise<DifferenceRow> {
  return inTransaction(ctx.db, async (tx) => {
    const { difference_id: id, note } = of;
    const difference = await lockDifference(tx, id);
    if (difference?.state !== 'open') throw new Refusal('difference_not_found');
    await settleRow(tx, id, { note, now: ctx.clock.now() });
    await recordAudit(tx, ctx.clock, {
      ...{ actor: 'operator', action: 'reconciliation.settled', subject: id },
    });
    return (await lockDifference(tx, id))!;
  });
}

import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import { Refusal } from '../../refusals.ts';
import { recordAudit } from '../audit/index.ts';
import { renewNotice } from './queries.ts';

/** Has a notice that was given up acted on again, as if it had just come. Refuses: notice_not_found. */
export async function retryNotice(ctx: Ctx, id: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    if (!(await renewNotice(tx, id, ctx.clock.now()))) throw new Refusal('notice_not_found');
    await recordAudit(tx, ctx.clock, {
      actor: 'operator',
      action: 'notice.retried',
      subject: id,
      detail: {},
    });
  });
  ctx.wake('notices');
}

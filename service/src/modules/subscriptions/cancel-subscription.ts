import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import { refused, type Refused } from '../../refused.ts';
import { recordAudit } from '../audit/index.ts';
import { endSubscription } from './move-subscription.ts';
import { readSubscription, type SubscriptionRow, updateSubscription } from './queries.ts';

/** Ends a subscription at once, or with the period that is paid; one whose period is not paid ends at once all the same. One
 *  that has ended stays as it is, and one that was to end later may be ended now. Refused: subscription_not_found. */
export async function cancelSubscription(
  ctx: Ctx,
  of: { id: string; merchant_id: string },
  { atPeriodEnd, actor }: { atPeriodEnd: boolean; actor: string },
): Promise<{ readonly kind: 'canceled'; readonly row: SubscriptionRow } | Refused> {
  return inTransaction(ctx.db, async (tx) => {
    const row = await readSubscription(tx, of, { forUpdate: true });
    if (!row) return refused('subscription_not_found');
    const at_period_end = atPeriodEnd && isPaid(row);
    if (row.status === 'canceled' || (at_period_end && row.ends_with_period))
      return { kind: 'canceled', row };
    const canceled = at_period_end
      ? await updateSubscription(tx, row.id, { ends_with_period: true, updated_at: ctx.clock.now() })
      : await endSubscription(tx, ctx, row, 'cancel_asked');
    const entry = { actor, action: 'subscription.canceled', subject: row.id, detail: { at_period_end } };
    await recordAudit(tx, ctx.clock, entry);
    return { kind: 'canceled', row: canceled };
  });
}

// A charge that is under way may be the one that pays it.
function isPaid({ status, failures, period, is_charging }: SubscriptionRow): boolean {
  return status === 'active' && failures === 0 && (period > 0 || is_charging);
}

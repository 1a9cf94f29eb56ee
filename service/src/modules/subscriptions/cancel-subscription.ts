import type { Ctx } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/tx.ts';
import { refused, type Refused } from '../../refused.ts';
import { endSubscription } from './move-subscription.ts';
import { readSubscription, type SubscriptionRow, updateSubscription } from './queries.ts';

/** Ends a subscription at once, or with the period that is paid; one whose period is not paid ends at once all the same. One
 *  that has ended stays as it is, and one that was to end later may be ended now. Refused: subscription_not_found. */
export async function cancelSubscription(
  ctx: Ctx,
  of: { id: string; merchant_id: string },
  { atPeriodEnd }: { atPeriodEnd: boolean },
): Promise<{ readonly kind: 'canceled'; readonly row: SubscriptionRow } | Refused> {
  return inTransaction(ctx.db, async (tx) => {
    const row = await readSubscription(tx, of, { forUpdate: true });
    if (!row) return refused('subscription_not_found');
    return { kind: 'canceled', row: await end(tx, ctx, row, atPeriodEnd) };
  });
}

async function end(tx: Tx, ctx: Ctx, row: SubscriptionRow, atPeriodEnd: boolean): Promise<SubscriptionRow> {
  if (row.status === 'canceled') return row;
  if (!atPeriodEnd || !isPaid(row)) return endSubscription(tx, ctx, row, 'cancel_asked');
  return updateSubscription(tx, row.id, { ends_with_period: true, updated_at: ctx.clock.now() });
}

// A charge that is under way may be the one that pays it.
function isPaid({ status, failures, period, is_charging }: SubscriptionRow): boolean {
  return status === 'active' && failures === 0 && (period > 0 || is_charging);
}

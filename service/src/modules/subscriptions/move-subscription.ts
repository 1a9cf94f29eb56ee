import type { Ctx } from '../../context.ts';
import type { Tx } from '../../db/tx.ts';
import { raise } from '../events/index.ts';
import { subscriptionObject, type Told } from './events.ts';
import { moveOf, type SubscriptionTrigger } from './lifecycle.ts';
import { type SubscriptionChange, type SubscriptionRow, updateSubscription } from './queries.ts';

/** Moves a held subscription by its table of moves, changes what else is named, and raises the event that tells of it. */
export async function moveSubscription(
  tx: Tx,
  ctx: Ctx,
  row: SubscriptionRow,
  by: { trigger: SubscriptionTrigger; change: Omit<SubscriptionChange, 'status' | 'updated_at'>; told: Told },
): Promise<SubscriptionRow> {
  const { to: status, event: type } = moveOf(row.status, by.trigger);
  const now = ctx.clock.now();
  const moved = await updateSubscription(tx, row.id, { ...by.change, status, updated_at: now });
  const { channel_id, merchant_id } = row;
  await raise(tx, ctx, { type, channel_id, merchant_id, object: subscriptionObject(moved, now, by.told) });
  return moved;
}

/** Ends a held subscription. A charge that is under way is still looked after: it may turn out to have been made. */
export async function endSubscription(
  tx: Tx,
  ctx: Ctx,
  row: SubscriptionRow,
  trigger: 'cancel_asked' | 'period_ended' | 'left_unpaid',
): Promise<SubscriptionRow> {
  const change = { ended_at: ctx.clock.now(), due_at: row.is_charging ? row.due_at : null };
  const reason = trigger === 'left_unpaid' ? 'unpaid' : 'requested';
  return moveSubscription(tx, ctx, row, { trigger, change, told: { reason } });
}

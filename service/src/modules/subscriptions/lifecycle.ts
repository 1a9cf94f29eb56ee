export type SubscriptionStatus = 'active' | 'past_due' | 'canceled';
export type SubscriptionTrigger =
  'charged' | 'charge_failed' | 'tries_used_up' | 'cancel_asked' | 'left_unpaid' | 'period_ended';

type Row = readonly [
  from: SubscriptionStatus,
  trigger: SubscriptionTrigger,
  to: SubscriptionStatus,
  event:
    | 'subscription.charged'
    | 'subscription.payment_failed'
    | 'subscription.past_due'
    | 'subscription.canceled',
];

/** Every move of a subscription. A charge that was under way when it was canceled may still turn out to have been made, and one
 *  that failed to have been paid. */
export const SUBSCRIPTION_MOVES: readonly Row[] = [
  ['active', 'charged', 'active', 'subscription.charged'],
  ['canceled', 'charged', 'canceled', 'subscription.charged'],
  ['past_due', 'charged', 'active', 'subscription.charged'],
  ['active', 'charge_failed', 'active', 'subscription.payment_failed'],
  ['active', 'tries_used_up', 'past_due', 'subscription.past_due'],
  ['active', 'cancel_asked', 'canceled', 'subscription.canceled'],
  ['past_due', 'cancel_asked', 'canceled', 'subscription.canceled'],
  ['active', 'period_ended', 'canceled', 'subscription.canceled'],
  ['past_due', 'left_unpaid', 'canceled', 'subscription.canceled'],
];

/** Where a trigger leads from a state, and the event that tells of it. Throws for what is no row of the table. */
export function moveOf(from: SubscriptionStatus, trigger: SubscriptionTrigger) {
  const row = SUBSCRIPTION_MOVES.find((move) => move[0] === from && move[1] === trigger);
  if (!row) throw new Error(`A subscription that is ${from} is not moved by ${trigger}`);
  return { to: row[2], event: row[3] };
}

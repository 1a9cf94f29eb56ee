import type { SubscriptionRow } from './queries.ts';
import { subscriptionView } from './view.ts';

/** What an event says beyond the subscription as it is afterwards. Of a charge its period is the one that was paid, which may
 *  lie behind the present one. */
export type Told = Readonly<
  Partial<Record<'transaction_id' | 'reason', string | null>> &
    Partial<Record<'current_period_start' | 'current_period_end', string>>
>;

/** `data.object` of the events about subscriptions. */
export function subscriptionObject(row: SubscriptionRow, now: Date, told: Told = {}) {
  const ids = { id: row.id, merchant_id: row.merchant_id, amount_cents: row.amount_cents };
  return { ...subscriptionView(row, now), ...ids, ...told };
}

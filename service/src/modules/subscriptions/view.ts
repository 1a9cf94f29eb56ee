import { minor, toTrimmedDecimal } from '../../lib/money.ts';
import { triedAgainAt } from './dunning.ts';
import { periodStart } from './periods.ts';
import type { SubscriptionRow } from './queries.ts';

/** A subscription as its merchant reads it, and as its events tell it. Gap G121. */
export function subscriptionView(row: SubscriptionRow, now: Date) {
  const period = presentPeriod(row, row.ended_at ?? now);
  return {
    subscription_id: row.id,
    customer_ref: row.customer_ref,
    amount: toTrimmedDecimal(minor(row.amount_cents), row.currency),
    currency: row.currency,
    interval: row.interval,
    interval_count: row.interval_count,
    status: row.status,
    current_period_start: periodStart(row, period).toISOString(),
    current_period_end: periodStart(row, period + 1).toISOString(),
    next_charge_at: nextChargeAt(row)?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

// `row.period` is the one to be charged next. It is the present one as soon as it begins, paid or not. Before that, or where it
// never begins since the subscription ended with the period before, the present one is that before, which was paid last.
function presentPeriod(row: SubscriptionRow, at: Date): number {
  if (row.period > 0 && row.status === 'canceled' && row.ends_with_period) return row.period - 1;
  if (row.period === 0 || periodStart(row, row.period) <= at) return row.period;
  return row.period - 1;
}

/** When it is charged next; null when it is not. */
function nextChargeAt(row: SubscriptionRow): Date | null {
  if (row.status !== 'active' || row.ends_with_period) return null;
  if (row.failing_since === null) return periodStart(row, row.period);
  return triedAgainAt(row.failing_since, row.failures);
}

/** The same with what concerns whoever runs the service. */
export function operatorView(row: SubscriptionRow, now: Date) {
  return {
    ...subscriptionView(row, now),
    merchant_id: row.merchant_id,
    channel_id: row.channel_id,
    description: row.description,
    ends_with_period: row.ends_with_period,
    period: row.period,
    failures: row.failures,
    failing_since: row.failing_since?.toISOString() ?? null,
    last_problem: row.last_problem,
    due_at: row.due_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
  };
}

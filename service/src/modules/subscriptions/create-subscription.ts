import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import { uuidAt } from '../../lib/ids.ts';
import type { Minor } from '../../lib/money.ts';
import type { Refused, Unfit } from '../../refused.ts';
import { type AnswerKey, claimAnswer, keptAnswer } from '../answers/index.ts';
import { recordAudit } from '../audit/index.ts';
import { checkCharge } from '../charges/index.ts';
import { raise } from '../events/index.ts';
import { subscriptionObject } from './events.ts';
import type { Interval } from './periods.ts';
import { insertSubscription, type SubscriptionRow } from './queries.ts';
import { subscriptionView } from './view.ts';

export interface SubscriptionPlan {
  customer_ref: string;
  amount: Minor;
  currency: string;
  description: string | null;
  interval: Interval;
  interval_count: number;
  /** When the first period begins; null for now. */
  starts_at: Date | null;
}

/** What came of a subscription that was asked for: JSON text of it, or why it is none. */
type SubscriptionResult =
  { readonly kind: 'created'; readonly answer: string; readonly is_repeated: boolean } | Refused | Unfit;

const OPERATION = 'subscriptions.create';

/** Begins a subscription of a customer who has saved an instrument, and raises subscription.created; the worker charges each
 *  period when it begins. Answers JSON text, under a key that of its first call. Refused is what a charge would be:
 *  payments_not_allowed, rail_not_configured, vault_not_offered, charge_currency_not_settled, customer_not_found. Throws
 *  KeyOfOtherBody. Gap G121. */
export async function createSubscription(
  ctx: Ctx,
  merchant: { merchant_id: string; channel_id: string | null },
  { plan, key, actor }: { plan: SubscriptionPlan; key: AnswerKey | null; actor: string },
): Promise<SubscriptionResult> {
  const now = ctx.clock.now();
  const place = key && { merchant_id: merchant.merchant_id, operation: OPERATION, ...key, now };
  const kept = place && (await keptAnswer(ctx.db, place));
  if (kept !== null) return { kind: 'created', answer: kept, is_repeated: true };
  const refusal = await checkCharge(ctx, { ...plan, merchant_id: merchant.merchant_id });
  if (refusal) return refusal;
  const row = rowOf(merchant, plan, now);
  const answer = JSON.stringify(subscriptionView(row, now));
  return inTransaction(ctx.db, async (tx) => {
    const ofOther = place && (await claimAnswer(tx, { ...place, answer }));
    if (ofOther !== null) return { kind: 'created', answer: ofOther, is_repeated: true };
    await insertSubscription(tx, row);
    const { id: subject, amount_cents, currency } = row;
    const detail = { amount_cents, currency };
    await recordAudit(tx, ctx.clock, { actor, action: 'subscription.created', subject, detail });
    const object = subscriptionObject(row, now);
    await raise(tx, ctx, { type: 'subscription.created', ...ownerOf(merchant), object });
    return { kind: 'created', answer, is_repeated: false };
  });
}

function ownerOf({ merchant_id, channel_id }: { merchant_id: string; channel_id: string | null }) {
  return { merchant_id, channel_id };
}

function rowOf(
  { merchant_id, channel_id }: { merchant_id: string; channel_id: string | null },
  { amount, ...plan }: SubscriptionPlan,
  created_at: Date,
): SubscriptionRow {
  const starts_at = plan.starts_at ?? created_at;
  return {
    ...{ id: uuidAt(created_at), merchant_id, channel_id, ...plan, amount_cents: amount, starts_at },
    ...{ status: 'active', period: 0, failures: 0, failing_since: null, ends_with_period: false },
    ...{ is_charging: false, looks: 0, last_problem: null, due_at: starts_at, ended_at: null, created_at },
  };
}

import type { Ctx } from '../../context.ts';
import type { Tx } from '../../db/tx.ts';
import { minor, toJsonNumber } from '../../lib/money.ts';
import { raise } from '../events/index.ts';
import type { DisputeRow, LifeCycleEvent } from './dispute-row.ts';

/** Raises the event of a dispute as it stands. */
export async function tell(tx: Tx, ctx: Ctx, dispute: DisputeRow, type: LifeCycleEvent): Promise<void> {
  const { channel_id, merchant_id } = dispute;
  await raise(tx, ctx, { type, channel_id, merchant_id, object: disputeObject(dispute, type) });
}

/** `data.object` of the three events of a dispute's life. */
export function disputeObject(dispute: DisputeRow, event_type: LifeCycleEvent) {
  const { amount_cents, currency } = dispute;
  return {
    id: dispute.id,
    event_type,
    merchant_id: dispute.merchant_id,
    transaction_id: dispute.transaction_id,
    provider: dispute.provider,
    provider_dispute_id: dispute.provider_dispute_id,
    provider_transaction_id: dispute.provider_transaction_id,
    status: dispute.status,
    reason: dispute.reason,
    amount: amount_cents === null ? null : toJsonNumber(minor(amount_cents), currency),
    currency,
    response_deadline: dispute.response_deadline?.toISOString() ?? null,
    outcome: dispute.outcome,
    checkout_session_id: dispute.checkout_session_id,
    external_order_id: dispute.external_order_id,
  };
}

/** `data.object` of dispute.evidence_deadline_approaching, which names the dispute by the provider's id. */
export function deadlineObject(dispute: DisputeRow, deadline: Date) {
  return {
    dispute_id: dispute.provider_dispute_id,
    merchant_id: dispute.merchant_id,
    status: dispute.status,
    reason: dispute.reason,
    response_deadline: deadline.toISOString(),
    checkout_session_id: dispute.checkout_session_id,
    external_order_id: dispute.external_order_id,
  };
}

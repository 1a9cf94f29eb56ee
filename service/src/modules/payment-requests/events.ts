import type { RequestRow } from './request-row.ts';

/** The `data.object` of text_to_pay.paid. */
export function paidObject(row: RequestRow) {
  return {
    merchant_id: row.merchant_id,
    external_order_id: row.external_order_id,
    id: row.id,
    status: 'paid' as const,
    amount_cents: row.amount_cents,
    currency: row.currency,
    topic: row.topic,
    transaction_id: row.transaction_id,
    resolved_at: row.resolved_at!.toISOString(),
    created_at: row.created_at.toISOString(),
  };
}

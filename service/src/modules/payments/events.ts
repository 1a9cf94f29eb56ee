import type { TransactionRow } from './transaction-row.ts';

/** The `data.object` that payment.created, payment.approved and payment.captured share, and that payment.failed and
 *  payment.refunded add to. Amounts are minor units. Spec: payment.captured. */
export function paymentObject(transaction: TransactionRow) {
  return {
    id: transaction.id,
    merchant_id: transaction.merchant_id,
    checkout_session_id: transaction.checkout_session_id,
    external_order_id: transaction.external_order_id,
    provider: transaction.provider,
    provider_order_id: transaction.provider_order_id,
    provider_capture_id: transaction.provider_capture_id,
    status: transaction.status,
    amount_cents: transaction.amount_cents,
    currency: transaction.currency,
    platform_fee_cents: transaction.platform_fee_cents,
    created_at: transaction.created_at.toISOString(),
    captured_at: transaction.captured_at?.toISOString() ?? null,
    refunded_at: transaction.refunded_at?.toISOString() ?? null,
  };
}

/** payment.failed: the attempt ended, the session did not. */
export function failedObject(transaction: TransactionRow, provider_status: string | null) {
  return {
    ...paymentObject(transaction),
    reason: transaction.failure_code ?? 'unknown',
    ...(provider_status === null ? {} : { provider_status }),
    ...(transaction.provider_debug_id === null ? {} : { debug_id: transaction.provider_debug_id }),
  };
}

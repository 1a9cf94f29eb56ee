import type { Static } from 'typebox';
import type { TransactionRefund } from '../../../../wire/transactions/schemas.ts';
import type { RefundRow } from './queries.ts';

/** A refund in the detail of its transaction. One whose outcome nobody knows reads as requested. What others started has
 *  no request id of ours. */
export function refundView(row: RefundRow & { completed_at: Date | null }): Static<typeof TransactionRefund> {
  return {
    refund_request_id: row.origin === 'api' ? row.id : null,
    amount_cents: row.amount_cents,
    platform_fee_refund_cents: row.platform_fee_refund_cents,
    status: row.state === 'unknown' ? 'requested' : row.state,
    failure_code: row.failure_code,
    origin: row.origin,
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
  };
}

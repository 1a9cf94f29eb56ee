import { CHANNEL_FOR_MERCHANT, type Operations } from '../operation.ts';
import { CapturePath, NewRefund, Refunded } from './schemas.ts';

export const REFUND_OPERATIONS = {
  'captures.refund': {
    method: 'POST',
    path: '/api/payments/captures/:capture_id/refund',
    accepts: CHANNEL_FOR_MERCHANT,
    budget: 10,
    tag: 'Payments',
    summary: 'Refund a capture in part or in full',
    notes:
      'Returns part of a capture or, without `amount`, all that remains. The answer says only that it was ' +
      'accepted: reconcile on the event `payment.refunded` or on the transaction. With an `Idempotency-Key` ' +
      'a repeated call returns no money twice, ever.',
    takes_idempotency_key: true,
    params: CapturePath,
    body: NewRefund,
    body_when_absent: {},
    refusals: [
      'capture_not_found',
      'capture_not_refundable',
      'refund_exceeds_remaining',
      'refund_refused',
      'refund_failed',
      'refund_under_way',
      'provider_unavailable',
      'outcome_unknown',
      'rail_not_configured',
    ],
    responses: { 200: Refunded },
  },
} as const satisfies Operations;

import { CapturePath, NewRefund, Refunded } from '../../../../wire/payment.ts';
import type { Ctx } from '../../context.ts';
import { decimalOf, withAmountAt } from '../../http/amounts.ts';
import { readIdempotencyKey } from '../../http/idempotency.ts';
import { merchantRoute, ok, type Route } from '../../http/route.ts';
import { refundCapture } from './refund-capture.ts';

export function refundRoutes(ctx: Ctx): Route[] {
  return [
    merchantRoute(
      'captures.refund',
      {
        summary: 'Refund a capture in part or in full',
        takes_idempotency_key: true,
        refusals: [
          'capture_not_found',
          'capture_not_refundable',
          'refund_exceeds_remaining',
          'refund_refused',
          'refund_failed',
          'provider_unavailable',
          'outcome_unknown',
          'rail_not_configured',
        ],
        params: CapturePath,
        body: NewRefund,
        body_when_absent: {},
        responses: { 200: Refunded },
      },
      async ({ scope, params, body, headers }) => {
        const { amount = null } = body;
        const request = {
          merchant_id: scope.merchant_id,
          capture_id: params.capture_id,
          amount: amount === null ? null : decimalOf(amount),
          idempotency_key: readIdempotencyKey(headers),
        };
        await withAmountAt(['body', 'amount'], amount, () => refundCapture(ctx, request));
        return ok({ success: true });
      },
    ),
  ];
}

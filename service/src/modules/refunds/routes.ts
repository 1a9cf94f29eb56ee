import type { Ctx } from '../../context.ts';
import { decimalOf, withAmountAt } from '../../http/amounts.ts';
import { readIdempotencyKey, saysReplayed, withKey } from '../../http/idempotency.ts';
import { ok, type Route, route } from '../../http/route.ts';
import { orThrow } from '../../refused.ts';
import { actorOf } from '../../scope.ts';
import { refundCapture } from './refund-capture.ts';

export function refundRoutes(ctx: Ctx): Route[] {
  return [
    route('captures.refund', async ({ scope, params, body, headers }) => {
      const { amount = null } = body;
      const request = {
        merchant_id: scope.merchant_id,
        actor: actorOf(scope),
        capture_id: params.capture_id,
        amount: amount === null ? null : decimalOf(amount),
        idempotency_key: readIdempotencyKey(headers),
      };
      const refund = async () => orThrow(await refundCapture(ctx, request));
      const { is_repeated = false } = await withAmountAt(['body', 'amount'], amount, () => withKey(refund));
      return { ...ok({ success: true }), headers: saysReplayed(is_repeated) };
    }),
  ];
}

import type { Ctx } from '../../context.ts';
import { ok, type Route, route } from '../../http/route.ts';
import { orThrow } from '../../refused.ts';
import { transactionView } from '../payments/index.ts';
import { captureBuyerOrder, captureMerchantOrder } from './capture-order.ts';

export function captureRoutes(ctx: Ctx): Route[] {
  return [
    route('orders.capture', async ({ scope, params, body }) => {
      const request = { merchant_id: scope.merchant_id, order_id: params.order_id, ...body };
      return ok(transactionView(orThrow(await captureMerchantOrder(ctx, request)).transaction));
    }),
    route('buyer.capture', async ({ params, body, headers }) => {
      const { checkout_session_id: session_id, order_id } = params;
      const captured = await captureBuyerOrder(ctx, {
        ...body,
        session_id,
        order_id,
        origin: headers['origin'],
      });
      const { status, provider_capture_id } = orThrow(captured);
      return ok({ order_id, status, provider_capture_id });
    }),
  ];
}

import {
  BuyerCapture,
  BuyerOrder,
  BuyerOrderPath,
  CaptureOrder,
  CreatedOrder,
  MerchantOrder,
  OrderPath,
} from '../../../../wire/payment.ts';
import { SessionPath } from '../../../../wire/session.ts';
import { Transaction } from '../../../../wire/transaction.ts';
import type { Ctx } from '../../context.ts';
import { created, merchantRoute, ok, publicRoute, type Route } from '../../http/route.ts';
import type { RefusalName } from '../../refusals.ts';
import { captureBuyerOrder, captureMerchantOrder } from './capture-order.ts';
import { createBuyerOrder, createMerchantOrder } from './create-order.ts';
import { transactionView } from './view.ts';

const ORDER_REFUSALS: readonly RefusalName[] = [
  'session_not_found',
  'session_completed',
  'session_capturing',
  'session_expired',
  'too_many_open_orders',
  'channel_inactive',
  'payments_not_allowed',
  'currency_not_settled',
  'vault_not_offered',
  'rail_not_configured',
  'provider_unavailable',
  'seller_refused',
  'payment_refused',
];
const CAPTURE_REFUSALS: readonly RefusalName[] = [
  'payments_not_allowed',
  'order_not_found',
  'order_not_approved',
  'order_not_capturable',
  'session_completed',
  'session_capturing',
  'payment_declined',
  'seller_unverified',
  'seller_refused',
  'payment_refused',
  'provider_unavailable',
  'outcome_unknown',
  'rail_not_configured',
];

export function paymentRoutes(ctx: Ctx): Route[] {
  return [...merchantPaymentRoutes(ctx), ...buyerRoutes(ctx)];
}

function merchantPaymentRoutes(ctx: Ctx): Route[] {
  return [
    merchantRoute(
      'orders.create',
      {
        summary: 'Create an order for a session',
        refusals: ORDER_REFUSALS,
        body: MerchantOrder,
        responses: { 201: CreatedOrder },
      },
      async ({ scope, body }) => {
        const { checkout_session_id: session_id, ...request } = body;
        return created(
          await createMerchantOrder(ctx, { ...request, session_id, merchant_id: scope.merchant_id }),
        );
      },
    ),
    merchantRoute(
      'orders.capture',
      {
        summary: 'Capture an approved order',
        refusals: CAPTURE_REFUSALS,
        params: OrderPath,
        body: CaptureOrder,
        body_when_absent: {},
        responses: { 200: Transaction },
      },
      async ({ scope, params, body }) => {
        const request = { merchant_id: scope.merchant_id, order_id: params.order_id, ...body };
        return ok(transactionView(await captureMerchantOrder(ctx, request)));
      },
    ),
  ];
}

function buyerRoutes(ctx: Ctx): Route[] {
  return [
    publicRoute(
      'buyer.order',
      {
        summary: "Create the buyer's order",
        refusals: [...ORDER_REFUSALS, 'origin_not_allowed'],
        params: SessionPath,
        body: BuyerOrder,
        body_when_absent: {},
        responses: { 201: CreatedOrder },
      },
      async ({ params, body, headers }) => {
        const request = { ...body, session_id: params.checkout_session_id, origin: headers['origin'] };
        return created(await createBuyerOrder(ctx, request));
      },
    ),
    publicRoute(
      'buyer.capture',
      {
        summary: "Capture the buyer's approved order",
        refusals: [...CAPTURE_REFUSALS, 'session_not_found', 'origin_not_allowed'],
        params: BuyerOrderPath,
        body: CaptureOrder,
        body_when_absent: {},
        responses: { 200: BuyerCapture },
      },
      async ({ params, body, headers }) => {
        const { checkout_session_id: session_id, order_id } = params;
        const captured = await captureBuyerOrder(ctx, {
          ...body,
          session_id,
          order_id,
          origin: headers['origin'],
        });
        const { status, provider_capture_id } = captured;
        return ok({ order_id, status, provider_capture_id });
      },
    ),
  ];
}

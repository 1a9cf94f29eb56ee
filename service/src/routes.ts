import type { Ctx } from './context.ts';
import { DOUBTS } from './doubts.ts';
import type { Route } from './http/route.ts';
import { auditRoutes } from './modules/audit/index.ts';
import { captureRoutes } from './modules/captures/index.ts';
import { channelRoutes } from './modules/channels/index.ts';
import { chargeRoutes } from './modules/charges/index.ts';
import { dashboardRoutes } from './modules/dashboard/index.ts';
import { differenceRoutes } from './modules/differences/index.ts';
import { disputeActionRoutes } from './modules/dispute-actions/index.ts';
import { disputeRoutes } from './modules/disputes/index.ts';
import { endpointRoutes } from './modules/endpoints/index.ts';
import { eventFeedRoutes, operatorEventRoutes } from './modules/events/index.ts';
import { keyRoutes } from './modules/keys/index.ts';
import { lookupRoutes } from './modules/lookup/index.ts';
import { merchantRoutes } from './modules/merchants/index.ts';
import { noticeRoutes } from './modules/notices/index.ts';
import { onboardingRoutes } from './modules/onboarding/index.ts';
import { operatorRoutes } from './modules/operator/index.ts';
import { ownerRoutes } from './modules/owners/index.ts';
import { orderRoutes } from './modules/orders/index.ts';
import { reconciliationRoutes } from './modules/reconciliation/index.ts';
import { refundRoutes } from './modules/refunds/index.ts';
import { sessionRoutes } from './modules/sessions/index.ts';
import { subscriptionRoutes } from './modules/subscriptions/index.ts';
import { statementRoutes } from './modules/statements/index.ts';
import { textToPayRoutes } from './modules/text-to-pay/index.ts';
import { transactionRoutes } from './modules/transactions/index.ts';
import { vaultRoutes } from './modules/vault/index.ts';

/** The routes of every module. */
export function routesOf(
  ctx: Ctx,
  process: { controls: Parameters<typeof operatorRoutes>[1]['controls']; isStopping: () => boolean },
): Route[] {
  return [
    ...keyRoutes(ctx),
    ...channelRoutes(ctx),
    ...dashboardRoutes(ctx),
    ...ownerRoutes(ctx),
    ...merchantRoutes(ctx),
    ...endpointRoutes(ctx),
    ...operatorEventRoutes(ctx),
    ...eventFeedRoutes(ctx, process.isStopping),
    ...onboardingRoutes(ctx),
    ...sessionRoutes(ctx),
    ...orderRoutes(ctx),
    ...captureRoutes(ctx),
    ...refundRoutes(ctx),
    ...transactionRoutes(ctx),
    ...disputeRoutes(ctx),
    ...disputeActionRoutes(ctx),
    ...statementRoutes(ctx),
    ...vaultRoutes(ctx),
    ...chargeRoutes(ctx),
    ...subscriptionRoutes(ctx),
    ...textToPayRoutes(ctx),
    ...noticeRoutes(ctx),
    ...reconciliationRoutes(ctx),
    ...differenceRoutes(ctx),
    ...operatorRoutes(ctx, { controls: process.controls, doubts: DOUBTS }),
    ...lookupRoutes(ctx, DOUBTS),
    ...auditRoutes(ctx),
  ];
}

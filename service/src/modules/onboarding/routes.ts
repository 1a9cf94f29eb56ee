import { Type } from 'typebox';
import { OnboardingStart, OnboardingStarted, OnboardingStatus } from '../../../../wire/onboarding.ts';
import { MerchantChange, OperatorMerchant } from '../../../../wire/operator.ts';
import { closed, Uuid } from '../../../../wire/shapes.ts';
import type { Ctx } from '../../context.ts';
import { merchantRoute, ok, operatorRoute, type Route } from '../../http/route.ts';
import { operatorMerchantView } from '../merchants/index.ts';
import { changeMerchant } from './change-merchant.ts';
import { disconnectMerchant, releaseWalletLink } from './end-connection.ts';
import { readStatus } from './read-status.ts';
import { startOnboarding } from './start-onboarding.ts';
import { statusView } from './view.ts';

const MerchantPath = Type.Object({ merchant_id: Uuid }, closed);

export function onboardingRoutes(ctx: Ctx): Route[] {
  return [
    ...operatorMerchantRoutes(ctx),
    merchantRoute(
      'onboarding.start',
      {
        summary: 'Start seller onboarding',
        refusals: [
          'onboarding_complete',
          'onboarding_moved',
          'onboarding_not_offered',
          'onboarding_refused',
          'onboarding_unreachable',
          'rail_not_configured',
        ],
        body: OnboardingStart,
        body_when_absent: {},
        responses: { 200: OnboardingStarted },
      },
      async ({ scope, body }) => {
        const reconnect = body.reconnect ?? false;
        return ok(await startOnboarding(ctx, { merchant_id: scope.merchant_id, reconnect }));
      },
    ),
    merchantRoute(
      'onboarding.status',
      { summary: 'Read the onboarding status', responses: { 200: OnboardingStatus } },
      async ({ scope }) => {
        const { connection, fresh } = await readStatus(ctx, scope.merchant_id);
        return ok(statusView(connection, fresh));
      },
    ),
  ];
}

function operatorMerchantRoutes(ctx: Ctx): Route[] {
  const described = {
    params: MerchantPath,
    refusals: ['merchant_not_found'],
    responses: { 200: OperatorMerchant },
  } as const;
  return [
    operatorRoute(
      'operator.merchants.update',
      {
        summary: 'Change a merchant',
        refusals: ['merchant_not_found'],
        params: MerchantPath,
        body: MerchantChange,
        responses: { 200: OperatorMerchant },
      },
      async ({ params, body }) => {
        const { merchant, connection } = await changeMerchant(ctx, params.merchant_id, body);
        return ok(operatorMerchantView({ ...merchant, ...pairOf(connection) }));
      },
    ),
    operatorRoute(
      'operator.merchants.disconnect',
      { summary: "End a merchant's connection", ...described },
      async ({ params }) => ok(viewOf(await disconnectMerchant(ctx, params.merchant_id))),
    ),
    operatorRoute(
      'operator.merchants.release',
      { summary: 'Release the wallet account of a merchant', ...described },
      async ({ params }) => ok(viewOf(await releaseWalletLink(ctx, params.merchant_id))),
    ),
  ];
}

function viewOf({ merchant, connection }: Awaited<ReturnType<typeof changeMerchant>>) {
  return operatorMerchantView({ ...merchant, ...pairOf(connection) });
}

function pairOf(connection: { onboarding_status: string; wallet_connection_status: string }) {
  const { onboarding_status, wallet_connection_status } = connection;
  return { onboarding_status, wallet_connection_status };
}

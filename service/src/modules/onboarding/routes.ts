import type { Ctx } from '../../context.ts';
import { withValueAt } from '../../http/values.ts';
import { checkAddresses } from '../../http/web-addresses.ts';
import { ok, type Route, route } from '../../http/route.ts';
import { actorOf } from '../../scope.ts';
import { operatorMerchantView } from '../merchants/index.ts';
import { changeMerchant } from './change-merchant.ts';
import { disconnectMerchant, releaseWalletLink } from './end-connection.ts';
import { readStatus } from './read-status.ts';
import { startOnboarding } from './start-onboarding.ts';
import { statusView } from './view.ts';

export function onboardingRoutes(ctx: Ctx): Route[] {
  return [
    ...operatorMerchantRoutes(ctx),
    route('onboarding.start', async ({ scope, body }) => {
      const by = { merchant_id: scope.merchant_id, actor: actorOf(scope) };
      return ok(await startOnboarding(ctx, { ...by, reconnect: body.reconnect ?? false }));
    }),
    route('onboarding.status', async ({ scope }) => {
      const { connection, fresh } = await readStatus(ctx, scope.merchant_id);
      return ok(statusView(connection, fresh));
    }),
  ];
}

function operatorMerchantRoutes(ctx: Ctx): Route[] {
  return [
    route('operator.merchants.update', async ({ params, body }) => {
      const address = body.branding?.logo_url;
      checkAddresses(ctx.config, [{ loc: ['body', 'branding', 'logo_url'], address }]);
      const changed = withValueAt(['body', 'rail_credentials'], () =>
        changeMerchant(ctx, params.merchant_id, body),
      );
      const { merchant, connection } = await changed;
      return ok(operatorMerchantView({ ...merchant, ...pairOf(connection) }));
    }),
    route('operator.merchants.disconnect', async ({ params }) =>
      ok(viewOf(await disconnectMerchant(ctx, params.merchant_id))),
    ),
    route('operator.merchants.release', async ({ params }) =>
      ok(viewOf(await releaseWalletLink(ctx, params.merchant_id))),
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

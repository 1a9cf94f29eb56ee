import Fastify, { type FastifyInstance } from 'fastify';
import { answerCarrierProblem, CARRIER_PREFIX, serveMessages } from '../../carrier/messages.ts';
import { machineRoutes, type Machine } from '../control/machine-routes.ts';
import { controlDocument } from '../control/openapi.ts';
import { serveControl, type ControlRoute } from '../control/route.ts';
import { personRoutes } from '../../ppcp/control/routes.ts';
import { servePages } from '../pages/serve.ts';
import { serveSdk } from '../../ppcp/sdk/serve.ts';
import { serveDisputes } from '../../ppcp/wire/disputes/routes.ts';
import { serveIdentity } from '../../ppcp/wire/identity.ts';
import { serveIntegrations } from '../../ppcp/wire/integrations.ts';
import { serveInvoices } from '../../ppcp/wire/invoices/routes.ts';
import { serveOAuth } from '../../ppcp/wire/oauth.ts';
import { serveOrders } from '../../ppcp/wire/orders.ts';
import { servePayments } from '../../ppcp/wire/payments.ts';
import { serveReporting } from '../../ppcp/wire/reporting.ts';
import { serveWalletDomains } from '../../ppcp/wire/wallet-domains.ts';
import { serveReferrals } from '../../ppcp/wire/referrals.ts';
import { serveVault } from '../../ppcp/wire/vault.ts';
import { serveWebhookChanges } from '../../ppcp/wire/webhook-changes.ts';
import { serveWebhooks } from '../../ppcp/wire/webhooks.ts';
import { makeProviderScope } from './party-scope.ts';

const BODY_BYTES_MAX = 1_048_576;
const PARAM_LENGTH_MAX = 500;

/** Builds the one HTTP server: the provider's interface, the control interface and the pages, each in
 *  a scope with its own manners. */
export async function buildServer(machine: Machine): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { level: 'error', stream: process.stderr },
    bodyLimit: BODY_BYTES_MAX,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: PARAM_LENGTH_MAX },
    ajv: {
      customOptions: { removeAdditional: false, coerceTypes: false, useDefaults: false, allErrors: true },
    },
  });
  app.decorateRequest('rawText', '');
  app.decorateRequest('debugId', '');
  app.decorateRequest('receivedAt', null);
  app.decorateRequest('fault', null);
  const { world, calls } = machine;
  await app.register(async (provider) => {
    makeProviderScope(provider, world, calls);
    serveOAuth(provider, world);
    serveReferrals(provider, world);
    serveIntegrations(provider, world);
    serveOrders(provider, world);
    servePayments(provider, world);
    serveDisputes(provider, world);
    serveIdentity(provider, world);
    serveVault(provider, world);
    serveInvoices(provider, world);
    serveReporting(provider, world);
    serveWalletDomains(provider, world);
    serveWebhooks(provider, world);
    serveWebhookChanges(provider, world);
  });
  await app.register(
    async (carrier) => {
      makeProviderScope(carrier, world, calls, (error, _request, reply) =>
        answerCarrierProblem(error, reply),
      );
      serveMessages(carrier, world);
    },
    { prefix: CARRIER_PREFIX },
  );
  await app.register(
    async (control) => {
      const routes: ControlRoute[] = [...personRoutes(world), ...machineRoutes(machine)];
      const described: ControlRoute = {
        method: 'GET',
        path: '/openapi.json',
        summary: 'This document',
        handle: async () => controlDocument([...routes, described], world.address.url),
      };
      serveControl(control, [...routes, described]);
    },
    { prefix: '/_control' },
  );
  await app.register(async (sdk) => serveSdk(sdk, world));
  await app.register(async (pages) => servePages(pages, machine));
  return app;
}

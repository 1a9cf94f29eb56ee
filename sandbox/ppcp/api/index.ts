import type { FastifyInstance } from 'fastify';
import type { CallLog } from '../../machine/store/call-log.ts';
import type { World } from '../shapes/world.ts';
import { serveDisputes } from './disputes/routes.ts';
import { serveIdentity } from './identity.ts';
import { serveIntegrations } from './integrations.ts';
import { serveInvoices } from './invoices/routes.ts';
import { serveOAuth } from './oauth.ts';
import { serveOrders } from './orders.ts';
import { servePayments } from './payments.ts';
import { serveReferrals } from './referrals.ts';
import { serveReporting } from './reporting.ts';
import { makeProviderScope } from './scope.ts';
import { serveVault } from './vault.ts';
import { serveWalletDomains } from './wallet-domains.ts';
import { serveWebhookChanges } from './webhook-changes.ts';
import { serveWebhooks } from './webhooks.ts';

/** Serves the whole interface of the provider. */
export function serveApi(app: FastifyInstance, world: World, calls: CallLog): void {
  makeProviderScope(app, world, calls);
  serveOAuth(app, world);
  serveReferrals(app, world);
  serveIntegrations(app, world);
  serveOrders(app, world);
  servePayments(app, world);
  serveDisputes(app, world);
  serveIdentity(app, world);
  serveVault(app, world);
  serveInvoices(app, world);
  serveReporting(app, world);
  serveWalletDomains(app, world);
  serveWebhooks(app, world);
  serveWebhookChanges(app, world);
}

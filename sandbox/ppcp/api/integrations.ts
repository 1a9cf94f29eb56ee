import type { FastifyInstance } from 'fastify';
import { readRecord } from '../../machine/store/records.ts';
import type { Account } from '../shapes/shapes.ts';
import type { World } from '../shapes/world.ts';
import { provide, type Answer, type Call } from './operation.ts';
import { integrationLink } from '../views/integration-link.ts';
import { refuse } from '../checks/problem.ts';
import { hasGranted, scopesOf } from '../checks/scopes.ts';

const ALWAYS_SHOWN = new Set(['merchant_id', 'tracking_id', 'links']);

/** What another partner of the same seller holds; a reader must not count it as its own. */
const FOREIGN_FEATURES = ['PAYMENT', 'REFUND', 'PARTNER_FEE', 'READ_SELLER_DISPUTE', 'VAULT'];

/** Serves the seller status: the lookup by tracking id and the status itself. */
export function serveIntegrations(app: FastifyInstance, world: World): void {
  provide(app, world, {
    method: 'GET',
    path: '/v1/customer/partners/:partner_id/merchant-integrations',
    fault: 'integrations.read',
    handle: findByTrackingId,
  });
  provide(app, world, {
    method: 'GET',
    path: '/v1/customer/partners/:partner_id/merchant-integrations/:merchant_id',
    fault: 'integrations.read',
    handle: showIntegration,
  });
}

async function findByTrackingId(call: Call): Promise<Answer> {
  requirePartner(call);
  const tracking_id = call.query['tracking_id'];
  if (!tracking_id) refuse('MISSING_REQUIRED_PARAMETER', { field: 'tracking_id', location: 'query' });
  const found = await readRecord(call.world.db, 'integration', tracking_id);
  if (found === null) return refuse('INVALID_RESOURCE_ID', { field: 'tracking_id', location: 'query' });
  const body = {
    merchant_id: found.merchant_id,
    tracking_id,
    links: [integrationLink(call.world, found.merchant_id)],
  };
  return { status: 200, body };
}

async function showIntegration(call: Call): Promise<Answer> {
  requirePartner(call);
  const id = call.params['merchant_id'] ?? '';
  const account = await readRecord(call.world.db, 'account', id);
  if (account === null || account.consent === 'none') {
    return refuse('INVALID_RESOURCE_ID', { field: 'merchant_id', location: 'path' });
  }
  if (account.consent === 'revoked') {
    if (account.after_revocation === 'not_found') refuse('INVALID_RESOURCE_ID');
    if (account.after_revocation === 'forbidden') refuse('PERMISSION_DENIED');
  }
  return { status: 200, body: onlyFields(integrationOf(call.world, account), call.query['fields']) };
}

function requirePartner(call: Call): void {
  if (call.params['partner_id'] !== call.world.wallet.partner_id) refuse('PERMISSION_DENIED');
}

function integrationOf(world: World, account: Account): Record<string, unknown> {
  const informed = hasGranted(account, 'ACCESS_MERCHANT_INFORMATION');
  return {
    merchant_id: account.account_id,
    ...(account.tracking_id === null ? {} : { tracking_id: account.tracking_id }),
    ...(informed
      ? {
          legal_name: account.business_name,
          given_name: account.given_name,
          surname: account.surname,
          primary_email: account.email,
          country: account.country,
          ...(account.currency === null ? {} : { primary_currency: account.currency }),
        }
      : {}),
    primary_email_confirmed: account.email_confirmed,
    payments_receivable: account.payments_receivable,
    date_created: account.created_at,
    products: account.products,
    capabilities: account.capabilities,
    ...(account.limitations.length === 0 ? {} : { limitations: account.limitations }),
    oauth_integrations: [foreignEntry(account), ...ownEntry(world, account)],
    granted_permissions: [],
    links: [integrationLink(world, account.account_id)],
  };
}

function foreignEntry(account: Account): object {
  return oauthEntry('AQforeign-partner-client-0001', account.account_id, scopesOf(FOREIGN_FEATURES));
}

function ownEntry(world: World, account: Account): object[] {
  if (account.consent !== 'granted' || !account.consent_shown) return [];
  return [oauthEntry(world.wallet.client_id, account.account_id, scopesOf(account.granted))];
}

function oauthEntry(partner: string, merchant: string, scopes: string[]): object {
  return {
    integration_type: 'OAUTH_THIRD_PARTY',
    integration_method: 'PAYPAL',
    status: 'A',
    oauth_third_party: [
      { partner_client_id: partner, merchant_client_id: `AM${merchant.toLowerCase()}`, scopes },
    ],
  };
}

function onlyFields(body: Record<string, unknown>, fields: string | undefined): object {
  if (!fields) return body;
  const asked = new Set(fields.split(','));
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => ALWAYS_SHOWN.has(name) || asked.has(name)),
  );
}

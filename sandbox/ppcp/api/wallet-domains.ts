import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { insertRecord, readRecord, removeRecords } from '../../machine/store/records.ts';
import type { Account } from '../shapes/shapes.ts';
import { timestamp, type World } from '../shapes/world.ts';
import { createChecker, isObject } from '../checks/checker.ts';
import { provide, type Answer, type Call } from './operation.ts';
import { refuse } from '../checks/problem.ts';
import { requireGrant } from '../checks/scopes.ts';

const NAME_MAX = 253;
const DOMAIN_NAME = /^(?=.{1,253}$)[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i;
const PROVIDERS = new Set(['APPLE_PAY']);

/** Serves the domains on which a seller may show a device's wallet. */
export function serveWalletDomains(app: FastifyInstance, world: World): void {
  const base = '/v1/customer';
  provide(app, world, { method: 'POST', path: `${base}/wallet-domains`, handle: register });
  provide(app, world, { method: 'GET', path: `${base}/wallet-domains`, handle: list });
  provide(app, world, { method: 'POST', path: `${base}/unregister-wallet-domain`, handle: unregister });
}

async function register(call: Call): Promise<Answer> {
  const seller = requireSeller(call);
  const domain = readDomain(call);
  const kept = { ...domain, merchant_id: seller.account_id, created_at: timestamp(call.world.clock.now()) };
  const isNew = await insertRecord(call.world.db, 'domain', idOf(seller, domain.name), kept);
  if (!isNew) refuse('DOMAIN_ALREADY_REGISTERED', { field: '/domain/name', location: 'body' });
  return { status: 201, body: domainView(domain) };
}

async function list(call: Call): Promise<Answer> {
  const seller = requireSeller(call);
  const { rows } = await sql<{ body: { name: string; provider_type: string } }>`
    select body from records
    where kind = 'domain' and body ->> 'merchant_id' = ${seller.account_id}
    order by seq limit 1000`.execute(call.world.db);
  const wallet_domains = rows.map(({ body }) => domainView(body));
  return { status: 200, body: { wallet_domains, total_items: wallet_domains.length, total_pages: 1 } };
}

async function unregister(call: Call): Promise<Answer> {
  const seller = requireSeller(call);
  const domain = readDomain(call);
  const id = idOf(seller, domain.name);
  if ((await readRecord(call.world.db, 'domain', id)) === null) {
    refuse('DOMAIN_NOT_REGISTERED', { field: '/domain/name', location: 'body' });
  }
  await removeRecords(call.world.db, 'domain', id);
  return { status: 200, body: domainView(domain) };
}

function requireSeller(call: Call): Account {
  if (call.seller === null) return refuse('PERMISSION_DENIED');
  requireGrant(call.seller, 'PAYMENT');
  return call.seller;
}

function readDomain(call: Call): { name: string; provider_type: string } {
  const checker = createChecker();
  const body = isObject(call.body) ? call.body : {};
  const provider_type = checker.text(body, 'provider_type', '', { required: true, oneOf: PROVIDERS });
  const domain = checker.object(body, 'domain', '', true) ?? {};
  const rule = { required: true, max: NAME_MAX, pattern: DOMAIN_NAME };
  const name = checker.text(domain, 'name', '/domain', rule);
  checker.finish();
  return { name: (name ?? '').toLowerCase(), provider_type: provider_type ?? '' };
}

function domainView(domain: { name: string; provider_type: string }): object {
  return { provider_type: domain.provider_type, domain: { name: domain.name } };
}

function idOf(seller: Account, name: string): string {
  return `${seller.account_id}/${name}`;
}

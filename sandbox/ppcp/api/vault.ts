import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { raiseTokenDeleted } from '../notices/vault-notices.ts';
import { lockRecord, putRecord, readRecord, removeRecords } from '../../machine/store/records.ts';
import type { Account } from '../shapes/shapes.ts';
import type { PaymentToken } from '../shapes/vault-shapes.ts';
import type { Tx } from '../../machine/store/sql.ts';
import { transact, type World } from '../shapes/world.ts';
import { createChecker, isObject } from '../checks/checker.ts';
import { provide, type Answer, type Call } from './operation.ts';
import { makePaymentToken, requireVaulting } from '../acts/payment-tokens.ts';
import { statusOf } from '../checks/issues.ts';
import { refuse } from '../checks/problem.ts';
import { findEqualReplay, rememberReplay } from '../acts/replays.ts';
import { requireGrant } from '../checks/scopes.ts';
import { createSetupToken } from './setup-tokens.ts';
import { setupView, tokenView } from '../views/vault-view.ts';
import { hasSetupLapsed } from '../checks/vault-window.ts';

const SETUP_TOKENS = '/v3/vault/setup-tokens';
const PAYMENT_TOKENS = '/v3/vault/payment-tokens';
const CUSTOMER_ID = /^[0-9A-Za-z_-]{1,22}$/;
const PAGE_SIZE_DEFAULT = 5;
const PAGE_SIZE_MAX = 20;
const PAGES_MAX = 10;

/** Serves Vault v3 in the name of a seller: setup tokens and payment tokens. */
export function serveVault(app: FastifyInstance, world: World): void {
  const setup = { method: 'POST', fault: 'vault.setup' } as const;
  const read = { method: 'GET', fault: 'vault.read' } as const;
  provide(app, world, { ...setup, path: SETUP_TOKENS, handle: createSetupToken });
  provide(app, world, { ...read, path: `${SETUP_TOKENS}/:token_id`, handle: showSetupToken });
  provide(app, world, { ...setup, path: PAYMENT_TOKENS, handle: createPaymentToken });
  provide(app, world, { ...read, path: PAYMENT_TOKENS, handle: listPaymentTokens });
  provide(app, world, { ...read, path: `${PAYMENT_TOKENS}/:token_id`, handle: showPaymentToken });
  provide(app, world, {
    method: 'DELETE',
    fault: 'vault.delete',
    path: `${PAYMENT_TOKENS}/:token_id`,
    handle: deletePaymentToken,
  });
}

async function showSetupToken(call: Call): Promise<Answer> {
  const seller = sellerOf(call);
  const setup = await readRecord(call.world.db, 'setup_token', call.params['token_id'] ?? '');
  if (setup?.seller_id !== seller.account_id || hasSetupLapsed(call.world, setup)) return refuseUnknown();
  return { status: 200, body: setupView(call.world, setup) };
}

async function createPaymentToken(call: Call): Promise<Answer> {
  const { world } = call;
  const seller = sellerOf(call);
  if (call.requestId === null) return refuseWithoutId();
  const setupId = readSetupId(call.body);
  if (call.mockIssue !== null) refuse(call.mockIssue, {}, { status: statusOf(call.mockIssue) });
  return transact(world, async (tx) => {
    const asking = { requestId: `${seller.account_id}:${call.requestId}`, asked: call.body };
    const earlier = await findEqualReplay(tx, world, 'vault.save', asking);
    const kept = earlier === null ? null : await readRecord(tx, 'payment_token', earlier);
    if (kept !== null) return { status: 200, body: tokenView(world, kept) };
    const token = await takeInstrument(tx, world, seller, setupId);
    await rememberReplay(tx, world, 'vault.save', { ...asking, resource_id: token.id });
    return { status: 201, body: tokenView(world, token) };
  });
}

function readSetupId(body: unknown): string {
  const checker = createChecker();
  const source = checker.object(isObject(body) ? body : {}, 'payment_source', '', true) ?? {};
  const token = checker.object(source, 'token', '/payment_source', true) ?? {};
  const at = '/payment_source/token';
  const id = checker.text(token, 'id', at, { required: true, max: 255 });
  checker.text(token, 'type', at, { required: true, oneOf: new Set(['SETUP_TOKEN']) });
  checker.finish();
  return id ?? '';
}

// An approved setup token becomes one payment token, whatever the request id.
async function takeInstrument(tx: Tx, world: World, seller: Account, setupId: string): Promise<PaymentToken> {
  const setup = await lockRecord(tx, 'setup_token', setupId);
  if (setup?.seller_id !== seller.account_id || hasSetupLapsed(world, setup)) return refuseUnknown();
  requireVaulting(seller);
  if (setup.status === 'VAULTED') return refuse('SETUP_TOKEN_ALREADY_USED');
  if (setup.status !== 'APPROVED' || setup.payer_id === null || setup.funding === null)
    return refuse('SETUP_TOKEN_NOT_APPROVED');
  const { customer_id, seller_id, payer_id, funding, payment_source } = setup;
  await putRecord(tx, 'setup_token', setup.id, { ...setup, status: 'VAULTED' });
  return makePaymentToken(tx, world, {
    customer_id,
    seller_id,
    payer_id,
    funding,
    payment_source,
    order_id: null,
  });
}

async function listPaymentTokens(call: Call): Promise<Answer> {
  const seller = sellerOf(call);
  const { customer_id = '' } = call.query;
  if (!CUSTOMER_ID.test(customer_id))
    refuse('INVALID_PARAMETER_SYNTAX', { field: 'customer_id', location: 'query' });
  const size = numberIn(call, 'page_size', { fallback: PAGE_SIZE_DEFAULT, max: PAGE_SIZE_MAX });
  const page = numberIn(call, 'page', { fallback: 1, max: PAGES_MAX });
  const { rows } = await sql<{ body: PaymentToken; total: number }>`
    select body, count(*) over ()::int as total from records
    where kind = 'payment_token' and body ->> 'customer_id' = ${customer_id}
      and body ->> 'seller_id' = ${seller.account_id} and body ->> 'state' = 'ACTIVE'
    order by seq desc
    limit ${size} offset ${(page - 1) * size}`.execute(call.world.db);
  const total = rows[0]?.total ?? 0;
  const body = {
    customer: { id: customer_id },
    payment_tokens: rows.map((row) => tokenView(call.world, row.body)),
    ...(call.query['total_required'] === 'true'
      ? { total_items: total, total_pages: Math.max(1, Math.ceil(total / size)) }
      : {}),
    links: [{ href: `${call.world.address.url}${PAYMENT_TOKENS}?customer_id=${customer_id}`, rel: 'self' }],
  };
  return { status: 200, body };
}

function numberIn(call: Call, field: string, rule: { fallback: number; max: number }): number {
  const text = call.query[field];
  if (text === undefined) return rule.fallback;
  const number = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= rule.max) return number;
  return refuse('INVALID_PARAMETER_VALUE', { field, location: 'query' });
}

async function showPaymentToken(call: Call): Promise<Answer> {
  const seller = sellerOf(call);
  const token = await readRecord(call.world.db, 'payment_token', call.params['token_id'] ?? '');
  if (token?.seller_id !== seller.account_id || token.state === 'CANCELLED') return refuseUnknown();
  return { status: 200, body: tokenView(call.world, token) };
}

// Deleting what is not there has the same end, so it is no refusal.
async function deletePaymentToken(call: Call): Promise<Answer> {
  const { world } = call;
  const seller = sellerOf(call);
  await transact(world, async (tx) => {
    const token = await lockRecord(tx, 'payment_token', call.params['token_id'] ?? '');
    if (token?.seller_id !== seller.account_id) return;
    await removeRecords(tx, 'payment_token', token.id);
    if (token.state === 'ACTIVE') await raiseTokenDeleted(tx, world, token);
  });
  return { status: 204 };
}

// Instruments are kept for a seller, so every call names one who granted it.
function sellerOf(call: Call): Account {
  if (call.seller === null) return refuse('PERMISSION_DENIED');
  requireGrant(call.seller, 'VAULT');
  return call.seller;
}

function refuseUnknown(): never {
  return refuse('TOKEN_NOT_FOUND', { field: 'id', location: 'path' });
}

function refuseWithoutId(): never {
  return refuse('PAYPAL_REQUEST_ID_REQUIRED', { field: 'PayPal-Request-Id', location: 'header' });
}

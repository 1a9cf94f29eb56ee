import type { FastifyInstance } from 'fastify';
import { allWebhooks, raiseNotice } from '../notices/raise.ts';
import { lockRecord, putRecord, readRecord, removeRecords } from '../../machine/store/records.ts';
import { transact, type World } from '../shapes/world.ts';
import { createChecker, isObject } from '../checks/checker.ts';
import { provide, type Answer, type Call } from './operation.ts';
import { refuse } from '../checks/problem.ts';
import { readEventTypes, readWebhookUrl, webhookView } from './webhook-body.ts';

const CHANGES_MAX = 10;

/** Every event this provider can tell. */
const EVENT_TYPES: readonly string[] = [
  'MERCHANT.ONBOARDING.COMPLETED',
  'MERCHANT.PARTNER-CONSENT.REVOKED',
  'CUSTOMER.MERCHANT-INTEGRATION.CAPABILITY-UPDATED',
  'CUSTOMER.MERCHANT-INTEGRATION.PRODUCT-SUBSCRIPTION-UPDATED',
  'CUSTOMER.MERCHANT-INTEGRATION.SELLER-EMAIL-CONFIRMED',
  'CUSTOMER.MERCHANT-INTEGRATION.SELLER-CONSENT-GRANTED',
  'CUSTOMER.MERCHANT-INTEGRATION.SELLER-ALREADY-INTEGRATED',
  'CUSTOMER.ACCOUNT-LIMITATION.ADDED',
  'CUSTOMER.ACCOUNT-LIMITATION.UPDATED',
  'CUSTOMER.ACCOUNT-LIMITATION.LIFTED',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.UPDATED',
  'CUSTOMER.DISPUTE.RESOLVED',
  'CHECKOUT.ORDER.APPROVED',
  'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.DECLINED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'PAYMENT.REFUND.PENDING',
  'PAYMENT.REFUND.FAILED',
  'VAULT.PAYMENT-TOKEN.CREATED',
  'VAULT.PAYMENT-TOKEN.DELETED',
  'INVOICING.INVOICE.CREATED',
  'INVOICING.INVOICE.UPDATED',
  'INVOICING.INVOICE.PAID',
  'INVOICING.INVOICE.CANCELLED',
];

/** Serves what changes a webhook after it was registered, what it may ask for, and events made up. */
export function serveWebhookChanges(app: FastifyInstance, world: World): void {
  const base = '/v1/notifications';
  provide(app, world, { method: 'PATCH', path: `${base}/webhooks/:webhook_id`, handle: change });
  provide(app, world, { method: 'DELETE', path: `${base}/webhooks/:webhook_id`, handle: remove });
  provide(app, world, { method: 'GET', path: `${base}/webhooks/:webhook_id/event-types`, handle: showTypes });
  provide(app, world, { method: 'GET', path: `${base}/webhooks-event-types`, handle: listTypes });
  provide(app, world, { method: 'POST', path: `${base}/simulate-event`, handle: simulate });
}

async function change(call: Call): Promise<Answer> {
  const { world, body } = call;
  if (!Array.isArray(body) || body.length === 0) return refuse('MISSING_REQUIRED_PARAMETER', { field: '/' });
  if (body.length > CHANGES_MAX) refuse('INVALID_ARRAY_MAX_ITEMS', { field: '/' });
  return transact(world, async (tx) => {
    const webhook = await lockRecord(tx, 'webhook', call.params['webhook_id'] ?? '');
    if (webhook === null) return refuseUnknown();
    const changed = { ...webhook };
    for (const entry of body as unknown[]) {
      if (!isObject(entry) || entry['op'] !== 'replace') refuse('INVALID_PATCH_OPERATION');
      const checker = createChecker();
      if (entry['path'] === '/url') changed.url = readWebhookUrl(checker, { url: entry['value'] });
      else if (entry['path'] === '/event_types') {
        changed.event_types = readEventTypes(checker, { event_types: entry['value'] });
      } else refuse('FIELD_NOT_PATCHABLE', { field: '/path', location: 'body' });
      checker.finish();
    }
    const others = (await allWebhooks(tx, world)).filter(({ id }) => id !== webhook.id);
    if (others.some(({ url }) => url === changed.url)) {
      refuse('WEBHOOK_URL_ALREADY_EXISTS', {}, { status: 400 });
    }
    await putRecord(tx, 'webhook', webhook.id, changed);
    return { status: 200, body: webhookView(world, changed) };
  });
}

async function remove(call: Call): Promise<Answer> {
  const removed = await removeRecords(call.world.db, 'webhook', call.params['webhook_id'] ?? '');
  return removed === 0 ? refuseUnknown() : { status: 204 };
}

async function showTypes(call: Call): Promise<Answer> {
  const webhooks = await allWebhooks(call.world.db, call.world);
  const found = webhooks.find(({ id }) => id === call.params['webhook_id']);
  if (found === undefined) return refuseUnknown();
  return { status: 200, body: { event_types: found.event_types } };
}

async function listTypes(): Promise<Answer> {
  const event_types = EVENT_TYPES.map((name) => ({
    name,
    status: 'ENABLED',
    resource_versions: ['2.0'],
  }));
  return { status: 200, body: { event_types } };
}

// An event that nothing happened for: its resource names nothing that exists.
async function simulate(call: Call): Promise<Answer> {
  const { world } = call;
  const checker = createChecker();
  const body = isObject(call.body) ? call.body : {};
  const rule = { required: true, oneOf: new Set(EVENT_TYPES) };
  const event_type = checker.text(body, 'event_type', '', rule) ?? '';
  checker.finish();
  const event = await transact(world, async (tx) => {
    const id = await raiseNotice(tx, world, {
      event_type,
      resource_type: event_type.split('.')[0]?.toLowerCase() ?? '',
      summary: 'A simulated event',
      resource: { id: 'SIMULATED00000000' },
    });
    return readRecord(tx, 'event', id);
  });
  return { status: 202, body: JSON.parse(event?.body ?? '{}') };
}

function refuseUnknown(): never {
  return refuse('INVALID_RESOURCE_ID', { field: 'webhook_id', location: 'path' });
}

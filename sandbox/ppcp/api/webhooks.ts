import { createPublicKey, verify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { newResourceId } from '../shapes/ids.ts';
import { queueDelivery } from '../../machine/notices/queue.ts';
import { allWebhooks } from '../notices/raise.ts';
import { certificateUrl } from '../notices/transmission.ts';
import { insertRecord, listRecords, readRecord } from '../../machine/store/records.ts';
import type { ProviderEvent } from '../../machine/store/shapes.ts';
import type { Webhook } from '../shapes/shapes.ts';
import { transact, type World } from '../shapes/world.ts';
import { createChecker, isObject } from '../checks/checker.ts';
import { provide, type Answer, type Call } from './operation.ts';
import { refuse } from '../checks/problem.ts';
import { memberText } from '../checks/raw-json.ts';
import { readEventTypes, readWebhookUrl, webhookView } from './webhook-body.ts';

const WEBHOOKS_MAX = 10;
const PAGE_DEFAULT = 10;
const PAGE_MAX = 300;

/** Serves the management of webhooks, the list of events, resending and verifying. */
export function serveWebhooks(app: FastifyInstance, world: World): void {
  const base = '/v1/notifications';
  provide(app, world, { method: 'POST', path: `${base}/webhooks`, handle: register });
  provide(app, world, { method: 'GET', path: `${base}/webhooks`, handle: list });
  provide(app, world, { method: 'GET', path: `${base}/webhooks/:webhook_id`, handle: show });
  provide(app, world, { method: 'GET', path: `${base}/webhooks-events`, handle: listEvents });
  provide(app, world, { method: 'GET', path: `${base}/webhooks-events/:event_id`, handle: showEvent });
  provide(app, world, { method: 'POST', path: `${base}/webhooks-events/:event_id/resend`, handle: resend });
  provide(app, world, { method: 'POST', path: `${base}/verify-webhook-signature`, handle: verifySignature });
  // Certificates are public: whoever verifies a signature has no credential.
  app.get(`${base}/certs/:certificate_id`, async (request, reply) => {
    const { certificate_id } = request.params as { certificate_id: string };
    if (certificate_id !== world.keys.certificate_id) refuse('INVALID_RESOURCE_ID');
    return reply.type('application/x-pem-file').send(world.keys.signing_certificate);
  });
}

async function register(call: Call): Promise<Answer> {
  const checker = createChecker();
  const body = isObject(call.body) ? call.body : {};
  const url = readWebhookUrl(checker, body);
  const event_types = readEventTypes(checker, body);
  checker.finish();
  return transact(call.world, async (tx) => {
    const known = await allWebhooks(tx, call.world);
    if (known.length > WEBHOOKS_MAX) refuse('WEBHOOK_NUMBER_LIMIT_EXCEEDED', {}, { status: 400 });
    if (known.some((entry) => entry.url === url)) refuse('WEBHOOK_URL_ALREADY_EXISTS', {}, { status: 400 });
    const webhook: Webhook = { id: newResourceId(), url, event_types };
    await insertRecord(tx, 'webhook', webhook.id, webhook);
    return { status: 201, body: webhookView(call.world, webhook) };
  });
}

async function list(call: Call): Promise<Answer> {
  const webhooks = await allWebhooks(call.world.db, call.world);
  return { status: 200, body: { webhooks: webhooks.map((entry) => webhookView(call.world, entry)) } };
}

async function show(call: Call): Promise<Answer> {
  const webhooks = await allWebhooks(call.world.db, call.world);
  const found = webhooks.find(({ id }) => id === call.params['webhook_id']);
  if (found === undefined) return refuse('INVALID_RESOURCE_ID', { field: 'webhook_id', location: 'path' });
  return { status: 200, body: webhookView(call.world, found) };
}

async function listEvents(call: Call): Promise<Answer> {
  const size = Math.min(
    Math.max(Number(call.query['page_size'] ?? PAGE_DEFAULT) || PAGE_DEFAULT, 1),
    PAGE_MAX,
  );
  const from = momentOf(call, 'start_time') ?? '';
  const to = momentOf(call, 'end_time') ?? '9999';
  const type = call.query['event_type'] ?? null;
  const transaction = call.query['transaction_id'] ?? null;
  const { rows } = await sql<{ body: ProviderEvent }>`
    select body from records
    where kind = 'event' and coalesce(body ->> 'wing', 'ppcp') = 'ppcp'
      and body ->> 'create_time' >= ${from} and body ->> 'create_time' <= ${to}
      and (${type}::text is null or body ->> 'event_type' = ${type})
      and (${transaction}::text is null or position(${transaction} in body ->> 'body') > 0)
    order by seq desc limit ${size}`.execute(call.world.db);
  const events = rows.map((row) => JSON.parse(row.body.body) as unknown);
  return { status: 200, body: { events, count: events.length, links: [] } };
}

function momentOf(call: Call, name: string): string | null {
  const text = call.query[name];
  if (text === undefined) return null;
  const at = Date.parse(text);
  if (Number.isNaN(at)) return refuse('INVALID_PARAMETER_SYNTAX', { field: name, location: 'query' });
  return new Date(at).toISOString();
}

// Other parties keep their events in the same place.
async function ownEvent({ world, params }: Call): Promise<ProviderEvent | null> {
  const event = await readRecord(world.db, 'event', params['event_id'] ?? '');
  return event === null || (event.wing ?? 'ppcp') === 'ppcp' ? event : null;
}

async function showEvent(call: Call): Promise<Answer> {
  const event = await ownEvent(call);
  if (event === null) return refuse('INVALID_RESOURCE_ID', { field: 'event_id', location: 'path' });
  return { status: 200, body: JSON.parse(event.body) };
}

async function resend(call: Call): Promise<Answer> {
  const { world } = call;
  const event = await ownEvent(call);
  if (event === null) return refuse('INVALID_RESOURCE_ID', { field: 'event_id', location: 'path' });
  const asked = isObject(call.body) ? call.body['webhook_ids'] : undefined;
  await transact(world, async (tx) => {
    const known = (await allWebhooks(tx, world)).map(({ id }) => id);
    const chosen = Array.isArray(asked) ? known.filter((id) => asked.includes(id)) : known;
    for (const webhook_id of chosen) {
      const { event_type } = event;
      await queueDelivery(tx, world, { event_id: event.id, event_type, webhook_id, mode: 'deliver' });
    }
  });
  return { status: 202, body: JSON.parse(event.body) };
}

async function verifySignature(call: Call): Promise<Answer> {
  const checker = createChecker();
  const body = isObject(call.body) ? call.body : {};
  const field = (name: string): string => checker.text(body, name, '', { required: true, max: 500 }) ?? '';
  const given = {
    algorithm: field('auth_algo'),
    certificate: field('cert_url'),
    id: field('transmission_id'),
    signature: field('transmission_sig'),
    time: field('transmission_time'),
    webhook: field('webhook_id'),
  };
  checker.object(body, 'webhook_event', '', true);
  checker.finish();
  // The signature covers the bytes as they were delivered, so the event is cut out of the raw text.
  const event = memberText(call.rawBody, 'webhook_event') ?? '';
  const known = await listRecords(call.world.db, 'webhook', { limit: WEBHOOKS_MAX, offset: 0 });
  const ids = [call.world.wallet.webhook_id, ...known.items.map(({ id }) => id)];
  const signed = `${given.id}|${given.time}|${given.webhook}|${crc32(Buffer.from(event))}`;
  const isValid =
    given.algorithm === 'SHA256withRSA' &&
    given.certificate === certificateUrl(call.world) &&
    ids.includes(given.webhook) &&
    isSigned(call.world, signed, given.signature);
  return { status: 200, body: { verification_status: isValid ? 'SUCCESS' : 'FAILURE' } };
}

function isSigned(world: World, text: string, signature: string): boolean {
  const certificate = new X509Certificate(world.keys.signing_certificate);
  const key = createPublicKey(certificate.publicKey.export({ type: 'spki', format: 'pem' }));
  return verify('sha256', Buffer.from(text), key, Buffer.from(signature, 'base64'));
}

import { crc32 } from 'node:zlib';
import { createPrivateKey, randomUUID, sign } from 'node:crypto';
import { newEventId } from '../shapes/ids.ts';
import { allRecords, insertRecord, readRecord } from '../../machine/store/records.ts';
import type { Delivery, NoticeMode, Webhook } from '../../machine/store/shapes.ts';
import type { Db, Tx } from '../../machine/store/sql.ts';
import { timestamp, type World } from '../../machine/world.ts';

export interface NewNotice {
  event_type: string;
  resource_type: string;
  summary: string;
  resource: object;
  resource_version?: string;
}

/** Queues an event for every webhook that wants it, in the transaction that changes the state. Answers the
 *  event's id. */
export async function raiseNotice(tx: Tx, world: World, notice: NewNotice): Promise<string> {
  const id = newEventId();
  const now = world.clock.now();
  const self = `${world.address.url}/v1/notifications/webhooks-events/${id}`;
  const body = JSON.stringify({
    id,
    event_version: '1.0',
    create_time: now.toISOString(),
    resource_type: notice.resource_type,
    resource_version: notice.resource_version ?? '2.0',
    event_type: notice.event_type,
    summary: notice.summary,
    resource: notice.resource,
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/resend`, rel: 'resend', method: 'POST' },
    ],
  });
  await insertRecord(tx, 'event', id, {
    id,
    event_type: notice.event_type,
    create_time: now.toISOString(),
    body,
  });
  const mode = await noticeMode(tx);
  for (const webhook of await webhooksFor(tx, world, notice.event_type)) {
    const copies = mode === 'duplicate' ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      await queueDelivery(tx, world, {
        event_id: id,
        event_type: notice.event_type,
        webhook_id: webhook,
        mode,
      });
    }
  }
  return id;
}

/** Queues one more delivery of an event. */
export async function queueDelivery(
  tx: Tx,
  world: World,
  order: { event_id: string; event_type: string; webhook_id: string; mode: NoticeMode },
): Promise<void> {
  const held = order.mode === 'hold' || order.mode === 'shuffle';
  const delivery: Delivery = {
    id: randomUUID(),
    event_id: order.event_id,
    event_type: order.event_type,
    webhook_id: order.webhook_id,
    state: held ? 'held' : 'waiting',
    due_at: held ? null : world.clock.now().toISOString(),
    attempts: 0,
    last_status: null,
    last_error: null,
    created_at: timestamp(world.clock.now()),
  };
  await insertRecord(tx, 'delivery', delivery.id, delivery);
  world.raisedIn.add(tx);
}

/** How notices are treated now. */
export async function noticeMode(db: Db | Tx): Promise<NoticeMode> {
  return (await readRecord(db, 'setting', 'notices'))?.mode ?? 'deliver';
}

/** Every webhook: the platform's own, known from the start, and those it registered. */
export async function allWebhooks(db: Db | Tx, world: World): Promise<Webhook[]> {
  const own = {
    id: world.wallet.webhook_id,
    url: world.noticeUrl() ?? '',
    event_types: [{ name: '*' }],
  };
  return [own, ...(await allRecords(db, 'webhook'))];
}

async function webhooksFor(tx: Tx, world: World, type: string): Promise<string[]> {
  const webhooks = await allWebhooks(tx, world);
  return webhooks
    .filter((webhook) => webhook.event_types.some(({ name }) => name === '*' || name === type))
    .map((webhook) => webhook.id);
}

/** The transmission headers of one attempt: RSA SHA-256 over `id|time|webhook id|crc32 of the bytes`. */
export function transmissionHeaders(world: World, webhookId: string, body: Buffer): Record<string, string> {
  const id = randomUUID();
  const time = timestamp(world.clock.now());
  const signed = `${id}|${time}|${webhookId}|${crc32(body)}`;
  const signature = sign('sha256', Buffer.from(signed), createPrivateKey(world.keys.signing_key));
  return {
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': signature.toString('base64'),
    'paypal-cert-url': certificateUrl(world),
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-auth-version': 'v2',
    'correlation-id': id.replaceAll('-', '').slice(0, 13),
    'user-agent': 'PayPal/AUHD-214.0-58144000',
    'content-type': 'application/json',
  };
}

/** Where the signing certificate is served. */
export function certificateUrl(world: World): string {
  return `${world.address.url}/v1/notifications/certs/${world.keys.certificate_id}`;
}

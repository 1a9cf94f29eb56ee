import { newEventId } from '../shapes/ids.ts';
import { queueEvent } from '../../machine/notices/queue.ts';
import { allRecords } from '../../machine/store/records.ts';
import type { Db, Tx } from '../../machine/store/sql.ts';
import type { Webhook } from '../shapes/shapes.ts';
import type { World } from '../shapes/world.ts';

interface NewNotice {
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
  const self = `${world.address.url}/v1/notifications/webhooks-events/${id}`;
  const create_time = world.clock.now().toISOString();
  const body = JSON.stringify({
    id,
    event_version: '1.0',
    create_time,
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
  const to = await webhooksFor(tx, world, notice.event_type);
  await queueEvent(tx, world, { wing: 'ppcp', id, event_type: notice.event_type, create_time, body, to });
  return id;
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

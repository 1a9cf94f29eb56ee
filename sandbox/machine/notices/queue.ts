import { randomUUID } from 'node:crypto';
import { insertRecord, readRecord } from '../store/records.ts';
import type { Delivery, NoticeMode } from '../store/shapes.ts';
import type { Db, Tx } from '../store/sql.ts';
import { timestamp, type World } from '../world.ts';

/** Keeps an event and queues it for everyone it goes to, in the transaction that changes the state. `body` is the
 *  exact text that is sent and signed. */
export async function queueEvent(
  tx: Tx,
  world: World,
  event: {
    wing: string;
    id: string;
    event_type: string;
    create_time: string;
    body: string;
    to: readonly string[];
  },
): Promise<void> {
  const { wing, id, event_type, create_time, body } = event;
  await insertRecord(tx, 'event', id, { id, wing, event_type, create_time, body });
  const mode = await noticeMode(tx);
  const copies = mode === 'duplicate' ? 2 : 1;
  for (const webhook_id of event.to) {
    for (let copy = 0; copy < copies; copy += 1) {
      await queueDelivery(tx, world, { event_id: id, event_type, webhook_id, mode });
    }
  }
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

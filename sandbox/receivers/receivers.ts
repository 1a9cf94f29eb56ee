import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { insertRecord, lockRecord, putRecord, readRecord } from '../machine/store/records.ts';
import type { Received, Receiver } from './shapes.ts';
import { inTransaction } from '../machine/store/sql.ts';
import type { World } from '../machine/world.ts';

export const RECEIVER_NAME = /^[A-Za-z0-9_-]{1,64}$/;

const DELIVERIES_KEPT = 1_000;
// As the published check has it, which receivers copy: what that refuses is not valid here either.
const SIGNATURE_FORM = /^t=([0-9]{1,12}),v1=([0-9a-f]{64})$/;

/** A receiver as it is shown: its behaviour and what it took, newest last. */
export interface ReceiverView {
  name: string;
  status: number;
  delay_ms: number;
  has_secret: boolean;
  deliveries: Omit<Received, 'receiver'>[];
}

/** The receiver of that name; one nobody configured answers 200 at once. */
async function readReceiver(world: World, name: string): Promise<Receiver> {
  return (await readRecord(world.db, 'receiver', name)) ?? unconfigured(name);
}

function unconfigured(name: string): Receiver {
  return { name, secret: null, status: 200, delay_ms: 0 };
}

/** Changes how a receiver behaves; what is not given stays as it was. */
export async function configureReceiver(
  world: World,
  name: string,
  fields: Partial<Omit<Receiver, 'name'>>,
): Promise<void> {
  await inTransaction(world.db, async (tx) => {
    const kept = (await lockRecord(tx, 'receiver', name)) ?? unconfigured(name);
    await putRecord(tx, 'receiver', name, { ...kept, ...fields });
  });
}

/** Shows a receiver. A delivery taken before the secret was known is judged with the present one. */
export async function showReceiver(world: World, name: string): Promise<ReceiverView> {
  const receiver = await readReceiver(world, name);
  const { rows } = await sql<{ body: Received }>`
    select body from (
      select seq, body from records
      where kind = 'received' and body ->> 'receiver' = ${name}
      order by (body ->> 'receiver'), seq desc limit ${DELIVERIES_KEPT}
    ) as newest
    order by seq`.execute(world.db);
  return {
    name,
    status: receiver.status,
    delay_ms: receiver.delay_ms,
    has_secret: receiver.secret !== null,
    deliveries: rows.map(({ body: { receiver: _name, ...delivery } }) => ({
      ...delivery,
      signature_valid:
        delivery.signature_valid ??
        judge(receiver.secret, delivery.headers['service-signature'], delivery.body),
    })),
  };
}

/** Keeps one delivery and judges its signature. Answers how the receiver is to answer. */
export async function takeDelivery(
  world: World,
  name: string,
  delivery: { headers: Record<string, string>; body: string },
): Promise<Receiver> {
  const receiver = await readReceiver(world, name);
  const { headers, body } = delivery;
  const received: Received = {
    receiver: name,
    at: world.clock.now().toISOString(),
    event_id: headers['service-event-id'] ?? null,
    event_type: headers['service-event-type'] ?? null,
    headers,
    body,
    signature_valid: judge(receiver.secret, headers['service-signature'], body),
    status: receiver.status,
  };
  await insertRecord(world.db, 'received', randomUUID(), received);
  if (Math.random() < 0.02) await trim(world, name);
  return receiver;
}

/** Whether `t=…,v1=…` is the HMAC-SHA256 of `t.body` in hex, however old it is; null when there is nothing to judge by. */
function judge(secret: string | null, header: string | undefined, body: string): boolean | null {
  if (secret === null) return null;
  const match = SIGNATURE_FORM.exec(header ?? '');
  if (match === null) return false;
  const expected = createHmac('sha256', secret).update(`${match[1]}.${body}`).digest();
  return timingSafeEqual(expected, Buffer.from(match[2] ?? '', 'hex'));
}

async function trim(world: World, name: string): Promise<void> {
  await sql`
    delete from records
    where kind = 'received' and body ->> 'receiver' = ${name} and seq <= (
      select seq from records where kind = 'received' and body ->> 'receiver' = ${name}
      order by seq desc offset ${DELIVERIES_KEPT} limit 1)`.execute(world.db);
}

import { createHmac, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Addressee } from '../machine/notices/addressee.ts';
import { queueEvent } from '../machine/notices/queue.ts';
import type { TimerActions } from '../machine/notices/timers.ts';
import { insertRecord, lockRecord, putRecord, removeRecords } from '../machine/store/records.ts';
import type { Tx } from '../machine/store/sql.ts';
import { later } from '../machine/world.ts';
import type { MessageStatus, TextMessage } from './shapes.ts';
import type { CarrierWorld } from './world.ts';

const SENT_SECONDS = 1;
const ENDED_SECONDS = 2;
const TIMEOUT_MS = 10_000;

/** How numbers end that a message is sent to and does not reach, and the carrier's reason. */
const UNDELIVERED: Readonly<Record<string, number>> = { '5550198': 30003, '5550199': 30005 };

/** What a message comes to, and why where it is not delivered. */
export function endOf(to: string): { status: MessageStatus; error_code: number | null } {
  const error_code = UNDELIVERED[to.slice(-7)] ?? null;
  return { status: error_code === null ? 'delivered' : 'undelivered', error_code };
}

/** Lets a message take its way by the clock, and tells of each step. */
export async function sendLater(tx: Tx, world: CarrierWorld, sid: string): Promise<void> {
  await stepLater(tx, world, { sid, seconds: SENT_SECONDS });
}

async function stepLater(
  tx: Tx,
  world: CarrierWorld,
  { sid, seconds }: { sid: string; seconds: number },
): Promise<void> {
  const due_at = later(world, seconds).toISOString();
  await insertRecord(tx, 'timer', sid, { id: sid, due_at, action: 'carrier_step', target_id: sid });
}

/** What the carrier does by itself later. */
export function timerActions(world: CarrierWorld): TimerActions {
  return {
    carrier_step: async (tx, timer) => {
      await removeRecords(tx, 'timer', timer.id);
      const message = await lockRecord(tx, 'message', timer.target_id);
      if (message === null) return;
      const isQueued = message.status === 'queued';
      const moved: TextMessage = { ...message, ...(isQueued ? { status: 'sent' } : endOf(message.to)) };
      await putRecord(tx, 'message', moved.sid, moved);
      await raiseStatus(tx, world, moved);
      if (isQueued) await stepLater(tx, world, { sid: moved.sid, seconds: ENDED_SECONDS });
    },
  };
}

async function raiseStatus(tx: Tx, world: CarrierWorld, message: TextMessage): Promise<void> {
  const { sid, account, to, from, status = 'queued', error_code = null } = message;
  const body = new URLSearchParams({
    AccountSid: account,
    ApiVersion: '2010-04-01',
    From: from,
    MessageSid: sid,
    MessageStatus: status,
    SmsSid: sid,
    SmsStatus: status,
    To: to,
    ...(error_code === null ? {} : { ErrorCode: String(error_code) }),
  }).toString();
  await queueEvent(tx, world, {
    wing: 'carrier',
    id: randomUUID(),
    event_type: `message.${status}`,
    create_time: world.clock.now().toISOString(),
    body,
    to: [sid],
  });
}

/** Whoever is told of the messages asked for. A step is told once, and not again: who missed it reads. */
export async function addressees(world: CarrierWorld, sids: readonly string[]): Promise<Addressee[]> {
  const { rows } = await sql<{ message: TextMessage; token: string | null }>`
    select message.body as message, key.body ->> 'token' as token
    from records as message
    left join records as key on key.kind = 'key' and key.id = 'carrier:' || (message.body ->> 'account')
    where message.kind = 'message' and message.id = any(${sids})`.execute(world.db);
  return rows.map(({ message, token }) => {
    const url = message.status_callback ?? '';
    return {
      id: message.sid,
      wing: 'carrier',
      url,
      headers: ({ body }) => ({
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': signatureOf(token ?? '', url, body),
      }),
      takes: (status) => status >= 200 && status < 300,
      retrySeconds: [],
      timeoutMs: TIMEOUT_MS,
    };
  });
}

// Over the address and every parameter after it, in the order of their names.
function signatureOf(token: string, url: string, body: Buffer): string {
  const parameters = [...new URLSearchParams(body.toString())].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const text = url + parameters.flat().join('');
  return createHmac('sha1', token).update(text).digest('base64');
}

import { sql } from 'kysely';
import { readRecord } from '../store/records.ts';
import type { Delivery, Kind, Timer } from '../store/shapes.ts';
import { onBehalfOfNobody } from '../store/sql.ts';
import type { Addressee } from './addressee.ts';
import type { TimerActions } from './timers.ts';
import { later, transact, type World } from '../world.ts';

const POLL_MS = 500;
const BATCH = 100;
const ROUNDS_MAX = 1_000;
const NO_URL_WAIT_SECONDS = 5;
const ERROR_TEXT_MAX = 200;
const EVENTS_KEPT = 20_000;
const PRUNE_EVERY_ROUNDS = 500;

/** What the wings want sent and run. */
interface Errands {
  /** Whoever hears notices under these ids at present. */
  addressees: (ids: readonly string[]) => Promise<readonly Addressee[]>;
  timers: TimerActions;
  /** Kinds that are dropped once the moment of their `expires_at` is past. */
  expiring: readonly Kind[];
}

/** Sends the parties' notices and runs their timers, by their clock. */
export interface Sender {
  /** Sends all that is due now, until nothing is; answers how many attempts were made. */
  drain(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts the sender; it looks for due work every half second and whenever it is woken. */
export function startSender(world: World, errands: Errands, onError: (error: unknown) => void): Sender {
  let stopped = false;
  let running: Promise<number> | null = null;
  let again = false;
  const aborts = new AbortController();

  // One pass at a time: two would send the same delivery twice.
  const run = (): Promise<number> => {
    running ??= onBehalfOfNobody(() => sendAllDue(world, errands, aborts.signal)).finally(() => {
      running = null;
    });
    return running;
  };
  const wake = (): void => {
    if (stopped) return;
    if (running !== null) {
      again = true;
      return;
    }
    run()
      .catch(onError)
      .finally(() => {
        if (!again) return;
        again = false;
        wake();
      });
  };
  world.sender.wake = wake;
  const timer = setInterval(wake, POLL_MS);
  timer.unref();
  return {
    async drain() {
      // What was queued after the running pass looked is for a pass of our own.
      const before = running === null ? 0 : await running;
      return before + (await run());
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      aborts.abort();
      await running?.catch(() => undefined);
    },
  };
}

async function sendAllDue(world: World, errands: Errands, signal: AbortSignal): Promise<number> {
  let sent = 0;
  for (let round = 0; round < ROUNDS_MAX && !signal.aborted; round += 1) {
    const due = await readDue(world);
    if (due.length === 0) break;
    for (const entry of due) {
      if (entry.kind !== 'timer') continue;
      await runTimer(world, errands.timers, entry.body as Timer);
    }
    const deliveries = due
      .filter((entry) => entry.kind === 'delivery')
      .map((entry) => entry.body as Delivery);
    const addressees = await errands.addressees(deliveries.map(({ webhook_id }) => webhook_id));
    // In order to each addressee, and no addressee waits for another. One that fails does not end the pass while the others
    // are still sending, or the next pass would send the same beside them.
    const outcomes = await Promise.allSettled(
      [...Map.groupBy(deliveries, ({ webhook_id }) => webhook_id)].map(([id, queue]) => {
        const addressee = addressees.find((entry) => entry.id === id);
        return sendInOrder(world, addressee, { queue, signal });
      }),
    );
    sent += countSent(outcomes);
  }
  if (sent > 0) await prune(world, errands.expiring, sent);
  return sent;
}

function countSent(outcomes: readonly PromiseSettledResult<number>[]): number {
  let sent = 0;
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') throw outcome.reason;
    sent += outcome.value;
  }
  return sent;
}

async function sendInOrder(
  world: World,
  addressee: Addressee | undefined,
  work: { queue: Delivery[]; signal: AbortSignal },
): Promise<number> {
  let sent = 0;
  for (const delivery of work.queue) {
    if (work.signal.aborted) break;
    if (await attempt(world, addressee, { delivery, signal: work.signal })) sent += 1;
  }
  return sent;
}

async function readDue(world: World): Promise<{ kind: string; body: unknown }[]> {
  const { rows } = await sql<{ kind: string; body: unknown }>`
    select kind, body from records
    where kind in ('delivery', 'timer')
      and (body ->> 'due_at') is not null and (body ->> 'due_at') <= ${world.clock.now().toISOString()}
    order by (body ->> 'due_at'), seq
    limit ${BATCH}`.execute(world.db);
  return rows;
}

// Answers whether a request was made; without an address the delivery waits and no attempt counts.
async function attempt(
  world: World,
  addressee: Addressee | undefined,
  work: { delivery: Delivery; signal: AbortSignal },
): Promise<boolean> {
  const { delivery, signal } = work;
  const event = await readRecord(world.db, 'event', delivery.event_id);
  if (addressee === undefined || event === null) {
    await record(world, delivery, { state: 'failed', due_at: null, last_error: 'webhook or event is gone' });
    return false;
  }
  if (addressee.url === '') {
    await record(world, delivery, { due_at: later(world, NO_URL_WAIT_SECONDS).toISOString() });
    return false;
  }
  world.witness?.notice(event.body, addressee.wing);
  const outcome = await post(addressee, { id: event.id, body: event.body, signal });
  if (signal.aborted) return false;
  await record(world, delivery, afterAttempt(world, addressee, { delivery, outcome }));
  return true;
}

async function runTimer(world: World, actions: TimerActions, timer: Timer): Promise<void> {
  const action = actions[timer.action];
  if (action === undefined) throw new Error(`no wing knows the timer ${timer.action}`);
  await transact(world, (tx) => action(tx, timer));
}

interface Outcome {
  status: number | null;
  error: string | null;
}

async function post(
  addressee: Addressee,
  notice: { id: string; body: string; signal: AbortSignal },
): Promise<Outcome> {
  const body = Buffer.from(notice.body);
  try {
    const answer = await fetch(addressee.url, {
      method: 'POST',
      headers: addressee.headers({ id: notice.id, body }),
      body,
      redirect: 'manual',
      signal: AbortSignal.any([notice.signal, AbortSignal.timeout(addressee.timeoutMs)]),
    });
    await answer.body?.cancel();
    return { status: answer.status, error: null };
  } catch (error) {
    return { status: null, error: errorText(error).slice(0, ERROR_TEXT_MAX) };
  }
}

function afterAttempt(
  world: World,
  addressee: Addressee,
  { delivery, outcome }: { delivery: Delivery; outcome: Outcome },
): Partial<Delivery> {
  const told = {
    attempts: delivery.attempts + 1,
    last_status: outcome.status,
    last_error: outcome.error,
  };
  if (outcome.status !== null && addressee.takes(outcome.status)) {
    return { ...told, state: 'delivered', due_at: null };
  }
  const wait = addressee.retrySeconds[delivery.attempts];
  if (wait === undefined) return { ...told, state: 'failed', due_at: null };
  return { ...told, due_at: later(world, wait * world.retryScale).toISOString() };
}

// An update and no upsert: what a reset took away in the meantime must not come back.
async function record(world: World, delivery: Delivery, change: Partial<Delivery>): Promise<void> {
  await sql`
    update records
    set body = body || ${JSON.stringify(change)}::jsonb, updated_at = now()
    where kind = 'delivery' and id = ${delivery.id}`.execute(world.db);
}

// What is long delivered is dropped now and then, so that the store stays bounded.
async function prune(world: World, expiring: readonly Kind[], sent: number): Promise<void> {
  if (Math.random() * PRUNE_EVERY_ROUNDS > sent) return;
  const now = world.clock.now().toISOString();
  await sql`
    delete from records where kind = any(${expiring}) and (body ->> 'expires_at') <= ${now}`.execute(
    world.db,
  );
  for (const kind of ['event', 'delivery']) {
    await sql`
      delete from records
      where kind = ${kind} and (body ->> 'due_at') is null and seq <= (
        select seq from records
        where kind = ${kind} order by seq desc offset ${EVENTS_KEPT} limit 1)`.execute(world.db);
  }
}

function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

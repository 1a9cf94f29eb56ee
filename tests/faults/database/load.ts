import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { capture, refund } from '../../world/actors.ts';
import type { Answer, World } from '../../world/world.ts';
import type { Chance } from '../world/chance.ts';
import type { DatabaseWorld } from './world.ts';
import { isLate } from '../world/times.ts';

const TRIES_MAX = 200;
const PAUSE_MS = 60;
const AGAIN_MS = 150;
/** Within which every call is answered, whatever the database does. */
export const ANSWERED_WITHIN_MS = 5_000;

/** What callers were answered; times by the monotonic clock. */
export interface LoadCounts {
  calls: number;
  unavailable: number;
  slowestMs: number;
  paid: number;
  /** When the last call began that was answered with anything but what was asked for. */
  lastFailureAt: number;
  /** What the callers were told is so. */
  sessions: string[];
  orders: string[];
  breaches: string[];
}

export interface Load {
  readonly counts: LoadCounts;
  /** Ends when every caller has finished what it is about. */
  stop(): Promise<void>;
}

/** Callers who open sessions, pay, refund and read, ask again what was answered 503, and expect nothing else. */
export function startLoad(world: DatabaseWorld, clients: number, chance: Chance): Load {
  const counts = noCounts();
  const phase = { isOver: false };
  const run = Array.from({ length: clients }, async (_, index) => {
    const own = { world, counts, phase, chance: chance.fork(index) };
    while (!phase.isOver && !hasEnded(world)) await pay(own);
  });
  return {
    counts,
    stop: async () => {
      phase.isOver = true;
      await Promise.all(run);
    },
  };
}

/** One payment from session to refund, each call answered at once as asked for; false when one was not. */
export async function paysAtOnce(world: DatabaseWorld, chance: Chance): Promise<boolean> {
  const counts = noCounts();
  const isOver = true;
  return (await pay({ world, counts, phase: { isOver }, chance })) && counts.breaches.length === 0;
}

function noCounts(): LoadCounts {
  const zeroes = { calls: 0, unavailable: 0, slowestMs: 0, paid: 0, lastFailureAt: 0 };
  return { ...zeroes, sessions: [], orders: [], breaches: [] };
}

interface Caller {
  world: DatabaseWorld;
  counts: LoadCounts;
  /** Once over, nothing is asked a second time. */
  phase: { isOver: boolean };
  chance: Chance;
}

async function pay(caller: Caller): Promise<boolean> {
  const { world, counts, chance } = caller;
  const { merchant } = world;
  const headers = { 'idempotency-key': randomUUID() };
  const as = { key: merchant.key, merchant: merchant.merchant_id };
  const body = { amount: '20.00', external_order_id: headers['idempotency-key'] };
  const session = await insist(caller, 'a session', (view) =>
    view.call('POST', '/api/checkout-sessions', { ...as, headers, body }),
  );
  if (session?.status !== 201) return false;
  counts.sessions.push(session.body.id);
  const path = `/api/checkout-sessions/${session.body.id}`;
  await insist(caller, 'a public read', (view) => view.call('GET', path));
  const order = await insist(caller, 'an order', (view) => view.call('POST', `${path}/orders`, { body: {} }));
  if (order?.status !== 201) return false;
  const order_id = order.body.order_id as string;
  await approve(world, order_id);
  const paid = await insist(caller, 'a capture', (view) => capture(view, merchant, order_id));
  if (paid?.status !== 200) return false;
  counts.orders.push(order_id);
  counts.paid += 1;
  await insist(caller, 'a list', (view) => view.call('GET', '/api/transactions', as));
  if (!chance.is(0.5)) return true;
  const asked = { amount: '5.00', key: randomUUID() };
  return (
    (await insist(caller, 'a refund', (view) => refund(view, merchant, paid.body.provider_capture_id, asked)))
      ?.status === 200
  );
}

// The buyer asks the provider until it hears; its database may be away as well.
async function approve(world: DatabaseWorld, order_id: string): Promise<void> {
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    const answer = await world.control('POST', `orders/${order_id}/approve`, {}).catch(() => null);
    if (answer && answer.status < 500) return;
    await wait(AGAIN_MS);
  }
}

/** Asks until it is answered otherwise than 503 or, while something like it is under way, 409. */
async function insist(
  caller: Caller,
  what: string,
  call: (view: World) => Promise<Answer>,
): Promise<Answer | null> {
  const { world, counts, phase } = caller;
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    await wait(attempt === 0 ? PAUSE_MS : AGAIN_MS);
    const from = performance.now();
    const answer = await call(world.through(caller.chance.between(0, world.processes))).catch(String);
    const ms = performance.now() - from;
    counts.calls += 1;
    counts.slowestMs = Math.max(counts.slowestMs, ms);
    if (isLate(ms, ANSWERED_WITHIN_MS)) counts.breaches.push(`${what} took ${Math.round(ms)} ms`);
    if (typeof answer !== 'string' && answer.status < 300) return answer;
    counts.lastFailureAt = Math.max(counts.lastFailureAt, from);
    if (typeof answer === 'string') counts.breaches.push(`${what} was not answered: ${answer}`);
    else if (answer.status === 503 || answer.status === 409) counts.unavailable += 1;
    else counts.breaches.push(`${what} was answered ${answer.status} ${JSON.stringify(answer.body)}`);
    if (phase.isOver || hasEnded(world)) return null;
  }
  return null;
}

function hasEnded(world: DatabaseWorld): boolean {
  return Array.from({ length: world.processes }, (_, index) => world.ending(index)).some(
    (one) => one !== null,
  );
}

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  capture,
  makeChannel,
  makeConnectedMerchant,
  makeCapture,
  makeOrder,
  makeSession,
  refund,
  type TestMerchant,
} from '../../world/actors.ts';
import { type Answer, startWorld, type World } from '../../world/world.ts';
import { findBreaches, settle } from '../books/books.ts';
import { isLate } from '../world/times.ts';
import type { Report, Scenario } from '../world/scenario.ts';

// Some of it resets every connection, and some takes the call and never answers.
const DOWN: Readonly<Record<string, 'hang' | 'reset'>> = {
  'orders.create': 'hang',
  'orders.capture': 'hang',
  'orders.read': 'reset',
  'captures.refund': 'reset',
  'captures.read': 'hang',
  'identity.token': 'reset',
  'integrations.read': 'hang',
};
const TIMES = 1_000_000;
// What a call owes beyond what it waits for the provider.
const OWN_PART_MS = 5_000;
const OTHERS_WITHIN_MS = 1_000;
/** How many connections to its provider a process has at most. */
const SOCKETS_MAX = 64;
const HEAP_GROWTH_MAX_MIB = 32;
const MIB = 1024 * 1024;
const WARM_UP_SHARE = 0.25;
const NOT_ANSWERED = 0;

interface OutagePlan {
  /** How many attempts to capture there are, and as many to refund. */
  payments: number;
  rounds: number;
  /** How far the clock is moved on after each round, and how long a round takes at least. */
  movedSeconds: number;
  roundMs: number;
  /** How long the service waits for an answer of the provider. */
  callTimeoutMs: number;
}

/** An hour without the provider: by the host's clock, with fifty attempts a second, or by one that is moved. */
export function outageScenarios({ isQuick }: { isQuick: boolean }): Scenario[] {
  const callTimeoutMs = isQuick ? SHORT_CALL_TIMEOUT_MS : CALL_TIMEOUT_MS;
  const run = async () => {
    // A thousand callers wait at once, and of one address no process takes so many.
    const env = { TRUSTED_PROXIES: '127.0.0.1' };
    const world = await startWorld({ env, providerLimits: { callTimeoutMs } });
    try {
      const merchant = await makeConnectedMerchant(world, await makeChannel(world));
      return await runOutage(world, merchant, isQuick ? SHORT_OUTAGE : FULL_OUTAGE);
    } finally {
      await world.close();
    }
  };
  return [{ name: 'an hour without the provider', run }];
}

interface Seen {
  attempts: number;
  slowestMs: number;
  othersSlowestMs: number;
  breaches: Set<string>;
}

const CALL_TIMEOUT_MS = 20_000;
/** In service twenty seconds. */
export const SHORT_CALL_TIMEOUT_MS = 4_000;
const FULL_OUTAGE: OutagePlan = {
  ...{ payments: 25, rounds: 3_600, movedSeconds: 0, roundMs: 1_000 },
  callTimeoutMs: CALL_TIMEOUT_MS,
};
export const SHORT_OUTAGE: OutagePlan = {
  ...{ payments: 10, rounds: 4, movedSeconds: 900, roundMs: 2_000 },
  callTimeoutMs: SHORT_CALL_TIMEOUT_MS,
};

/** The provider is away while captures and refunds are tried all along and everything else goes on. In the end, back
 *  again, all of it is settled and can be asked for. */
export async function runOutage(world: World, merchant: TestMerchant, plan: OutagePlan): Promise<Report> {
  const session = await makeSession(world, merchant);
  const sockets = watchSockets(Number(new URL(world.sandbox_url).port));
  const seen: Seen = { attempts: 0, slowestMs: 0, othersSlowestMs: 0, breaches: new Set() };
  const asked = await makeAttempts(world, merchant, plan.payments);
  const newOrder = () => world.call('POST', `/api/checkout-sessions/${session.body.id}/orders`, { body: {} });
  const attempts = [...asked, newOrder];
  const heapMib: number[] = [];
  for (const [operation, mode] of Object.entries(DOWN))
    await world.control('POST', 'faults', { operation, mode, times: TIMES });
  sockets.begin();
  // Whoever comes does not wait for who came before.
  const tried: Promise<void>[] = [];
  for (let round = 0; round < plan.rounds; round += 1) {
    const pause = wait(plan.roundMs);
    tried.push(tryAll(attempts, plan, seen));
    await askOthers(world, merchant, session, seen);
    await pause;
    if (plan.movedSeconds > 0) await world.advance(plan.movedSeconds);
    if (round === Math.floor(plan.rounds * WARM_UP_SHARE)) heapMib.push(heapInUse());
  }
  await Promise.all(tried);
  heapMib.push(heapInUse());
  const most = sockets.end();
  await world.control('DELETE', 'faults');
  const open = await settle(world);
  for (const attempt of asked) {
    const { status, body } = await attempt();
    if (status !== 200) seen.breaches.add(`afterwards answered ${status} ${JSON.stringify(body)}`);
  }
  const grownMib = Math.round(heapMib.at(-1)! - heapMib[0]!);
  return {
    figures: {
      attempts: seen.attempts,
      slowest_ms: Math.round(seen.slowestMs),
      others_slowest_ms: Math.round(seen.othersSlowestMs),
      sockets_most: most,
      heap_grown_mib: grownMib,
    },
    breaches: [
      ...seen.breaches,
      ...(most > SOCKETS_MAX ? [`${most} connections to the provider`] : []),
      ...(grownMib > HEAP_GROWTH_MAX_MIB ? [`the heap grew by ${grownMib} MiB`] : []),
      ...(open + (await settle(world)) > 0 ? ['not all of it was settled'] : []),
      ...(await findBreaches(world)),
    ],
  };
}

async function makeAttempts(
  world: World,
  merchant: TestMerchant,
  payments: number,
): Promise<(() => Promise<Answer>)[]> {
  const attempts = [];
  for (let made = 0; made < payments; made += 1) {
    const { order_id } = await makeOrder(world, merchant);
    const { capture_id } = await makeCapture(world, merchant);
    const refunded = { amount: '5.00', key: capture_id };
    attempts.push(
      () => capture(world, merchant, order_id),
      () => refund(world, merchant, capture_id, refunded),
    );
  }
  return attempts;
}

async function tryAll(
  attempts: readonly (() => Promise<Answer>)[],
  plan: OutagePlan,
  seen: Seen,
): Promise<void> {
  // Over the round and not all at once, as callers come.
  await Promise.all(
    attempts.map(async (attempt, index) => {
      await wait((plan.roundMs * index) / attempts.length);
      const { status, ms } = await timed(attempt());
      seen.attempts += 1;
      seen.slowestMs = Math.max(seen.slowestMs, ms);
      // A sweep may be asking for the same at that moment.
      if (status !== 503 && status !== 409) seen.breaches.add(`an attempt was answered ${status}`);
      if (isLate(ms, plan.callTimeoutMs + OWN_PART_MS))
        seen.breaches.add(`an attempt was answered after ${Math.round(ms)} ms`);
    }),
  );
}

async function askOthers(world: World, merchant: TestMerchant, session: Answer, seen: Seen): Promise<void> {
  const as = { key: merchant.key, merchant: merchant.merchant_id };
  const others: Record<string, () => Promise<Answer>> = {
    'a new session': () => makeSession(world, merchant),
    'a public read': () => world.call('GET', `/api/checkout-sessions/${session.body.id}`),
    'a list': () => world.call('GET', '/api/transactions', as),
    'what is unsettled': () => world.operator('GET', 'unsettled'),
  };
  for (const [what, ask] of Object.entries(others)) {
    const { status, ms } = await timed(ask());
    seen.othersSlowestMs = Math.max(seen.othersSlowestMs, ms);
    if (status === NOT_ANSWERED || status >= 300) seen.breaches.add(`${what} was answered ${status}`);
    if (isLate(ms, OTHERS_WITHIN_MS)) seen.breaches.add(`${what} was answered after ${Math.round(ms)} ms`);
  }
  // It asks the provider, and does without when there is none.
  const { status } = await world.call('GET', '/api/channel/onboarding/status', as);
  if (status !== 200) seen.breaches.add(`the status of a merchant was answered ${status}`);
}

async function timed(answer: Promise<Answer>): Promise<{ status: number; ms: number }> {
  const from = performance.now();
  const { status } = await answer.catch(() => ({ status: NOT_ANSWERED }));
  return { status, ms: performance.now() - from };
}

// How many connections of this process to a port were open at once at most.
function watchSockets(port: number) {
  const open = new Set<Socket>();
  let most = 0;
  const watch = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    socket.once('connect', () => {
      if (socket.remotePort !== port) return;
      open.add(socket);
      most = Math.max(most, open.size);
      socket.once('close', () => open.delete(socket));
    });
  };
  return {
    begin: () => subscribe('net.client.socket', watch),
    end: () => {
      unsubscribe('net.client.socket', watch);
      return most;
    },
  };
}

// What is garbage is not memory that grows.
function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed / MIB;
}

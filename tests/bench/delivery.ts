import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Deployment } from './deployment.ts';
import { type DeliveryWorld, openDeliveryWorld } from './delivery-world.ts';
import { describe, keepFigures, type Pair, type Run, summarize } from './figures.ts';
import { clean } from './processes.ts';

const BAR = 0.35;
const ENDPOINTS = 100;
const CONNECTIONS = 64;

export const DELIVERY_TITLE = `Delivery to ${ENDPOINTS} endpoints: claimed, signed, posted over TLS, recorded`;

// What is measured is a worker and a loop as they run, not as they start: the code of both is compiled in their first
// seconds of work.
const WARM_UP = 20_000;
const LOOP_WARM_UP_SECONDS = 2;
// Enough to keep a round busy for about its seconds on a small machine.
const DELIVERIES_PER_SECOND = 5_000;

const DEAD_BAR = 0.9;
const HEALTHY_CHANNELS = 100;
const HEALTHY_EACH = 10;
const DEAD_BACKLOG = 5_000;

/** The whole path of a delivery (claim, sign, post over TLS, record) in one worker process, beside a bare loop of the
 *  same posts from one process to the same receiver. */
export async function benchDelivery({ database_url }: Deployment, run: Run): Promise<string> {
  const { world, measure } = await warmDelivery(openDeliveryWorld, database_url);
  const pairs: Pair[] = [];
  try {
    for (let round = 0; round < run.rounds; round += 1) {
      const ours = await measure(run.seconds);
      pairs.push({ ours, limit: await bareLoop(world, run.seconds) });
    }
  } finally {
    await world.close();
  }
  const summary = summarize(pairs);
  await keepFigures(run, 'delivery', { unit: 'deliveries per second', bar: BAR, ...summary, pairs });
  return describe(DELIVERY_TITLE, `a bare loop of the same posts, ${CONNECTIONS} connections`, BAR, summary);
}

/** A world whose worker has run for a while, and its rate over about so many seconds. */
export async function warmDelivery(openWorld: typeof openDeliveryWorld, database_url: string) {
  const world = await openWorld({ database_url, channels: ENDPOINTS, endpoints_each: 1 });
  await deliver(world, { events: WARM_UP, deliveries: WARM_UP });
  const measure = (seconds: number) => {
    const deliveries = DELIVERIES_PER_SECOND * seconds;
    return deliver(world, { events: deliveries, deliveries });
  };
  return { world, measure };
}

/** The rate of a thousand endpoints while one more takes connections and stays silent, beside their rate without it. */
export async function benchDeadEndpoint({ database_url }: Deployment, run: Run): Promise<string> {
  const world = await openDeliveryWorld({
    ...{ database_url, channels: HEALTHY_CHANNELS, endpoints_each: HEALTHY_EACH },
  });
  const events = Math.round((DELIVERIES_PER_SECOND * run.seconds) / HEALTHY_EACH);
  const healthy = { events, deliveries: events * HEALTHY_EACH };
  const pairs: Pair[] = [];
  try {
    const silent = await world.addSilent();
    await silent.disable();
    await deliver(world, { events: WARM_UP / HEALTHY_EACH, deliveries: WARM_UP });
    for (let round = 0; round < run.rounds; round += 1) {
      const limit = await deliver(world, healthy);
      await silent.enable();
      await world.raiseTogether(DEAD_BACKLOG, [silent.tenant]);
      pairs.push({ ours: await deliver(world, healthy), limit });
      await silent.disable();
    }
  } finally {
    await world.close();
  }
  const summary = summarize(pairs);
  await keepFigures(run, 'delivery-dead', {
    unit: 'deliveries per second',
    bar: DEAD_BAR,
    ...summary,
    pairs,
  });
  const name = `Delivery to ${HEALTHY_CHANNELS * HEALTHY_EACH} endpoints beside a dead one`;
  return describe(name, 'the same without the dead one', DEAD_BAR, summary);
}

/** Raises events that become so many deliveries at one moment, and returns how many of them arrived in a second. */
async function deliver(
  world: DeliveryWorld,
  { events, deliveries }: { events: number; deliveries: number },
): Promise<number> {
  await world.take();
  const all = world.arrived(deliveries);
  const from = await world.raiseTogether(events);
  return deliveries / (((await all) - from) / 1000);
}

async function bareLoop({ receiver }: DeliveryWorld, seconds: number): Promise<number> {
  const child = fork(fileURLToPath(new URL('./delivery-loop.ts', import.meta.url)), { env: clean() });
  const body = JSON.stringify({ padding: 'x'.repeat(500) });
  const headers = {
    'Service-Signature': `t=1700000000,v1=${'0'.repeat(64)}`,
    'Service-Timestamp': '1700000000',
    'Service-Event-Id': `evt_${'0'.repeat(32)}`,
    'Service-Event-Type': 'merchant.onboarding_updated',
    'User-Agent': 'Service-Webhooks/1.0',
    'Content-Type': 'application/json',
    'Content-Length': String(body.length),
    Accept: '*/*',
    'Accept-Encoding': 'identity',
  };
  child.send({
    ...receiver,
    body,
    headers,
    connections: CONNECTIONS,
    warm_up: LOOP_WARM_UP_SECONDS,
    seconds,
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the bare loop ended with ${String(code)}`);
  });
  const [{ perSecond }] = (await Promise.race([once(child, 'message'), ended])) as [{ perSecond: number }];
  ended.catch(() => undefined);
  return perSecond;
}

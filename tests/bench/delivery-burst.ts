import { setTimeout as wait } from 'node:timers/promises';
import type { Deployment } from './deployment.ts';
import { type DeliveryWorld, openDeliveryWorld } from './delivery-world.ts';
import { keepFigures, type Run, spread } from './figures.ts';
import { nowMs } from './now.ts';

const BURST_EVENTS = 100_000;
const QUICK_BURST_EVENTS = 20_000;
const BURST_ENDPOINTS = 10;
const WARM_UP = 500;

const EVENTS_PER_SECOND = 500;
const LATENCY_ENDPOINTS = 100;
const P99_BAR_MS = 1_000;
// What the raising side has to keep up with, or the rate was not what the figure says.
const OFFERED_MIN = 0.95;

/** Many events at one moment to a few endpoints: how long until the last of them has arrived. */
export async function benchBurst({ database_url }: Deployment, run: Run): Promise<string> {
  const events = run.isQuick ? QUICK_BURST_EVENTS : BURST_EVENTS;
  const world = await openDeliveryWorld({ database_url, channels: BURST_ENDPOINTS, endpoints_each: 1 });
  try {
    await drained(world, WARM_UP);
    const seconds = (await drained(world, events)) / 1000;
    await keepFigures(run, 'delivery-burst', { events, endpoints: BURST_ENDPOINTS, seconds });
    const rate = Math.round(events / seconds).toLocaleString('en-US');
    return [
      `A burst of ${events.toLocaleString('en-US')} events to ${BURST_ENDPOINTS} endpoints`,
      `  drained in ${seconds.toFixed(1)} s, ${rate}/s`,
    ].join('\n');
  } finally {
    await world.close();
  }
}

async function drained(world: DeliveryWorld, events: number): Promise<number> {
  await world.take();
  const all = world.arrived(events);
  const from = await world.raiseTogether(events);
  return (await all) - from;
}

/** From the commit of an event to the receiver's having it, at a steady rate of events. */
export async function benchLatency({ database_url }: Deployment, run: Run): Promise<string> {
  const world = await openDeliveryWorld({ database_url, channels: LATENCY_ENDPOINTS, endpoints_each: 1 });
  try {
    await offer(world, 1);
    const rounds = [];
    for (let round = 0; round < run.rounds; round += 1) rounds.push(await offer(world, run.seconds));
    const p50 = spread(rounds.map((one) => one.p50));
    const p99 = spread(rounds.map((one) => one.p99));
    const offered = spread(rounds.map((one) => one.offered));
    await keepFigures(run, 'delivery-latency', { unit: 'ms', bar: P99_BAR_MS, p50, p99, offered });
    const ms = (of: typeof p50) =>
      `${of.median.toFixed(0)} ms (${of.min.toFixed(0)} to ${of.max.toFixed(0)})`;
    const verdict =
      p99.median <= P99_BAR_MS ? 'holds' : `short by ${(p99.median - P99_BAR_MS).toFixed(0)} ms`;
    const slow =
      offered.median < EVENTS_PER_SECOND * OFFERED_MIN ? ', short by what could not be raised' : '';
    return [
      `Commit to receiver at ${Math.round(offered.median)} events/s, ${LATENCY_ENDPOINTS} endpoints${slow}`,
      `  p50    ${ms(p50)}`,
      `  p99    ${ms(p99)}, bar ${P99_BAR_MS} ms: ${verdict}`,
    ].join('\n');
  } finally {
    await world.close();
  }
}

async function offer(world: DeliveryWorld, seconds: number) {
  const count = EVENTS_PER_SECOND * seconds;
  await world.take();
  const all = world.arrived(count);
  const from = nowMs();
  const raising: ReturnType<DeliveryWorld['raiseOne']>[] = [];
  while (raising.length < count) {
    const due = Math.min(count, Math.floor(((nowMs() - from) * EVENTS_PER_SECOND) / 1000));
    while (raising.length < due)
      raising.push(world.raiseOne(world.tenants[raising.length % world.tenants.length]!));
    await wait(1);
  }
  const raised = await Promise.all(raising);
  const offered = count / ((Math.max(...raised.map(({ at }) => at)) - from) / 1000);
  await all;
  const arrivedAt = new Map(await world.take());
  const waits = raised.map(({ event_id, at }) => arrivedAt.get(event_id)! - at).sort((a, b) => a - b);
  const at = (share: number) => waits[Math.floor((waits.length - 1) * share)]!;
  return { p50: at(0.5), p99: at(0.99), offered };
}

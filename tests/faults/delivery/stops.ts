import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { startTarpit } from '../../../service/src/poster/fixtures/receiver.ts';
import { raiseMany } from '../../world/bare-world.ts';
import {
  breachesOfPosts,
  countLive,
  type DeliveryWorld,
  holdsWithin,
  keyOf,
  openDeliveryWorld,
} from './world.ts';
import { isLate } from '../world/times.ts';
import type { Report } from '../world/scenario.ts';

const ENDED_WITHIN_MS = 20_000;
const ANSWERED_AFTER_MS = 150;
const SILENT_HOST = 'silent.faults.test';
const SILENT_EVENTS = 20;
const LIMIT_MS = 300_000;

/** Ends a dispatcher in order while it delivers: it gives back or finishes all it holds, and nothing comes twice. */
export async function endUnderLoad(plan: {
  rounds: number;
  events: number;
  silenceMs?: number;
}): Promise<Report> {
  const tarpit = await startTarpit();
  const world = await openDeliveryWorld({
    ...{ channels: 10, endpoints: 1, hosts: { [SILENT_HOST]: tarpit.port } },
    answer: (response) => setTimeout(() => response.writeHead(200).end(), ANSWERED_AFTER_MS),
  });
  const silence = plan.silenceMs === undefined ? {} : { silenceMs: plan.silenceMs };
  const breaches: string[] = [];
  let longest_ms = 0;
  let cut_short = 0;
  try {
    const silent = await world.addTenant(1, SILENT_HOST);
    for (let round = 1; round <= plan.rounds; round += 1) {
      const dispatcher = await world.startDispatcher(silence);
      await raiseMany(world.ctx, [silent], SILENT_EVENTS);
      await raiseMany(world.ctx, world.tenants, plan.events);
      const before = world.receiver.received.length;
      await holdsWithin(LIMIT_MS, () => world.receiver.received.length > before + plan.events / 10);
      const ms = Math.round(await dispatcher.stop());
      longest_ms = Math.max(longest_ms, ms);
      const { leased, due } = await countLive(world);
      if (due > 0) cut_short += 1;
      if (leased > 0) breaches.push(`${leased} leases were left`);
      if (isLate(ms, ENDED_WITHIN_MS)) breaches.push(`took ${ms} ms to end`);
    }
    const deliveries = plan.rounds * plan.events;
    await world.startDispatcher();
    const hasArrived = () => new Set(world.receiver.received.map(keyOf)).size >= deliveries;
    if (!(await holdsWithin(LIMIT_MS, hasArrived))) breaches.push('not everything arrived');
    const duplicates = world.receiver.received.length - deliveries;
    if (duplicates > 0) breaches.push(`${duplicates} came twice`);
    breaches.push(...(await breachesOfPosts(world)));
    return { figures: { ended: plan.rounds, cut_short, longest_ms, deliveries, duplicates }, breaches };
  } finally {
    await world.close();
    await tarpit.close();
  }
}

/** Stops a dispatcher for longer than its leases while it waits for answers, lets another one deliver what it held, and
 *  wakes it: what it has to say comes too late and changes nothing. */
export async function sleepThroughLeases(plan: {
  events: number;
  leaseSeconds: number;
  sleepSeconds: number;
}): Promise<Report> {
  const held: ServerResponse[] = [];
  let isHolding = true;
  const answer = (response: ServerResponse): void => {
    if (isHolding) held.push(response);
    else response.writeHead(200).end();
  };
  const { events, leaseSeconds } = plan;
  const world = await openDeliveryWorld({ channels: events, endpoints: 1, answer });
  try {
    const sleeper = await world.startDispatcher({ leaseSeconds });
    await raiseMany(world.ctx, world.tenants, events);
    await holdsWithin(LIMIT_MS, () => held.length === events);
    sleeper.signal('SIGSTOP');
    const sleptFrom = performance.now();
    isHolding = false;
    held.forEach((response) => response.writeHead(200).end());
    const other = await world.startDispatcher({ leaseSeconds });
    const breaches: string[] = [];
    const isDone = async () => (await readFinished(world)).length === events;
    if (!(await holdsWithin(LIMIT_MS, isDone))) breaches.push('the other did not deliver what was held');
    await wait(Math.max(0, plan.sleepSeconds * 1000 - (performance.now() - sleptFrom)));
    const before = await readFinished(world);
    sleeper.signal('SIGCONT');
    // Orderly, so that it has said all it has to say.
    await sleeper.stop();
    const after = await readFinished(world);
    const changed = before.filter(
      (row, index) => JSON.stringify(row) !== JSON.stringify(after[index]),
    ).length;
    await other.stop();
    const duplicates = world.receiver.received.length - events;
    if (changed > 0 || after.length !== before.length)
      breaches.push(`${changed} deliveries changed afterwards`);
    if (duplicates > events) breaches.push(`${duplicates} came twice, ${events} were held`);
    breaches.push(...(await breachesOfPosts(world)));
    const slept_s = Math.round((performance.now() - sleptFrom) / 1000);
    return { figures: { held: events, duplicates, changed, slept_s }, breaches };
  } finally {
    await world.close();
  }
}

async function readFinished(world: DeliveryWorld): Promise<object[]> {
  const { rows } = await sql<object>`
    select f.event_id, f.state, f.attempts, f.finished_at,
      (select count(*) from delivery_attempts a where a.event_id = f.event_id) as tried
    from deliveries_finished f order by f.event_id`.execute(world.ctx.db);
  return rows;
}

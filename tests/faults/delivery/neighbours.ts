import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { type NameServer, startNameServer } from '../../../service/src/poster/fixtures/name-server.ts';
import { type Receiver, startTarpit } from '../../../service/src/poster/fixtures/receiver.ts';
import { raiseMany, type Tenant } from '../../world/bare-world.ts';
import { breachesOfPosts, type DeliveryWorld, holdsWithin, keyOf, openDeliveryWorld } from './world.ts';
import type { Report } from '../world/scenario.ts';

const SILENT_HOST = 'silent.faults.test';
const REFUSED_HOST = 'refused.faults.test';
const SOCKETS_OF_DEAD_MAX = 8;
const RAISE_EVERY_MS = 50;
const LIMIT_MS = 600_000;

/** How the healthy fare: so many endpoints in channels of ten, and one event for each channel in turn. */
interface NeighbourPlan {
  channels: number;
  events: number;
  /** The specified time from commit to receiver for 99 of 100; null where only what arrives is looked at. */
  p99Ms: number | null;
}

/** One receiver among many accepts connections and stays silent, with a long backlog. */
export async function oneDead(plan: NeighbourPlan & { backlog: number }): Promise<Report> {
  const tarpit = await startTarpit();
  const world = await openDeliveryWorld({
    ...{ channels: plan.channels, endpoints: 10, hosts: { [SILENT_HOST]: tarpit.port } },
  });
  try {
    const silent = await world.addTenant(1, SILENT_HOST);
    await addBacklog(world, silent, plan.backlog);
    await world.startDispatcher();
    const report = await healthyAmong(world, plan);
    return judgeSockets(report, tarpit, SOCKETS_OF_DEAD_MAX);
  } finally {
    await world.close();
    await tarpit.close();
  }
}

/** Every tenth receiver refuses connections, and five accept them and stay silent. */
export async function manyDead(plan: NeighbourPlan & { dead: number; silent: number }): Promise<Report> {
  const tarpit = await startTarpit();
  const refusing = await startTarpit();
  await refusing.close();
  const hosts = { [SILENT_HOST]: tarpit.port, [REFUSED_HOST]: refusing.port };
  const world = await openDeliveryWorld({ channels: plan.channels, endpoints: 10, hosts });
  try {
    const dead: Tenant[] = [];
    for (let left = plan.dead; left > 0; left -= 10) dead.push(await world.addTenant(10, REFUSED_HOST));
    for (let n = 0; n < plan.silent; n += 1) dead.push(await world.addTenant(1, SILENT_HOST));
    await world.startDispatcher();
    await raiseMany(world.ctx, dead, dead.length * 20);
    const report = await healthyAmong(world, plan);
    return judgeSockets(report, tarpit, SOCKETS_OF_DEAD_MAX * plan.silent);
  } finally {
    await world.close();
    await tarpit.close();
  }
}

/** Thousands of names that DNS never answers for, in as many channels as it takes. */
export async function deadNames(plan: NeighbourPlan & { names: number }): Promise<Report> {
  const dns: NameServer = await startNameServer();
  const world = await openDeliveryWorld({ channels: plan.channels, endpoints: 10 });
  try {
    const tenant = await world.addTenant(1);
    await world.startDispatcher({ servers: [dns.address] });
    // The healthy are known to answer before the others come.
    await healthyAmong(world, { ...plan, events: plan.channels, p99Ms: null });
    await addDeadNames(world, { names: plan.names, like: tenant, dns });
    const report = await healthyAmong(world, plan);
    return {
      ...report,
      figures: { ...report.figures, names: plan.names, looked_up: new Set(dns.asked).size },
    };
  } finally {
    await world.close();
    await dns.close();
  }
}

/** Many events to ten endpoints at one moment. */
export async function burst(plan: { events: number; drainedMs: number | null }): Promise<Report> {
  const world = await openDeliveryWorld({ channels: 10, endpoints: 1 });
  try {
    await world.startDispatcher();
    await raiseMany(world.ctx, world.tenants, plan.events);
    const from = performance.now();
    const { received } = world.receiver;
    const hasArrived = await holdsWithin(LIMIT_MS, () => received.length >= plan.events);
    const drained_ms = Math.round(performance.now() - from);
    const distinct = new Set(received.map(keyOf)).size;
    const breaches = [
      ...(hasArrived && distinct === plan.events ? [] : [`${plan.events - distinct} never arrived`]),
      ...(received.length === distinct ? [] : [`${received.length - distinct} came twice`]),
      ...(plan.drainedMs === null || drained_ms <= plan.drainedMs ? [] : [`drained after ${drained_ms} ms`]),
      ...(await breachesOfPosts(world)),
    ];
    return {
      figures: { events: plan.events, drained_ms, per_second: rate(plan.events, drained_ms) },
      breaches,
    };
  } finally {
    await world.close();
  }
}

async function healthyAmong(world: DeliveryWorld, plan: NeighbourPlan): Promise<Report> {
  const { received } = world.receiver;
  const before = received.length;
  const committed: { tenant: Tenant; at: number }[] = [];
  for (let n = 0; n < plan.events; n += 1) {
    const tenant = world.tenants[n % world.tenants.length]!;
    await raiseMany(world.ctx, [tenant], 1);
    committed.push({ tenant, at: Date.now() });
    await wait(RAISE_EVERY_MS);
  }
  const expected = plan.events * 10;
  const hasArrived = await holdsWithin(LIMIT_MS, () => received.length >= before + expected);
  const waits = waitsOf(world, before, committed).sort((a, b) => a - b);
  const p99_ms = waits[Math.floor((waits.length - 1) * 0.99)] ?? 0;
  const breaches = [
    ...(hasArrived ? [] : [`${before + expected - received.length} never arrived`]),
    ...(plan.p99Ms === null || p99_ms <= plan.p99Ms ? [] : [`p99 was ${p99_ms} ms`]),
    ...(await breachesOfPosts(world)),
  ];
  return { figures: { healthy: waits.length, p99_ms, longest_ms: waits.at(-1) ?? 0 }, breaches };
}

// The n-th post of an endpoint is of its channel's n-th event or a neighbour of it; the waits in all are the same.
function waitsOf(
  world: DeliveryWorld,
  before: number,
  committed: readonly { tenant: Tenant; at: number }[],
): number[] {
  const tenantOf = new Map(world.endpoints.map(({ path, tenant }) => [path, tenant]));
  const arrivals = Map.groupBy(world.receiver.received.slice(before), ({ path }) => path);
  const commits = Map.groupBy(committed, ({ tenant }) => tenant);
  return [...arrivals].flatMap(([path, posts]) => {
    const own = commits.get(tenantOf.get(path)!) ?? [];
    return posts.map((post, n) => Math.max(0, post.at - (own[n]?.at ?? post.at)));
  });
}

// Far more than could be raised one by one in the time: copies of one event, each with an id of its own.
async function addBacklog(world: DeliveryWorld, tenant: Tenant, count: number): Promise<void> {
  await raiseMany(world.ctx, [tenant], 1);
  await sql`
    with copies as (
      insert into events (id, channel_id, merchant_id, type, created_at, body, state)
      select gen_random_uuid(), channel_id, merchant_id, type, created_at, body, state
      from events cross join generate_series(1, ${count}::int) where channel_id = ${tenant.channel_id}::uuid
      returning id, channel_id, created_at
    )
    insert into deliveries (event_id, endpoint_id, activation, due_at)
    select copies.id, w.id, w.activation, copies.created_at
    from copies join webhook_endpoints w on w.channel_id = copies.channel_id`.execute(world.ctx.db);
}

// As many endpoints as names, each with a delivery due, of one channel each.
async function addDeadNames(
  world: DeliveryWorld,
  of: { names: number; like: Tenant; dns: NameServer },
): Promise<void> {
  const { names, like, dns } = of;
  for (let n = 1; n <= names; n += 1) dns.names.set(`dead-${n}.test`, 'silence');
  const { received } = world.receiver;
  const before = received.length;
  await raiseMany(world.ctx, [like], 1);
  await holdsWithin(LIMIT_MS, () => received.length > before);
  await sql`
    with event as (select id, created_at from events where channel_id = ${like.channel_id}::uuid limit 1),
    channel as (
      insert into channels (id, name, created_at)
      select gen_random_uuid(), 'channel', created_at from event cross join generate_series(1, ${names}::int)
      returning id, created_at
    ),
    endpoint as (
      insert into webhook_endpoints
        (id, channel_id, url, host, enabled, event_types, secret, secret_hint, created_at, updated_at)
      select gen_random_uuid(), c.id, 'https://dead-' || c.n || '.test/', 'dead-' || c.n || '.test', true,
        array['payment.captured'], '\\x00', 'xxxx', c.created_at, c.created_at
      from (select *, row_number() over () as n from channel) c
      returning id
    )
    insert into deliveries (event_id, endpoint_id, activation, due_at)
    select event.id, endpoint.id, 1, clock_timestamp() from endpoint cross join event`.execute(world.ctx.db);
}

function judgeSockets(report: Report, tarpit: Receiver, most: number): Report {
  const sockets = tarpit.connectionsMax();
  const breaches = sockets <= most ? [] : [`the silent held ${sockets} sockets`];
  return {
    figures: { ...report.figures, silent_sockets: sockets },
    breaches: [...report.breaches, ...breaches],
  };
}

function rate(count: number, ms: number): number {
  return Math.round(count / (ms / 1000));
}

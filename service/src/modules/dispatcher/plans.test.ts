import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAuthority } from '../../poster/fixtures/certificate.ts';
import { type Receiver, startReceiver } from '../../poster/fixtures/receiver.ts';
import { KEEP_AUTOVACUUM_AWAY } from '../../../../tests/world/autovacuum.ts';
import {
  call,
  newTenant,
  raiseMany,
  startWorld,
  type Tenant,
  type World,
} from '../../../../tests/world/bare-world.ts';
import { endpointRoutes } from '../endpoints/index.ts';
import { startDeliveries } from './index.ts';

const HOST = 'hooks.example.test';
const ENDPOINTS = 20;
const BURST = 2_000;
const BURSTS = 5;
// Claimed, read before sending, recorded: what each of these finds by its key, with room for dead versions passed over.
// A plan that reads the whole queue for each batch read 613.
const READ_PER_DELIVERY_MAX = 60;
const authority = newAuthority();
let world: World;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver(authority.issue([HOST]), (response) => response.end());
  world = await startWorld({ connectTo: { [HOST]: receiver.port } });
  // While it analyzes any table of this database, what is gone from the queue stays in the index and is passed over again
  // and again: four times as many entries, by the same plans.
  await sql.raw(KEEP_AUTOVACUUM_AWAY).execute(world.ctx.db);
});
afterAll(async () => {
  await world.close();
  await receiver.close();
});

async function newTenantWithEndpoint(): Promise<Tenant> {
  const tenant = await newTenant(world.ctx);
  const scope = { kind: 'channel', key_id: tenant.channel_id, channel_id: tenant.channel_id } as const;
  const body = { url: `https://${HOST}/hook`, event_types: ['merchant.onboarding_updated'] };
  const { status } = await call(endpointRoutes(world.ctx), 'endpoints.create', { scope, body });
  expect(status).toBe(201);
  return tenant;
}

/** How many rows and index entries of the queue have been read by dispatchers that were closed: backends tell at their
 *  end, and now and then before. */
async function entriesRead(): Promise<number> {
  await expect.poll(countDispatching).toBe(0);
  const { rows } = await sql<{ read: number }>`
    select (seq_tup_read
      + (select sum(idx_tup_read) from pg_stat_user_indexes where relname = 'deliveries'))::bigint as read
    from pg_stat_user_tables where relname = 'deliveries'`.execute(world.ctx.db);
  return rows[0]!.read;
}

async function countDispatching(): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select count(*) as left from pg_stat_activity
    where datname = current_database() and application_name like '%dispatcher'`.execute(world.ctx.db);
  return rows[0]!.left;
}

// Whoever writes in any database of the server keeps what is gone from the queue from being forgotten while it does, so the
// best of a few bursts counts; the wrong plan reads as much in each.
test('a burst is found by its keys although the planner believes that the queue is empty', async () => {
  const tenants = await Promise.all(Array.from({ length: ENDPOINTS }, newTenantWithEndpoint));
  let least = Infinity;
  for (let nth = 0; nth < BURSTS && least >= READ_PER_DELIVERY_MAX; nth += 1) {
    least = Math.min(least, await readPerDelivery(tenants));
  }
  expect(least).toBeLessThan(READ_PER_DELIVERY_MAX);
});

async function readPerDelivery(tenants: readonly Tenant[]): Promise<number> {
  const before = startDeliveries(world.ctx, { ca: [authority.ca] });
  await raiseMany(world.ctx, tenants, BURST);
  await before.drain();
  await before.close();
  await sql`vacuum analyze deliveries`.execute(world.ctx.db);
  const read = await entriesRead();
  const deliveries = startDeliveries(world.ctx, { ca: [authority.ca] });
  // Their plans are made now, and kept.
  await raiseMany(world.ctx, tenants, ENDPOINTS);
  await deliveries.drain();
  expect(await countDispatching()).toBeGreaterThan(0);
  await raiseMany(world.ctx, tenants, BURST);
  // More where a post came too late for its lease, which is not the question here.
  expect(await deliveries.drain()).toBeGreaterThanOrEqual(BURST);
  await deliveries.close();
  return ((await entriesRead()) - read) / BURST;
}

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { refusalOf } from '../../../../tests/world/module-world.ts';
import {
  newTenant,
  raiseFor,
  raiseMany,
  startWorld,
  type Tenant,
  type World,
} from '../../../../tests/world/bare-world.ts';
import { endpointIdOf, eventIdOf, uuidOf } from '../../lib/ids.ts';
import { listAudit } from '../audit/trail.ts';
import { finishDelivery, subscribe } from '../endpoints/endpoints.fixture.ts';
import { disableEndpoint, enableEndpoint } from '../endpoints/switch-endpoint.ts';
import type { AskedFilter } from './event-filter.ts';
import { listEvents } from './list-events.ts';
import { replayEvent, replayMatching } from './replay-events.ts';

const PAGE = { limit: 50, offset: 0 };

let world: World;
let tenant: Tenant;
/** One that was down, and one that was not. */
let down: string;
let up: string;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  tenant = await newTenant(world.ctx);
  down = (await subscribe(world.ctx, { channel_id: tenant.channel_id })).endpoint_id;
  up = (await subscribe(world.ctx, { merchant_id: tenant.merchant_id })).endpoint_id;
});

const fail = (event_id: string, endpoint_id: string) =>
  finishDelivery(world.ctx, { endpoint_id, event_id }, { state: 'failed', attempts: 8 });
const deliver = (event_id: string, endpoint_id: string) =>
  finishDelivery(world.ctx, { endpoint_id, event_id }, { state: 'delivered', attempts: 1 });
const replay = (filter: AskedFilter, dryRun = false) => replayMatching(world.ctx, filter, { dryRun });
const found = async (filter: AskedFilter) => {
  const { items, total } = await listEvents(world.ctx.db, filter, PAGE);
  expect(total).toBe(items.length);
  return items.map(({ id }) => id);
};

/** An event that was delivered to one of them and failed at the other. */
async function missed(): Promise<string> {
  const id = await raiseFor(world.ctx, tenant);
  await deliver(id, up);
  await fail(id, down);
  return id;
}

async function endpointsOf(event_id: string): Promise<string[]> {
  const { rows } = await sql<{ endpoint_id: string }>`
    select endpoint_id from deliveries where event_id = ${uuidOf(event_id)}`.execute(world.ctx.db);
  return rows.map(({ endpoint_id }) => endpoint_id).toSorted();
}

const switched = (endpoint_id: string) => ({
  ...{ owner: { channel_id: tenant.channel_id }, actor: 'test', endpoint_id },
});

test('events are found by an endpoint that they went to, and by the state of their delivery to it', async () => {
  const failed = await missed();
  const pending = await raiseFor(world.ctx, tenant);
  expect(await found({ endpoint_id: down })).toEqual([pending, failed]);
  expect(await found({ endpoint_id: down, state: 'failed' })).toEqual([failed]);
  expect(await found({ endpoint_id: up, state: 'failed' })).toEqual([]);
  expect(await found({ endpoint_id: up, state: 'delivered' })).toEqual([failed]);
  expect(await found({ endpoint_id: up, state: 'pending' })).toEqual([pending]);
  expect(await found({ endpoint_id: up, state: 'routed' })).toEqual([pending, failed]);
  expect(await found({ endpoint_id: up, state: 'no_subscriber' })).toEqual([]);
  expect(await found({ endpoint_id: down, type: 'payment.captured' })).toEqual([]);
  expect(await found({ endpoint_id: down, merchant_id: randomUUID() })).toEqual([]);
  expect(await found({ endpoint_id: randomUUID() })).toEqual([]);
  const before = new Date(world.ctx.clock.now().getTime() - 3_600_000);
  expect(await found({ endpoint_id: down, since: before })).toEqual([pending, failed]);
  expect(await found({ endpoint_id: down, until: before })).toEqual([]);
});

test('one event is replayed to the endpoint that is named, and to no other', async () => {
  const id = await missed();
  const again = eventIdOf(await replayEvent(world.ctx, uuidOf(id)!, down));
  expect(await endpointsOf(again)).toEqual([down]);
  const { items } = await listAudit(world.ctx.db, { limit: 1, offset: 0 });
  expect(items).toMatchObject([
    { subject: id, detail: { replayed_as: again, endpoint_id: endpointIdOf(down) } },
  ]);
  const everybody = eventIdOf(await replayEvent(world.ctx, uuidOf(id)!));
  expect(await endpointsOf(everybody)).toEqual([down, up].toSorted());
});

test('an endpoint of others, one that is disabled or one that takes other types is refused', async () => {
  const id = uuidOf(await missed())!;
  const other = await newTenant(world.ctx);
  const owners = [{ channel_id: other.channel_id }, { merchant_id: other.merchant_id }];
  for (const owner of owners) {
    const { endpoint_id } = await subscribe(world.ctx, owner);
    expect(await refusalOf(replayEvent(world.ctx, id, endpoint_id))).toBe('endpoint_not_found');
  }
  expect(await refusalOf(replayEvent(world.ctx, id, randomUUID()))).toBe('endpoint_not_found');
  expect(await refusalOf(replay({ endpoint_id: randomUUID() }))).toBe('endpoint_not_found');
  const owner = { merchant_id: tenant.merchant_id };
  const choosy = (await subscribe(world.ctx, owner, ['payment.captured'])).endpoint_id;
  expect(await refusalOf(replayEvent(world.ctx, id, choosy))).toBe('endpoint_not_subscribed');
  await disableEndpoint(world.ctx, switched(down));
  expect(await refusalOf(replayEvent(world.ctx, id, down))).toBe('endpoint_not_subscribed');
  expect(await refusalOf(replay({ endpoint_id: down }, true))).toBe('endpoint_not_subscribed');
});

test('what failed at an endpoint is replayed to it alone, once', async () => {
  const ids = [await missed(), await missed()];
  await deliver(await raiseFor(world.ctx, tenant), down);
  const filter = { endpoint_id: down, state: 'failed' };
  expect(await replay(filter, true)).toMatchObject({ matched: 2, event_ids: [] });
  const { event_ids } = await replay(filter);
  expect(event_ids).toHaveLength(2);
  for (const id of event_ids) expect(await endpointsOf(id)).toEqual([down]);
  // Under way, and then delivered.
  expect(await replay(filter)).toMatchObject({ matched: 0, event_ids: [] });
  for (const id of event_ids) await deliver(id, down);
  expect(await replay(filter)).toMatchObject({ matched: 0, event_ids: [] });
  // Nor does a replay for everybody find anything that is still owed.
  expect(await replay({ channel_id: tenant.channel_id, state: 'failed' })).toMatchObject({ matched: 0 });
  expect(await found({ endpoint_id: down, state: 'failed' })).toEqual(ids.toReversed());
});

test('a replay that failed at the endpoint does not stop the next', async () => {
  await missed();
  const filter = { endpoint_id: down, state: 'failed' };
  const [first] = (await replay(filter)).event_ids;
  await fail(first!, down);
  const { matched, event_ids } = await replay(filter);
  expect([matched, event_ids.length]).toEqual([1, 1]);
});

test('of what failed at two endpoints, one that is replayed to leaves the other owed', async () => {
  const id = await raiseFor(world.ctx, tenant);
  await fail(id, up);
  await fail(id, down);
  const [healed] = (await replay({ endpoint_id: up, state: 'failed' })).event_ids;
  await deliver(healed!, up);
  expect(await replay({ endpoint_id: down, state: 'failed' }, true)).toMatchObject({ matched: 1 });
  const everybody = { channel_id: tenant.channel_id, state: 'failed' };
  expect(await replay(everybody, true)).toMatchObject({ matched: 1 });
  // Nobody is owed anything who does not take it.
  await disableEndpoint(world.ctx, switched(down));
  expect(await replay(everybody, true)).toMatchObject({ matched: 0 });
  await enableEndpoint(world.ctx, switched(down));
  expect((await replay(everybody)).event_ids).toHaveLength(1);
  expect(await replay(everybody)).toMatchObject({ matched: 0 });
});

test('an event whose type the endpoint does not take any more is passed over', async () => {
  await missed();
  await sql`update webhook_endpoints set event_types = '{payment.captured}' where id = ${down}`.execute(
    world.ctx.db,
  );
  expect(await replay({ endpoint_id: down, state: 'failed' })).toMatchObject({ matched: 0, event_ids: [] });
});

test('of calls at once for one endpoint one replays an event', async () => {
  await raiseMany(world.ctx, [tenant], 5);
  for (const id of await found({ endpoint_id: down })) await fail(id, down);
  const filter = { endpoint_id: down, state: 'failed' };
  const calls = await Promise.all([replay(filter), replay(filter), replay(filter)]);
  expect(calls.flatMap(({ event_ids }) => event_ids)).toHaveLength(5);
});

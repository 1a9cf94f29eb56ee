import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { refusalOf } from '../../../../tests/world/module-world.ts';
import { eventIdOf, uuidOf } from '../../lib/ids.ts';
import { UnfitValue } from '../../refusals.ts';
import { listAudit } from '../audit/trail.ts';
import { subscribe } from '../endpoints/endpoints.fixture.ts';
import {
  newTenant,
  raiseFor,
  raiseMany,
  startWorld,
  type Tenant,
  type World,
} from '../../../../tests/world/bare-world.ts';
import { readEventRow } from './queries.ts';
import { replayEvent, replayMatching } from './replay-events.ts';
import { disableEndpoint, enableEndpoint } from '../endpoints/switch-endpoint.ts';

let world: World;
let tenant: Tenant;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  tenant = await newTenant(world.ctx);
});

const OF_ALL = { dryRun: false };
const replay = (options = OF_ALL) => replayMatching(world.ctx, { merchant_id: tenant.merchant_id }, options);

/** An endpoint of the merchant that takes every event, to be switched. */
async function subscribed() {
  const of = await subscribe(world.ctx, { merchant_id: tenant.merchant_id });
  const one = { ...of, actor: 'test' };
  return {
    disable: () => disableEndpoint(world.ctx, one),
    enable: () => enableEndpoint(world.ctx, one),
  };
}

test('a replay is an event of its own, with the data of the other and its id', async () => {
  const id = await raiseFor(world.ctx, tenant);
  const replayed = await replayEvent(world.ctx, uuidOf(id)!);
  const [first, second] = [
    await readEventRow(world.ctx.db, uuidOf(id)!),
    await readEventRow(world.ctx.db, replayed),
  ];
  expect(second).toMatchObject({ ...tenant, type: first!.type, replay_of: first!.id });
  const [told, again] = [JSON.parse(first!.body), JSON.parse(second!.body)];
  expect(again).toMatchObject({ id: eventIdOf(replayed), replay_of_event_id: id, data: told.data });
});

test('an event that is not there is not replayed', async () => {
  expect(await refusalOf(replayEvent(world.ctx, randomUUID()))).toBe('event_not_found');
});

test('a filter that names nothing is unfit, and replays nothing', async () => {
  await raiseFor(world.ctx, tenant);
  const nothing = { state: undefined, channel_id: undefined };
  await expect(replayMatching(world.ctx, nothing as object, OF_ALL)).rejects.toBeInstanceOf(UnfitValue);
});

test('a dry run counts what would be replayed, and replays none of it', async () => {
  await raiseFor(world.ctx, tenant);
  expect(await replay({ dryRun: true })).toEqual({ dry_run: true, matched: 1, limit: 1_000, event_ids: [] });
  expect(await replay({ dryRun: true })).toMatchObject({ matched: 1 });
});

test('each that a call replays is one event more, due at whoever subscribes, and one entry of the audit trail', async () => {
  await subscribed();
  await raiseMany(world.ctx, [tenant], 3);
  const { event_ids } = await replay();
  expect(event_ids).toHaveLength(3);
  const replayed = event_ids.map((id) => uuidOf(id)!);
  const { rows: due } = await sql<{ event_id: string }>`
    select event_id from deliveries where event_id = any(${replayed}::uuid[])`.execute(world.ctx.db);
  expect(due.map(({ event_id }) => event_id).sort()).toEqual([...replayed].sort());
  const events = await Promise.all(replayed.map((id) => readEventRow(world.ctx.db, id)));
  const { items } = await listAudit(world.ctx.db, { limit: 3, offset: 0 });
  expect(items.map(({ subject, detail }) => [subject, detail]).reverse()).toEqual(
    events.map((event) => [eventIdOf(event!.replay_of!), { replayed_as: eventIdOf(event!.id) }]),
  );
});

test('what a filter finds is replayed oldest first, and a thousand at a call', async () => {
  await raiseMany(world.ctx, [tenant], 1_001);
  // Nobody subscribes, so that each replay stands until somebody does.
  const first = await replay();
  expect([first.matched, first.event_ids.length]).toEqual([1_001, 1_000]);
  const origins = await Promise.all(
    [first.event_ids[0]!, first.event_ids[999]!].map((id) => readEventRow(world.ctx.db, uuidOf(id)!)),
  );
  expect(origins[0]!.replay_of! < origins[1]!.replay_of!).toBe(true);
  expect(await replay()).toMatchObject({ matched: 1, event_ids: [expect.any(String)] });
  expect(await replay()).toMatchObject({ matched: 0, event_ids: [] });
});

test('of calls at once one replays an event', async () => {
  await raiseMany(world.ctx, [tenant], 5);
  const calls = await Promise.all([replay(), replay(), replay()]);
  expect(calls.flatMap(({ event_ids }) => event_ids)).toHaveLength(5);
});

test('a replay stands while it is under way, and no longer once it was parked', async () => {
  const endpoint = await subscribed();
  const id = await raiseFor(world.ctx, tenant);
  await replay();
  expect(await replay()).toMatchObject({ matched: 0 });
  await endpoint.disable();
  const { event_ids } = await replay();
  const replays = await Promise.all(event_ids.map((one) => readEventRow(world.ctx.db, uuidOf(one)!)));
  // The replay that was parked is no event to replay, and this one reaches nobody while the endpoint is disabled.
  expect(replays).toMatchObject([{ replay_of: uuidOf(id), state: 'no_subscriber' }]);
  expect(await replay()).toMatchObject({ matched: 0 });
  await endpoint.enable();
  expect(await replay()).toMatchObject({ matched: 1, event_ids: [expect.any(String)] });
});

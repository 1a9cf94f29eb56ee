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
import { eventIdOf, uuidAt, uuidOf } from '../../lib/ids.ts';
import { finishDelivery, subscribe } from './endpoints.fixture.ts';
import { listDeliveries } from './list-deliveries.ts';
import type { Owner } from './owner.ts';
import { disableEndpoint } from './switch-endpoint.ts';

const LIMIT = 50;
const LOOKED_AT_MAX = 1_000;

let world: World;
let tenant: Tenant;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  tenant = await newTenant(world.ctx);
});

const channels = (): Owner => ({ channel_id: tenant.channel_id });
const merchants = (): Owner => ({ merchant_id: tenant.merchant_id });

const subscribed = (owner: Owner) => subscribe(world.ctx, owner);
const raise = () => raiseFor(world.ctx, tenant);
const list = (
  of: { owner: Owner; endpoint_id: string },
  asked: { state?: string; cursor?: string; limit?: number } = {},
) => listDeliveries(world.ctx.db, of, { limit: LIMIT, ...asked });
const idsOf = ({ items }: Awaited<ReturnType<typeof list>>) => items.map(({ event_id }) => event_id);

const finish = (
  { endpoint_id }: { endpoint_id: string },
  event_id: string,
  state: 'delivered' | 'failed' | 'parked',
  attempts: number,
) => finishDelivery(world.ctx, { endpoint_id, event_id }, { state, attempts });

test('a delivery that waits says what was tried and when it is posted next', async () => {
  const of = await subscribed(channels());
  const event_id = await raise();
  const waiting = sql`
    update deliveries set state = 'waiting', attempts = 1, due_at = '2026-01-01T00:00:05Z'
    where event_id = ${uuidOf(event_id)}`;
  await waiting.execute(world.ctx.db);
  await sql`
    insert into delivery_attempts (event_id, endpoint_id, n, started_at, ms, error_class)
    values (${uuidOf(event_id)}, ${of.endpoint_id}, 1, '2026-01-01T00:00:00Z', 10000, 'silence')`.execute(
    world.ctx.db,
  );
  expect(await list(of)).toEqual({
    items: [
      {
        event_id,
        type: 'merchant.onboarding_updated',
        merchant_id: tenant.merchant_id,
        created_at: expect.any(String),
        replay_of_event_id: null,
        url: 'https://h.test/',
        state: 'pending',
        attempts_made: 1,
        next_attempt_at: '2026-01-01T00:00:05.000Z',
        finished_at: null,
        attempts: [
          { n: 1, started_at: '2026-01-01T00:00:00.000Z', ms: 10_000, status: null, error: 'silence' },
        ],
      },
    ],
    next_cursor: null,
  });
});

test('each state is found by itself, and all together are in the order of their events', async () => {
  const of = await subscribed(channels());
  const [parked, delivered, failed, pending] = [await raise(), await raise(), await raise(), await raise()];
  await finish(of, delivered, 'delivered', 1);
  await finish(of, failed, 'failed', 8);
  await finish(of, parked, 'parked', 0);
  expect(idsOf(await list(of))).toEqual([pending, failed, delivered, parked]);
  const found = { pending, delivered, failed, parked };
  for (const [state, id] of Object.entries(found)) {
    const page = await list(of, { state });
    expect(page.items).toMatchObject([{ event_id: id, state }]);
  }
  const [given] = (await list(of, { state: 'failed' })).items;
  expect(given).toMatchObject({ url: 'https://then.test/', attempts_made: 8, next_attempt_at: null });
  expect(given!.finished_at).not.toBeNull();
  expect(given!.attempts.map(({ n, ms }) => [n, ms])).toEqual(
    Array.from({ length: 8 }, (_, at) => [at + 1, 10 * (at + 1)]),
  );
});

test('pages follow each other to the last, whatever was raised and delivered meanwhile', async () => {
  const of = await subscribed(merchants());
  await raiseMany(world.ctx, [tenant], 5);
  const all = idsOf(await list(of));
  const first = await list(of, { limit: 2 });
  expect([idsOf(first), first.next_cursor]).toEqual([all.slice(0, 2), all[1]]);
  await raise();
  await finish(of, all[2]!, 'delivered', 1);
  const second = await list(of, { limit: 2, cursor: first.next_cursor! });
  expect(idsOf(second)).toEqual(all.slice(2, 4));
  const third = await list(of, { limit: 2, cursor: second.next_cursor! });
  expect([idsOf(third), third.next_cursor]).toEqual([all.slice(4), null]);
});

test('a page goes by a thousand events and says how the list goes on, whatever it has found', async () => {
  const of = await subscribed(channels());
  const [failed, delivered] = [await raise(), await raise()];
  await finish(of, failed, 'failed', 8);
  await finish(of, delivered, 'delivered', 1);
  await sql`update webhook_endpoints set event_types = '{payment.captured}' where id = ${of.endpoint_id}`.execute(
    world.ctx.db,
  );
  await raiseMany(world.ctx, [tenant], LOOKED_AT_MAX);
  for (const state of [undefined, 'pending', 'delivered']) {
    const asked = state === undefined ? {} : { state };
    const first = await list(of, asked);
    expect(first).toEqual({ items: [], next_cursor: expect.stringMatching(/^evt_/) });
    const second = await list(of, { ...asked, cursor: first.next_cursor! });
    const found = { all: [delivered, failed], pending: [], delivered: [delivered] }[state ?? 'all'];
    expect([idsOf(second), second.next_cursor]).toEqual([found, null]);
  }
  expect(await list(of, { state: 'failed' })).toMatchObject({
    items: [{ event_id: failed }],
    next_cursor: null,
  });
});

test('the thousandth event of a page may have a delivery of its own', async () => {
  const of = await subscribed(channels());
  const last = await raise();
  await finish(of, last, 'delivered', 1);
  await raiseMany(world.ctx, [tenant], LOOKED_AT_MAX - 1);
  const page = await list(of, { state: 'delivered' });
  expect([idsOf(page), page.next_cursor]).toEqual([[last], last]);
  expect(await list(of, { state: 'delivered', cursor: last })).toEqual({ items: [], next_cursor: null });
});

test('an endpoint is not looked for among the events from before it was there', async () => {
  await raiseMany(world.ctx, [tenant], LOOKED_AT_MAX);
  world.ctx.clock.move(3_600);
  const of = await subscribed(merchants());
  const event = await raise();
  expect(await list(of)).toMatchObject({ items: [{ event_id: event }], next_cursor: null });
});

test('an endpoint shows its own deliveries alone, to its owner alone', async () => {
  const [ofChannel, ofMerchant] = [await subscribed(channels()), await subscribed(merchants())];
  const event = await raise();
  await finish(ofMerchant, event, 'failed', 8);
  expect((await list(ofChannel)).items).toMatchObject([{ event_id: event, state: 'pending', attempts: [] }]);
  expect((await list(ofMerchant)).items).toMatchObject([{ event_id: event, state: 'failed' }]);
  const other = await newTenant(world.ctx);
  const foreign = [
    { ...ofChannel, owner: merchants() },
    { ...ofMerchant, owner: channels() },
    { ...ofChannel, owner: { channel_id: other.channel_id } },
    { ...ofMerchant, owner: { merchant_id: other.merchant_id } },
    { ...ofChannel, endpoint_id: randomUUID() },
  ];
  for (const of of foreign) expect(await refusalOf(list(of))).toBe('endpoint_not_found');
});

test('an endpoint that was never posted to shows nothing, and a disabled one what it had', async () => {
  const of = await subscribed(channels());
  expect(await list(of)).toEqual({ items: [], next_cursor: null });
  const event = await raise();
  await disableEndpoint(world.ctx, { ...of, actor: 'test' });
  expect((await list(of)).items).toMatchObject([
    { event_id: event, state: 'parked', attempts_made: 0, url: 'https://h.test/' },
  ]);
});

test('a place that no delivery of the endpoint has is as good as any', async () => {
  const of = await subscribed(channels());
  const before = eventIdOf(uuidAt(world.ctx.clock.now()));
  const event = await raise();
  expect(idsOf(await list(of, { cursor: before }))).toEqual([]);
  expect(idsOf(await list(of, { cursor: `evt_${'f'.repeat(32)}` }))).toEqual([event]);
});

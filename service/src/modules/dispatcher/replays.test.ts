import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type Asking,
  call,
  newTenant,
  onboardingObject,
  raiseFor,
  startWorld,
  type Tenant,
  type World,
} from '../../../../tests/world/bare-world.ts';
import type { OperationId } from '../../http/operations.ts';
import { newAuthority } from '../../poster/fixtures/certificate.ts';
import { type Receiver, startReceiver } from '../../poster/fixtures/receiver.ts';
import { endpointRoutes } from '../endpoints/index.ts';
import { operatorEventRoutes } from '../events/index.ts';
import { type Deliveries, startDeliveries } from './index.ts';

const HOST = 'hooks.example.test';
let world: World;
let receiver: Receiver;
let deliveries: Deliveries;
beforeAll(async () => {
  const authority = newAuthority();
  receiver = await startReceiver(authority.issue([HOST]), (response) => response.end());
  world = await startWorld({ connectTo: { [HOST]: receiver.port } });
  deliveries = startDeliveries(world.ctx, { ca: [authority.ca] });
});
beforeEach(() => {
  receiver.received.length = 0;
});
afterAll(async () => {
  await deliveries.close({ graceMs: 1_000 });
  await world.close();
  await receiver.close();
});

async function register({ channel_id }: Tenant): Promise<void> {
  const scope = { kind: 'channel', key_id: channel_id, channel_id } as const;
  const body = { url: `https://${HOST}/hook?key=1`, event_types: ['merchant.onboarding_updated'] };
  await call(endpointRoutes(world.ctx), 'endpoints.create', { scope, body });
}

const operator = (operation: OperationId, asking: Omit<Asking, 'scope'>) =>
  call(operatorEventRoutes(world.ctx), operation, { scope: { kind: 'operator' }, ...asking });

async function eventsOf(tenant: Tenant, query: Record<string, unknown> = {}) {
  return (await operator('operator.events.list', { query: { channel_id: tenant.channel_id, ...query } }))
    .body;
}

describe('the operator', () => {
  test('replays an event to the endpoints of now, as a new event that names the old', async () => {
    const tenant = await newTenant(world.ctx);
    const lost = await raiseFor(world.ctx, tenant, { note: 'ü' });
    await register(tenant);
    const replayed = await operator('operator.events.replay', { params: { event_id: lost } });
    expect(replayed).toMatchObject({ status: 201, body: { state: 'routed', replay_of_event_id: lost } });
    await deliveries.drain();
    const [sent] = receiver.received.map(({ body }) => JSON.parse(body));
    expect(sent).toEqual({
      id: replayed.body.id,
      type: 'merchant.onboarding_updated',
      created: expect.any(Number),
      data: { object: { ...onboardingObject(tenant), note: 'ü' } },
      replay_of_event_id: lost,
    });
    expect(receiver.received[0]!.body.startsWith('{"created":')).toBe(true);
  });

  test('replays what a filter finds, once, after a dry run that changes nothing', async () => {
    const tenant = await newTenant(world.ctx);
    const lost = [await raiseFor(world.ctx, tenant), await raiseFor(world.ctx, tenant)];
    await register(tenant);
    await raiseFor(world.ctx, tenant);
    const filter = { channel_id: tenant.channel_id, state: 'no_subscriber' };
    const dry = await operator('operator.events.replay_many', { body: { ...filter, dry_run: true } });
    expect(dry.body).toEqual({ dry_run: true, matched: 2, limit: 1_000, event_ids: [] });
    const done = await operator('operator.events.replay_many', { body: filter });
    expect(done.body).toMatchObject({ dry_run: false, matched: 2 });
    expect(done.body.event_ids).toHaveLength(2);
    const again = await operator('operator.events.replay_many', { body: filter });
    expect(again.body).toMatchObject({ matched: 0, event_ids: [] });
    const { items } = await eventsOf(tenant);
    const replays = items
      .map((one: Record<string, unknown>) => one.replay_of_event_id)
      .filter((id: unknown) => id !== null);
    expect(replays.toSorted()).toEqual(lost.toSorted());
  });

  test('cannot replay everything by an empty filter, nor what does not exist', async () => {
    expect((await operator('operator.events.replay_many', { body: {} })).status).toBe(422);
    const params = { event_id: `evt_${'0'.repeat(32)}` };
    const detail = 'Event not found';
    expect(await operator('operator.events.replay', { params })).toEqual({ status: 404, body: { detail } });
  });

  test('reads events newest first, by page, time, type and state', async () => {
    const tenant = await newTenant(world.ctx);
    const first = await raiseFor(world.ctx, tenant);
    world.ctx.clock.move(60);
    const since = world.ctx.clock.now().toISOString();
    const second = await raiseFor(world.ctx, tenant);
    const page = await eventsOf(tenant, { limit: 1, offset: 1 });
    expect(page).toMatchObject({ items: [{ id: first }], total: 2, limit: 1, offset: 1 });
    expect(await eventsOf(tenant, { since })).toMatchObject({ items: [{ id: second }], total: 1, limit: 50 });
    // Read by a host somewhere else, it still means UTC.
    vi.stubEnv('TZ', 'America/New_York');
    const zoneless = await eventsOf(tenant, { since: since.replace('Z', '') }).finally(vi.unstubAllEnvs);
    expect(zoneless).toMatchObject({ items: [{ id: second }], total: 1 });
    expect((await eventsOf(tenant, { type: 'payment.captured' })).total).toBe(0);
    expect((await eventsOf(tenant, { state: 'no_subscriber' })).total).toBe(2);
    expect((await eventsOf(tenant, { state: 'failed' })).total).toBe(0);
  });
});

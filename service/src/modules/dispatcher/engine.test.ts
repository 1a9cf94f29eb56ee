import { sql } from 'kysely';
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../db/tx.ts';
import type { OperationId } from '../../http/operations.ts';
import { DAY_SECONDS } from '../../lib/time.ts';
import { within } from '../../lib/within.ts';
import { newAuthority } from '../../poster/fixtures/certificate.ts';
import { isVerified, type Received, type Receiver, startReceiver } from '../../poster/fixtures/receiver.ts';
import {
  type Asking,
  call,
  newTenant,
  onboardingObject,
  raiseFor,
  startWorld,
  type Tenant,
  until,
  type World,
} from '../../../../tests/world/bare-world.ts';
import { endpointRoutes } from '../endpoints/index.ts';
import { operatorEventRoutes, raise } from '../events/index.ts';
import { type Deliveries, startDeliveries } from './index.ts';

const GOOD = 'good.example.test';
const BAD = 'bad.example.test';
const HELD_MS = 500;
const authority = newAuthority();
let world: World;
let good: Receiver;
let bad: Receiver;
let deliveries: Deliveries;
let answerBad: (response: ServerResponse, n: number) => void;

beforeAll(async () => {
  good = await startReceiver(authority.issue([GOOD]), (response) => response.end());
  bad = await startReceiver(authority.issue([BAD]), (response, n) => answerBad(response, n));
  world = await startWorld({ connectTo: { [GOOD]: good.port, [BAD]: bad.port } });
});
beforeEach(async () => {
  // What another test left waiting is not this one's.
  await sql`truncate deliveries`.execute(world.ctx.db);
  good.received.length = 0;
  bad.received.length = 0;
  answerBad = (response) => response.writeHead(500).end('no');
  deliveries = startDeliveries(world.ctx, { ca: [authority.ca] });
});
afterEach(() => deliveries.close({ graceMs: 1_000 }));
afterAll(async () => {
  await world.close();
  await good.close();
  await bad.close();
});

function asChannel({ channel_id }: Tenant) {
  const routes = endpointRoutes(world.ctx);
  const scope = { kind: 'channel', key_id: channel_id, channel_id } as const;
  return (operation: OperationId, asking: Omit<Asking, 'scope'> = {}) =>
    call(routes, operation, { scope, ...asking });
}

async function register(tenant: Tenant, host: string): Promise<{ id: string; secret: string }> {
  const body = { url: `https://${host}/hook?key=1`, event_types: ['merchant.onboarding_updated'] };
  return (await asChannel(tenant)('endpoints.create', { body })).body;
}

const operator = (operation: OperationId, asking: Omit<Asking, 'scope'>) =>
  call(operatorEventRoutes(world.ctx), operation, { scope: { kind: 'operator' }, ...asking });

async function eventsOf(tenant: Tenant, query: Record<string, unknown> = {}) {
  return (await operator('operator.events.list', { query: { channel_id: tenant.channel_id, ...query } }))
    .body;
}

/** From here on every wait for the next attempt is so long that no busy machine passes it by itself. */
async function waitLonger(scale: number): Promise<void> {
  await deliveries.close();
  const config = { ...world.ctx.config, webhook_retry_scale: scale };
  deliveries = startDeliveries({ ...world.ctx, config }, { ca: [authority.ca] });
}

/** Moves the clock past one retry after another until nothing waits any more. */
async function runOut(): Promise<void> {
  for (let attempt = 1; attempt <= 12; attempt += 1) {
    await deliveries.drain();
    world.ctx.clock.move(DAY_SECONDS);
  }
}

const ids = (received: readonly Received[]) => received.map(({ headers }) => headers['service-event-id']);

describe('a delivery', () => {
  test('keeps saying when and where it went, by the service clock and whatever URL its endpoint gets', async () => {
    const tenant = await newTenant(world.ctx);
    world.ctx.clock.move(DAY_SECONDS);
    const { id } = await register(tenant, GOOD);
    await raiseFor(world.ctx, tenant);
    await deliveries.drain();
    const change = { url: `https://${BAD}/other`, rotate_secret: true };
    await asChannel(tenant)('endpoints.disable', { params: { endpoint_id: id } });
    const changed = await asChannel(tenant)('endpoints.update', {
      params: { endpoint_id: id },
      body: change,
    });
    expect(changed).toMatchObject({ status: 200, body: { url: change.url } });
    const [event] = (await eventsOf(tenant)).items;
    expect(event.deliveries).toMatchObject([{ url: `https://${GOOD}/hook?key=1`, state: 'delivered' }]);
    const { finished_at, attempts } = event.deliveries[0];
    expect([event.created_at, attempts[0].started_at, finished_at].toSorted()).toEqual([
      ...[event.created_at, attempts[0].started_at, finished_at],
    ]);
  });

  test('carries the frozen bytes, the signature and the named headers', async () => {
    const tenant = await newTenant(world.ctx);
    const { secret } = await register(tenant, GOOD);
    const id = await raiseFor(world.ctx, tenant, { name: 'Zoë' });
    expect(await deliveries.drain()).toBe(1);
    const [received] = good.received;
    const { items } = await eventsOf(tenant);
    expect(received!.body).toBe(items[0].body);
    expect(received!.path).toBe('/hook?key=1');
    expect(isVerified(received!, secret)).toBe(true);
    expect(received!.headers).toMatchObject({
      'service-event-id': id,
      'service-event-type': 'merchant.onboarding_updated',
      'user-agent': 'Service-Webhooks/1.0',
      'content-type': 'application/json',
      host: GOOD,
    });
    expect(items[0].deliveries).toMatchObject([
      { state: 'delivered', attempts_made: 1, attempts: [{ n: 1, status: 200 }] },
    ]);
  });

  test('leaves by itself soon after the commit, without being asked for', async () => {
    const tenant = await newTenant(world.ctx);
    await register(tenant, GOOD);
    const id = await raiseFor(world.ctx, tenant);
    await until(() => ids(good.received).includes(id));
  });

  test('that always fails is posted exactly eight times with the same bytes, then has failed', async () => {
    const tenant = await newTenant(world.ctx);
    const { secret } = await register(tenant, BAD);
    await raiseFor(world.ctx, tenant);
    await runOut();
    expect(bad.received).toHaveLength(8);
    expect(new Set(bad.received.map(({ body }) => body)).size).toBe(1);
    expect(bad.received.every((received) => isVerified(received, secret))).toBe(true);
    const { items } = await eventsOf(tenant);
    expect(items[0].deliveries).toMatchObject([{ state: 'failed', attempts_made: 8, next_attempt_at: null }]);
    expect(
      items[0].deliveries[0].attempts.map(({ n, status }: { n: number; status: number }) => [n, status]),
    ).toEqual(Array.from({ length: 8 }, (_, index) => [index + 1, 500]));
  });

  test('that succeeds at the eighth attempt is delivered, and there is no ninth', async () => {
    answerBad = (response, n) => response.writeHead(n === 8 ? 200 : 500).end();
    const tenant = await newTenant(world.ctx);
    await register(tenant, BAD);
    await raiseFor(world.ctx, tenant);
    await runOut();
    expect(bad.received).toHaveLength(8);
    expect((await eventsOf(tenant)).items[0].deliveries).toMatchObject([
      { state: 'delivered', attempts_made: 8 },
    ]);
  });

  test('waits for its time: nothing is due before the clock says so', async () => {
    await waitLonger(100);
    const tenant = await newTenant(world.ctx);
    await register(tenant, BAD);
    await raiseFor(world.ctx, tenant);
    await deliveries.drain();
    world.ctx.clock.move(300);
    expect(await deliveries.drain()).toBe(0);
    world.ctx.clock.move(301);
    expect(await deliveries.drain()).toBe(1);
    world.ctx.clock.move(4_700);
    expect(await deliveries.drain()).toBe(0);
    world.ctx.clock.move(2_501);
    expect(await deliveries.drain()).toBe(1);
  });

  test('to one of two endpoints is retried alone', async () => {
    const tenant = await newTenant(world.ctx);
    await register(tenant, GOOD);
    await register(tenant, BAD);
    await raiseFor(world.ctx, tenant);
    await runOut();
    expect(good.received).toHaveLength(1);
    expect(bad.received).toHaveLength(8);
  });

  test.each([301, 302, 303, 307, 308])(
    'answered with %i goes nowhere else and counts as failed',
    async (status) => {
      // To another receiver at first, to an address inside when it is tried again.
      const targets = [`https://${GOOD}/stolen`, `https://127.0.0.1:${good.port}/stolen`];
      answerBad = (response, n) => response.writeHead(status, { location: targets[n - 1] }).end();
      const tenant = await newTenant(world.ctx);
      await register(tenant, BAD);
      await raiseFor(world.ctx, tenant);
      const before = good.connections();
      await deliveries.drain();
      world.ctx.clock.move(DAY_SECONDS);
      await deliveries.drain();
      expect(good.connections()).toBe(before);
      expect((await eventsOf(tenant)).items[0].deliveries[0].attempts).toMatchObject([
        { status, error: 'status' },
        { status, error: 'status' },
      ]);
    },
  );

  test.each([
    [204, 'delivered'],
    [206, 'delivered'],
    [299, 'delivered'],
    [300, 'pending'],
    [304, 'pending'],
    [410, 'pending'],
    [500, 'pending'],
    [429, 'pending'],
    [999, 'pending'],
  ])('answered with %i is %s', async (status, state) => {
    answerBad = (response) => response.writeHead(status).end();
    const tenant = await newTenant(world.ctx);
    await register(tenant, BAD);
    await raiseFor(world.ctx, tenant);
    await deliveries.drain();
    expect((await eventsOf(tenant)).items[0].deliveries).toMatchObject([{ state, attempts: [{ status }] }]);
  });
});

test('a receiver that asks for time with 429 is given at most twice the delay', async () => {
  await waitLonger(100);
  answerBad = (response) => response.writeHead(429, { 'retry-after': '3600' }).end();
  const tenant = await newTenant(world.ctx);
  await register(tenant, BAD);
  await raiseFor(world.ctx, tenant);
  await deliveries.drain();
  world.ctx.clock.move(900);
  expect(await deliveries.drain()).toBe(0);
  world.ctx.clock.move(101);
  expect(await deliveries.drain()).toBe(1);
});

describe('an endpoint', () => {
  test('gets nothing of what was raised before it was enabled again', async () => {
    const tenant = await newTenant(world.ctx);
    const { id } = await register(tenant, BAD);
    const ask = asChannel(tenant);
    await raiseFor(world.ctx, tenant);
    await deliveries.drain();
    await ask('endpoints.disable', { params: { endpoint_id: id } });
    const parked = (await eventsOf(tenant)).items[0].deliveries;
    expect(parked).toMatchObject([{ state: 'parked', attempts_made: 1, next_attempt_at: null }]);
    const unheard = await raiseFor(world.ctx, tenant);
    await ask('endpoints.enable', { params: { endpoint_id: id } });
    const heard = await raiseFor(world.ctx, tenant);
    answerBad = (response) => response.writeHead(200).end();
    await runOut();
    expect(ids(bad.received).slice(1)).toEqual([heard]);
    const states = new Map(
      (await eventsOf(tenant)).items.map((one: Record<string, unknown>) => [one.id, one.state]),
    );
    expect(states.get(unheard)).toBe('no_subscriber');
  });

  test('that was disabled and enabled while a payment was open does not get its event', async () => {
    const tenant = await newTenant(world.ctx);
    const { id } = await register(tenant, GOOD);
    const ask = asChannel(tenant);
    // The payment's transaction routes the event before the endpoint is switched, and commits after it.
    await inTransaction(world.ctx.db, async (tx) => {
      const object = onboardingObject(tenant);
      await raise(tx, world.ctx, { type: 'merchant.onboarding_updated', ...tenant, object });
      await ask('endpoints.disable', { params: { endpoint_id: id } });
      await ask('endpoints.enable', { params: { endpoint_id: id } });
    });
    await runOut();
    expect(good.received).toHaveLength(0);
    expect((await eventsOf(tenant)).items[0].deliveries).toMatchObject([
      { state: 'parked', attempts_made: 0 },
    ]);
  });

  test('is signed for with the new secret from the rotation on, retries too', async () => {
    const tenant = await newTenant(world.ctx);
    const { id, secret } = await register(tenant, BAD);
    await raiseFor(world.ctx, tenant);
    await deliveries.drain();
    const rotated = (await asChannel(tenant)('endpoints.rotate', { params: { endpoint_id: id } })).body
      .secret;
    await runOut();
    expect(isVerified(bad.received[0]!, secret)).toBe(true);
    expect(bad.received.slice(1).every((received) => isVerified(received, rotated))).toBe(true);
    expect(bad.received.slice(1).some((received) => isVerified(received, secret))).toBe(false);
  });

  test('whose secret cannot be opened fails alone', async () => {
    const tenant = await newTenant(world.ctx);
    await register(tenant, GOOD);
    const { secret_hint } = (await asChannel(tenant)('endpoints.list')).body[0];
    await register(tenant, BAD);
    await sql`update webhook_endpoints set secret = '\\x00' where channel_id = ${tenant.channel_id}
      and secret_hint = ${secret_hint}`.execute(world.ctx.db);
    answerBad = (response) => response.writeHead(200).end();
    await raiseFor(world.ctx, tenant);
    await deliveries.drain();
    expect(good.received).toHaveLength(0);
    expect(bad.received).toHaveLength(1);
  });
});

describe('a dispatcher that dies', () => {
  /** As a killed process leaves them: leased, with the attempt counted and nobody to end it. */
  async function strand(attempts: number): Promise<void> {
    await sql`update deliveries set state = 'leased', attempts = ${attempts}, lease_token = gen_random_uuid(),
      lease_until = clock_timestamp() - interval '1 second'`.execute(world.ctx.db);
  }

  test('leaves deliveries that another takes back and makes', async () => {
    const tenant = await newTenant(world.ctx);
    await deliveries.close();
    await register(tenant, GOOD);
    await raiseFor(world.ctx, tenant);
    await strand(1);
    deliveries = startDeliveries(world.ctx, { ca: [authority.ca] });
    await runOut();
    expect(good.received).toHaveLength(1);
    expect((await eventsOf(tenant)).items[0].deliveries).toMatchObject([
      {
        state: 'delivered',
        attempts: [
          { n: 1, error: 'interrupted' },
          { n: 2, status: 200 },
        ],
      },
    ]);
  });

  test('at the eighth attempt leaves a failed delivery, never a ninth post', async () => {
    const tenant = await newTenant(world.ctx);
    await deliveries.close();
    await register(tenant, GOOD);
    await raiseFor(world.ctx, tenant);
    await strand(8);
    deliveries = startDeliveries(world.ctx, { ca: [authority.ca] });
    await runOut();
    expect(good.received).toHaveLength(0);
    expect((await eventsOf(tenant)).items[0].deliveries).toMatchObject([
      { state: 'failed', attempts_made: 8 },
    ]);
  });

  test('and comes back too late changes nothing', async () => {
    const { promise: asked, resolve: isAsked } = Promise.withResolvers<ServerResponse>();
    answerBad = (response) => isAsked(response);
    const tenant = await newTenant(world.ctx);
    await register(tenant, BAD);
    await raiseFor(world.ctx, tenant);
    const response = await asked;
    // Another process took the row back and leased it anew.
    await sql`update deliveries set lease_token = gen_random_uuid()`.execute(world.ctx.db);
    response.writeHead(200).end();
    await deliveries.close();
    const { rows } = await sql`select state, attempts from deliveries`.execute(world.ctx.db);
    expect(rows).toEqual([{ state: 'leased', attempts: 1 }]);
  });

  test('orderly gives back what it had not sent, uncounted, and records what it had', async () => {
    const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>();
    answerBad = () => isAsked();
    const tenant = await newTenant(world.ctx);
    await register(tenant, BAD);
    await raiseFor(world.ctx, tenant);
    await asked;
    await deliveries.close({ graceMs: 1 });
    const { rows } = await sql`select state, attempts, last_error from deliveries`.execute(world.ctx.db);
    expect(rows).toEqual([{ state: 'waiting', attempts: 1, last_error: 'interrupted' }]);
  });
});

describe('a drain', () => {
  test('does not end before it has made what another transaction holds just now', async () => {
    const tenant = await newTenant(world.ctx);
    await register(tenant, BAD);
    await raiseFor(world.ctx, tenant);
    await deliveries.drain();
    answerBad = (response) => response.writeHead(200).end();
    const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>();
    const { promise: drained, resolve: isDrained } = Promise.withResolvers<number>();
    const holding = inTransaction(world.ctx.db, async (tx) => {
      await sql`select from deliveries for update`.execute(tx);
      isLocked();
      await within(HELD_MS, drained);
    });
    await locked;
    world.ctx.clock.move(DAY_SECONDS);
    void deliveries.drain().then(isDrained);
    await holding;
    expect(await drained).toBe(1);
    expect((await eventsOf(tenant)).items[0].deliveries).toMatchObject([{ state: 'delivered' }]);
  });

  test('waits until the lease of a dead process has lapsed, and takes the delivery back', async () => {
    const tenant = await newTenant(world.ctx);
    await deliveries.close();
    await register(tenant, GOOD);
    await raiseFor(world.ctx, tenant);
    await sql`update deliveries set state = 'leased', attempts = 1, lease_token = gen_random_uuid(),
      lease_until = clock_timestamp() + make_interval(secs => ${HELD_MS / 1000})`.execute(world.ctx.db);
    deliveries = startDeliveries(world.ctx, { ca: [authority.ca] });
    expect(await deliveries.drain()).toBe(0);
    const { rows } = await sql`select state, last_error from deliveries`.execute(world.ctx.db);
    expect(rows).toEqual([{ state: 'waiting', last_error: 'interrupted' }]);
    world.ctx.clock.move(DAY_SECONDS);
    expect(await deliveries.drain()).toBe(1);
  });

  test('is not kept by a delivery whose endpoint is gone', async () => {
    await sql`insert into deliveries (event_id, endpoint_id, activation, state, due_at)
      select gen_random_uuid(), gen_random_uuid(), 1, state, clock_timestamp() - interval '1 day'
      from unnest(array['due', 'waiting']) state`.execute(world.ctx.db);
    expect(await deliveries.drain()).toBe(0);
  });
});

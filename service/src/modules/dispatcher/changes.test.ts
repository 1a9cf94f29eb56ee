import { sql } from 'kysely';
import type { ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OperationId } from '../../http/operations.ts';
import { newAuthority } from '../../poster/fixtures/certificate.ts';
import {
  isVerified,
  type Receiver,
  startRawReceiver,
  startReceiver,
} from '../../poster/fixtures/receiver.ts';
import {
  call,
  newTenant,
  raiseFor,
  raiseMany,
  startWorld,
  type Tenant,
  until,
  type World,
} from '../../../../tests/world/bare-world.ts';
import { endpointRoutes } from '../endpoints/index.ts';
import { type Deliveries, startDeliveries } from './index.ts';

// What changes while deliveries are under way: secrets, switches, connections, and rows that cannot be sent.

const HOST = 'busy.example.test';
const CLOSING = 'closing.example.test';
const EVENTS = 1_000;
const LONG_MS = 180_000;
const authority = newAuthority();
let world: World;
let receiver: Receiver;
let closing: Receiver;
let deliveries: Deliveries;
let answer: (response: ServerResponse) => void;
let logged: { level: number; error?: string; result?: string }[] = [];

beforeAll(async () => {
  receiver = await startReceiver(authority.issue([HOST]), (response) => answer(response));
  closing = await startRawReceiver(authority.issue([CLOSING]), (socket) => {
    // Promises to keep the connection, and ends it a moment later: before, while or after the next request comes.
    socket.on('data', (bytes) => {
      if (!bytes.toString('latin1').includes('\r\n\r\n')) return;
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n');
      setTimeout(() => (Math.random() < 0.5 ? socket.end() : socket.destroy()), Math.random() * 5);
    });
  });
  world = await startWorld({ connectTo: { [HOST]: receiver.port, [CLOSING]: closing.port } });
  const lines = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      logged.push(JSON.parse(chunk.toString('utf8')) as (typeof logged)[number]);
      done();
    },
  });
  world.ctx = { ...world.ctx, log: pino({ level: 'info' }, lines) };
});
beforeEach(async () => {
  await sql`truncate deliveries, deliveries_finished`.execute(world.ctx.db);
  receiver.received.length = 0;
  logged = [];
  answer = (response) => response.writeHead(200).end();
  deliveries = startDeliveries(world.ctx, { ca: [authority.ca] });
});
afterEach(() => deliveries.close({ graceMs: 1_000 }));
afterAll(async () => {
  await world.close();
  await receiver.close();
  await closing.close();
});

function asChannel({ channel_id }: Tenant) {
  const scope = { kind: 'channel', key_id: channel_id, channel_id } as const;
  return (operation: OperationId, asking: { params?: Record<string, string>; body?: unknown } = {}) =>
    call(endpointRoutes(world.ctx), operation, { scope, ...asking });
}

async function register(
  tenant: Tenant,
  host = HOST,
  path = '/hook',
): Promise<{ id: string; secret: string }> {
  const body = { url: `https://${host}${path}`, event_types: ['merchant.onboarding_updated'] };
  return (await asChannel(tenant)('endpoints.create', { body })).body as { id: string; secret: string };
}

async function finished(): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; held: number }>`
    select state, count(*) as held from deliveries_finished group by state`.execute(world.ctx.db);
  return Object.fromEntries(rows.map(({ state, held }) => [state, held]));
}

const signedAt = (one: { headers: Record<string, unknown> }) => Number(one.headers['service-timestamp']);

describe('a rotation', () => {
  test(
    'under load signs every post of a later second with the new secret, those under way included',
    async () => {
      answer = (response) => setTimeout(() => response.writeHead(200).end(), 20);
      const tenants = await Promise.all([newTenant(world.ctx), newTenant(world.ctx)]);
      const endpoints: { id: string; secret: string; tenant: Tenant; path: string }[] = [];
      for (const tenant of tenants) {
        for (let n = 0; n < 5; n += 1) {
          const path = `/hook/${endpoints.length}`;
          endpoints.push({ ...(await register(tenant, HOST, path)), tenant, path });
        }
      }
      await raiseMany(world.ctx, tenants, EVENTS / 5);
      const deliveriesInAll = EVENTS;
      deliveries.wake();
      await until(() => receiver.received.length > 50);
      const rotated = new Map<string, { secret: string; old: string; at: number }>();
      for (const { id, secret: old, tenant, path } of endpoints) {
        const { body } = await asChannel(tenant)('endpoints.rotate', { params: { endpoint_id: id } });
        rotated.set(path, { secret: body.secret as string, old, at: Date.now() / 1000 });
      }
      await until(() => receiver.received.length === deliveriesInAll);
      const wrong = receiver.received.filter((one) => {
        const { secret, old, at } = rotated.get(one.path)!;
        const isLater = signedAt(one) >= at;
        return !isVerified(one, secret) && (isLater || !isVerified(one, old));
      });
      expect(wrong).toEqual([]);
      const isNew = (one: (typeof receiver.received)[number]) =>
        isVerified(one, rotated.get(one.path)!.secret);
      expect(receiver.received.some(isNew)).toBe(true);
      expect(receiver.received.every(isNew)).toBe(false);
    },
    LONG_MS,
  );
});

describe('a switch', () => {
  test('off ends everything but what is under way, and on brings only what comes then', async () => {
    const held: ServerResponse[] = [];
    answer = (response) => held.push(response);
    const tenant = await newTenant(world.ctx);
    const { id } = await register(tenant);
    const ask = asChannel(tenant);
    await raiseMany(world.ctx, [tenant], 200);
    deliveries.wake();
    // Nothing is answered, so what was begun is all that the endpoint has room for.
    await until(() => held.length === 2);
    await ask('endpoints.disable', { params: { endpoint_id: id } });
    answer = (response) => response.writeHead(200).end();
    held.forEach((response, n) => response.writeHead(n === 0 ? 200 : 500).end());
    await deliveries.drain();
    expect(receiver.received).toHaveLength(2);
    expect(await finished()).toEqual({ delivered: 1, parked: 199 });
    await ask('endpoints.enable', { params: { endpoint_id: id } });
    const heard = await raiseFor(world.ctx, tenant);
    await deliveries.drain();
    expect(receiver.received.slice(2).map(({ headers }) => headers['service-event-id'])).toEqual([heard]);
  });

  test(
    'on delivers at once, also behind more than the switch off could park',
    async () => {
      await deliveries.close();
      const tenant = await newTenant(world.ctx);
      await register(tenant);
      await raiseMany(world.ctx, [tenant], 600);
      // As being disabled and enabled again leaves an endpoint with a long backlog, before the sweep has come.
      await sql`update webhook_endpoints set activation = activation + 1`.execute(world.ctx.db);
      const heard = await raiseFor(world.ctx, tenant);
      const began = performance.now();
      deliveries = startDeliveries(world.ctx, { ca: [authority.ca] });
      await until(() => receiver.received.length > 0);
      expect(performance.now() - began).toBeLessThan(10_000);
      expect(receiver.received.map(({ headers }) => headers['service-event-id'])).toEqual([heard]);
    },
    LONG_MS,
  );
});

test('receivers that close what they promised to keep cost no attempt', async () => {
  const tenant = await newTenant(world.ctx);
  await register(tenant, CLOSING);
  await raiseMany(world.ctx, [tenant], 300);
  await deliveries.drain();
  expect(await finished()).toEqual({ delivered: 300 });
  const { rows } = await sql<{ most: number }>`
    select max(attempts) as most from deliveries_finished`.execute(world.ctx.db);
  expect(rows).toEqual([{ most: 1 }]);
});

describe('a row that cannot be sent', () => {
  test('for its event is gone fails alone, is told as an error, and is tried eight times at most', async () => {
    const tenant = await newTenant(world.ctx);
    await register(tenant);
    await deliveries.close();
    await raiseMany(world.ctx, [tenant], 5);
    await sql`delete from events where id = (select event_id from deliveries order by id limit 1)`.execute(
      world.ctx.db,
    );
    deliveries = startDeliveries(world.ctx, { ca: [authority.ca] });
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await deliveries.drain();
      world.ctx.clock.move(86_400);
    }
    expect(receiver.received).toHaveLength(4);
    expect(await finished()).toEqual({ delivered: 4, failed: 1 });
    const errors = logged.filter(({ error }) => error === 'event_missing');
    expect(errors).toHaveLength(8);
    expect(errors.every(({ level }) => level === pino.levels.values['error'])).toBe(true);
  });

  test('for its endpoint is gone stays where it is, and the others are delivered', async () => {
    const tenant = await newTenant(world.ctx);
    await register(tenant);
    await deliveries.close();
    await raiseMany(world.ctx, [tenant], 3);
    await sql`update deliveries set endpoint_id = '00000000-0000-7000-8000-000000000001'
      where id = (select min(id) from deliveries)`.execute(world.ctx.db);
    deliveries = startDeliveries(world.ctx, { ca: [authority.ca] });
    await deliveries.drain();
    expect(await finished()).toEqual({ delivered: 2 });
  });
});

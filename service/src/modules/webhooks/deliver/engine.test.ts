import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAuthority } from '../fixtures/certificate.ts';
import { isVerified, startReceiver, type Receiver } from '../fixtures/receiver.ts';
import { call, newTenant, raiseFor, startWorld, type Tenant, type World } from '../fixtures/world.ts';
import { type Deliveries, startDeliveries, webhookRoutes } from '../index.ts';

const authority = newAuthority();
const HOST = 'hooks.example.test';
let world: World;
let receiver: Receiver;
let deliveries: Deliveries;
let answer: (n: number) => number;

beforeAll(async () => {
  receiver = await startReceiver(authority.issue([HOST]), (response, n) => {
    response.statusCode = answer(n);
    response.end();
  });
  world = await startWorld({ connectTo: { [HOST]: receiver.port } });
  deliveries = startDeliveries(world.ctx, { ca: [authority.ca], random: () => 0.5 });
});

afterAll(async () => {
  await deliveries.close();
  await world.close();
  await receiver.close();
});

test('a', async () => {
  answer = () => 200;
  const tenant = await newTenant(world.ctx);
  const scope = { kind: 'channel', key_id: tenant.channel_id, channel_id: tenant.channel_id } as const;
  const made = await call(webhookRoutes(world.ctx), 'endpoints.create', { scope, body: { url: `https://${HOST}/a?b=c` } });
  expect(made.status).toBe(201);
  const id = await raiseFor(world.ctx, tenant);
  expect(await deliveries.drain()).toBe(1);
  const list = await call(webhookRoutes(world.ctx), 'operator.events.list', { scope: { kind: 'operator' }, query: { channel_id: tenant.channel_id } });
  console.log(JSON.stringify(list.body, null, 1));
  expect(receiver.received).toHaveLength(1);
  expect(isVerified(receiver.received[0]!, made.body.secret)).toBe(true);
});

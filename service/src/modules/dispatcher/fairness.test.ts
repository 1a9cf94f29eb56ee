import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAuthority } from '../../poster/fixtures/certificate.ts';
import { type Receiver, startReceiver } from '../../poster/fixtures/receiver.ts';
import {
  call,
  newTenant,
  raiseMany,
  startWorld,
  type Tenant,
  until,
  type World,
} from '../../../../tests/world/bare-world.ts';
import { endpointRoutes } from '../endpoints/index.ts';
import { startDeliveries } from './index.ts';

const SLOW = 'slow.example.test';
const QUICK = 'quick.example.test';
const SLOW_ANSWER_MS = 200;
const BACKLOG = 60;
const SLOW_ENDPOINTS = 4;
const authority = newAuthority();
let world: World;
let slow: Receiver;
let quick: Receiver;

beforeAll(async () => {
  slow = await startReceiver(authority.issue([SLOW]), (response) => {
    setTimeout(() => response.end(), SLOW_ANSWER_MS);
  });
  quick = await startReceiver(authority.issue([QUICK]), (response) => response.end());
  world = await startWorld({ connectTo: { [SLOW]: slow.port, [QUICK]: quick.port } });
});
afterAll(async () => {
  await world.close();
  await slow.close();
  await quick.close();
});

async function register({ channel_id }: Tenant, host: string): Promise<void> {
  const scope = { kind: 'channel', key_id: channel_id, channel_id } as const;
  const body = { url: `https://${host}/hook`, event_types: ['merchant.onboarding_updated'] };
  expect(await call(endpointRoutes(world.ctx), 'endpoints.create', { scope, body })).toMatchObject({
    status: 201,
  });
}

test('slow endpoints with a backlog do not hold up a quick one of their channel', async () => {
  const tenant = await newTenant(world.ctx);
  for (let n = 0; n < SLOW_ENDPOINTS; n += 1) await register(tenant, SLOW);
  await raiseMany(world.ctx, [tenant], BACKLOG);
  const deliveries = startDeliveries(world.ctx, { ca: [authority.ca] });
  // By now they have all of the channel's places.
  await until(() => slow.received.length > 40);
  await register(tenant, QUICK);
  await raiseMany(world.ctx, [tenant], 5);
  deliveries.wake();
  await until(() => quick.received.length === 5);
  expect(slow.received.length).toBeLessThan(SLOW_ENDPOINTS * BACKLOG);
  await deliveries.close({ graceMs: 5_000 });
});

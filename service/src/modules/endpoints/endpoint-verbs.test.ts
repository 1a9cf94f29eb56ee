import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { refusalOf } from '../../../../tests/world/module-world.ts';
import { EVENT_TYPES } from '../../../../wire/events/registry.ts';
import { endpointIdOf, uuidOf } from '../../lib/ids.ts';
import { addressBook, type AddressBook } from '../../lib/public-address.ts';
import { UnfitValue } from '../../refusals.ts';
import { createEndpoint } from './create-endpoint.ts';
import { type NameServer, startNameServer } from '../../poster/fixtures/name-server.ts';
import {
  newTenant,
  raiseFor,
  startWorld,
  type Tenant,
  type World,
} from '../../../../tests/world/bare-world.ts';
import type { Owner } from './owner.ts';
import { listEndpointRows } from './queries.ts';
import { disableEndpoint, enableEndpoint } from './switch-endpoint.ts';
import { updateEndpoint } from './update-endpoint.ts';

const HOOK = 'https://good.test/hook';
const ENDPOINTS_MAX = 10;

let world: World;
let dns: NameServer;
let addresses: AddressBook;
let tenant: Tenant;
beforeAll(async () => {
  dns = await startNameServer();
  dns.names.set('good.test', ['8.8.8.8']);
  addresses = addressBook({ servers: [dns.address] });
  world = await startWorld();
});
afterAll(async () => {
  await world.close();
  await dns.close();
});
beforeEach(async () => {
  tenant = await newTenant(world.ctx);
});

const channels = (): Owner => ({ channel_id: tenant.channel_id });
const merchants = (): Owner => ({ merchant_id: tenant.merchant_id });
const create = (owner: Owner, url = HOOK) =>
  createEndpoint(world.ctx, addresses, { owner, actor: 'test', endpoint: { url } });
const change = (owner: Owner, endpoint_id: string, more: { url?: string; description?: string }) =>
  updateEndpoint(world.ctx, addresses, { owner, actor: 'test', endpoint_id, change: more });
const switchOff = (owner: Owner, endpoint_id: string) =>
  disableEndpoint(world.ctx, { owner, actor: 'test', endpoint_id });

async function audited(id: string): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    select action from audit_entries where subject = ${endpointIdOf(id)} order by id`.execute(world.ctx.db);
  return rows.map(({ action }) => action);
}

async function deliveriesOf(eventId: string): Promise<{ live: number; parked: number }> {
  const { rows } = await sql<{ live: number; parked: number }>`
    select (select count(*) from deliveries where event_id = ${eventId}) as live,
      (select count(*) from deliveries_finished where event_id = ${eventId} and state = 'parked') as parked`.execute(
    world.ctx.db,
  );
  return rows[0]!;
}

test('an endpoint is enabled from the beginning and takes every type of event, unless told otherwise', async () => {
  const made = await create(channels());
  expect(made).toMatchObject({ url: HOOK, host: 'good.test', enabled: true, event_types: EVENT_TYPES });
  expect(await listEndpointRows(world.ctx.db, channels())).toMatchObject([{ id: made.id }]);
});

test.each([
  ['http', 'http://good.test/hook'],
  ['another port', 'https://good.test:8443/hook'],
  ['credentials', 'https://me:secret@good.test/hook'],
])('a URL with %s is unfit, and no endpoint is made or changed by it', async (_what, url) => {
  await expect(create(channels(), url)).rejects.toBeInstanceOf(UnfitValue);
  const { id } = await create(channels());
  await expect(change(channels(), id, { url })).rejects.toBeInstanceOf(UnfitValue);
  expect(await listEndpointRows(world.ctx.db, channels())).toMatchObject([{ id, url: HOOK }]);
});

test('an endpoint is its owner’s alone, also between a merchant and its channel', async () => {
  const { id } = await create(merchants());
  const others = [channels(), { merchant_id: randomUUID() }];
  for (const owner of others) {
    expect(await refusalOf(change(owner, id, { description: 'mine' }))).toBe('endpoint_not_found');
    expect(await refusalOf(switchOff(owner, id))).toBe('endpoint_not_found');
  }
  expect(await listEndpointRows(world.ctx.db, channels())).toEqual([]);
  expect(await audited(id)).toEqual(['endpoint.created']);
});

test.each([
  ['a channel', channels, 'too_many_endpoints'],
  ['a merchant', merchants, 'too_many_merchant_endpoints'],
] as const)('%s has ten endpoints at most, however many are made at once', async (_who, ownerOf, refusal) => {
  const owner = ownerOf();
  const made = await Promise.all(Array.from({ length: ENDPOINTS_MAX + 2 }, () => refusalOf(create(owner))));
  expect(made.filter((one) => one === refusal)).toHaveLength(2);
  expect(await listEndpointRows(world.ctx.db, owner)).toHaveLength(ENDPOINTS_MAX);
});

test('what waits for an endpoint is parked when it is disabled, and does not come back with it', async () => {
  const owner = merchants();
  const { id } = await create(owner);
  const event = uuidOf(await raiseFor(world.ctx, tenant))!;
  expect(await deliveriesOf(event)).toEqual({ live: 1, parked: 0 });
  await switchOff(owner, id);
  expect(await deliveriesOf(event)).toEqual({ live: 0, parked: 1 });
  await enableEndpoint(world.ctx, { owner, actor: 'test', endpoint_id: id });
  expect(await deliveriesOf(event)).toEqual({ live: 0, parked: 1 });
  const next = uuidOf(await raiseFor(world.ctx, tenant))!;
  expect(await deliveriesOf(next)).toEqual({ live: 1, parked: 0 });
});

test('what waits for another endpoint stays, whether it is due or to be tried again', async () => {
  const { ctx } = world;
  const other = await newTenant(ctx);
  const owner: Owner = { merchant_id: other.merchant_id };
  await create(owner);
  const { id } = await create(merchants());
  const [due, waiting] = [uuidOf(await raiseFor(ctx, other))!, uuidOf(await raiseFor(ctx, other))!];
  await sql`update deliveries set state = 'waiting' where event_id = ${waiting}`.execute(ctx.db);
  await switchOff(merchants(), id);
  expect([await deliveriesOf(due), await deliveriesOf(waiting)]).toEqual([
    { live: 1, parked: 0 },
    { live: 1, parked: 0 },
  ]);
});

test('what changes an endpoint is audited, and what changes nothing is not', async () => {
  const owner = channels();
  const { id } = await create(owner);
  await change(owner, id, { description: 'mine' });
  await change(owner, id, { description: 'mine' });
  await switchOff(owner, id);
  await switchOff(owner, id);
  expect(await audited(id)).toEqual(['endpoint.created', 'endpoint.changed', 'endpoint.disabled']);
});

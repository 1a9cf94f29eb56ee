import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newTenant, raiseFor, startWorld, type World } from '../../../../tests/world/bare-world.ts';
import { uuidOf } from '../../lib/ids.ts';
import { addressBook } from '../../lib/public-address.ts';
import type { Lease } from '../../poster/signing-key.ts';
import { createEndpoint } from './create-endpoint.ts';
import type { Asked } from './owner.ts';
import { signingKeys } from './signing-keys.ts';
import { disableEndpoint, enableEndpoint } from './switch-endpoint.ts';

// Each test has an endpoint with one delivery that this process has leased, and asks for its key as the socket is ready.

let world: World;
let endpoint_id: string;
let secret: string;
let lease: Lease;
let asked: Asked;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  const tenant = await newTenant(world.ctx);
  asked = { owner: { merchant_id: tenant.merchant_id }, actor: 'test' };
  const made = await createEndpoint(world.ctx, addressBook(), {
    ...asked,
    endpoint: { url: 'https://8.8.8.8/hook' },
  });
  ({ id: endpoint_id, secret } = made);
  const event_id = uuidOf(await raiseFor(world.ctx, tenant))!;
  lease = await leaseAnew(event_id);
});

async function leaseAnew(event_id: string): Promise<Lease> {
  const { rows } = await sql<Lease>`
    update deliveries
    set state = 'leased', attempts = attempts + 1, lease_token = gen_random_uuid(), lease_until = now() + interval '1 hour'
    where event_id = ${event_id}
    returning id, lease_token as token`.execute(world.ctx.db);
  return rows[0]!;
}
async function activation(): Promise<number> {
  const { rows } = await sql<{ activation: number }>`
    select activation from webhook_endpoints where id = ${endpoint_id}`.execute(world.ctx.db);
  return rows[0]!.activation;
}
const ask = async (more: { activation?: number; lease?: Lease | null } = {}) => {
  const { db, clock, config } = world.ctx;
  const read = signingKeys(db, { clock, keys: config.secrets_keys });
  return read({ endpoint_id, activation: await activation(), lease, ...more });
};

test('what is leased to this process is signed with the secret of now', async () => {
  expect([await ask(), await ask({ lease: null })]).toMatchObject([
    { kind: 'key', secret },
    { kind: 'key', secret },
  ]);
});

test('what another process has by now, or has made, is not signed for', async () => {
  expect(await ask({ lease: { ...lease, token: randomUUID() } })).toEqual({ kind: 'lost' });
  await sql`delete from deliveries where id = ${lease.id}`.execute(world.ctx.db);
  expect(await ask()).toEqual({ kind: 'lost' });
});

test('what was routed before its endpoint was off is not signed for, though it is on again', async () => {
  const before = await activation();
  await disableEndpoint(world.ctx, { ...asked, endpoint_id });
  expect(await ask({ activation: before })).toEqual({ kind: 'stopped' });
  await enableEndpoint(world.ctx, { ...asked, endpoint_id });
  expect([await ask({ activation: before }), await ask()]).toMatchObject([
    { kind: 'stopped' },
    { kind: 'key' },
  ]);
});

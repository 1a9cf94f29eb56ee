import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newTenant, raiseFor, startWorld, type World } from '../../../../tests/world/bare-world.ts';
import { addressBook } from '../../lib/public-address.ts';
import { createEndpoint } from '../endpoints/create-endpoint.ts';
import { reclaimLapsed, renewLeases } from './round-queries.ts';
import { ATTEMPTS_MAX } from './schedule.ts';

// Each test has two deliveries whose leases have lapsed: one of this process, and one of another.

interface Held {
  id: number;
  token: string;
}

let world: World;
let own: Held;
let others: Held;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  const { ctx } = world;
  await sql`delete from deliveries`.execute(ctx.db);
  const tenant = await newTenant(ctx);
  const owner = { merchant_id: tenant.merchant_id };
  await createEndpoint(ctx, addressBook(), {
    owner,
    actor: 'test',
    endpoint: { url: 'https://8.8.8.8/hook' },
  });
  for (let raised = 0; raised < 2; raised += 1) await raiseFor(ctx, tenant);
  const { rows } = await sql<Held>`
    update deliveries
    set state = 'leased', attempts = 1, lease_token = gen_random_uuid(), lease_until = now() - interval '1 minute'
    returning id, lease_token as token`.execute(ctx.db);
  [own, others] = rows as [Held, Held];
});

const reclaim = (held: readonly Held[]) =>
  reclaimLapsed(world.ctx.db, { clock: world.ctx.clock, scale: 1, held });
const databaseTime = async () => {
  const { rows } = await sql<{
    at: number;
  }>`select extract(epoch from clock_timestamp())::double precision as at`.execute(world.ctx.db);
  return rows[0]!.at;
};
const states = async () => {
  const { rows } = await sql<{ id: number; state: string; runs: boolean | null }>`
    select id, state, lease_until > now() as runs from deliveries order by id`.execute(world.ctx.db);
  return new Map(rows.map(({ id, state, runs }) => [id, [state, runs]]));
};

test('what a process that died had leased is taken back, and not what this one is at work on', async () => {
  expect(await reclaim([own])).toEqual({ reclaimed: 1, failed: 0 });
  expect(await states()).toEqual(
    new Map([
      [own.id, ['leased', false]],
      [others.id, ['waiting', null]],
    ]),
  );
});

test('a process that died at the last attempt leaves a delivery that is given up', async () => {
  await sql`update deliveries set attempts = ${ATTEMPTS_MAX} where id = ${others.id}`.execute(world.ctx.db);
  expect(await reclaim([])).toEqual({ reclaimed: 2, failed: 1 });
  expect(await states()).toEqual(new Map([[own.id, ['waiting', null]]]));
});

test('what is taken back together does not come again together', async () => {
  const { db } = world.ctx;
  await sql`insert into deliveries (event_id, endpoint_id, activation, state, attempts, due_at, lease_token, lease_until)
    select event_id, gen_random_uuid(), activation, state, 2, due_at, gen_random_uuid(), lease_until
    from deliveries, generate_series(1, 40) where id = ${others.id}`.execute(db);
  const began = await databaseTime();
  await reclaim([own, others]);
  const ended = await databaseTime();
  const { rows } = await sql<{ due: number }>`
    select extract(epoch from due_at)::double precision as due from deliveries where state = 'waiting'`.execute(
    db,
  );
  const due = rows.map((row) => row.due);
  // A minute after the second attempt, a fifth more or less.
  expect(due).toHaveLength(40);
  expect(Math.min(...due)).toBeGreaterThanOrEqual(began + 48);
  expect(Math.max(...due)).toBeLessThanOrEqual(ended + 72);
  // Of so many, a quarter of the spread holds all of them once in 10²².
  expect(Math.max(...due) - Math.min(...due)).toBeGreaterThan(6);
});

test('a lease is renewed by whoever holds it, and not where another process has it by now', async () => {
  await renewLeases(world.ctx.db, [own, { ...others, token: own.token }], 30);
  expect(await states()).toEqual(
    new Map([
      [own.id, ['leased', true]],
      [others.id, ['leased', false]],
    ]),
  );
});

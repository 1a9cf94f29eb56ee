import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dayOf } from '../../lib/time.ts';
import { startWorld, type World } from '../../../../tests/world/bare-world.ts';
import { forgetComparedDays } from './forget-compared-days.ts';
import { dayAfter } from './schedule.ts';

const KEPT = 400;

let world: World;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world.close());
beforeEach(async () => {
  await sql`delete from reconciliation_differences`.execute(world.ctx.db);
  await sql`delete from reconciliation_days`.execute(world.ctx.db);
});

const daysAgo = (days: number) => dayAfter(dayOf(world.ctx.clock.now()), -days);

/** Days in a row up to one so long ago, that were compared and are not looked at again by themselves unless told otherwise. */
async function comparedDays(last: number, { count = 1, due_at = null as Date | null } = {}): Promise<string> {
  const account = randomUUID();
  const now = world.ctx.clock.now();
  await sql`
    insert into reconciliation_days (id, provider, provider_account, rail_account_id, merchant_id, day, looks, is_whole, due_at,
      created_at)
    select gen_random_uuid(), 'ppcp', ${account}, ${account}::uuid, ${account}::uuid, ${daysAgo(last)}::date - nth, 1, true,
      ${due_at}::timestamptz, ${now}::timestamptz
    from generate_series(0, ${count - 1}::integer) nth`.execute(world.ctx.db);
  return account;
}

async function listDifference(account: string, state: 'open' | 'mended'): Promise<void> {
  const closed_at = state === 'open' ? null : world.ctx.clock.now();
  await sql`
    insert into reconciliation_differences (id, day_id, provider, provider_account, merchant_id, day, cause, kind, provider_id,
      state, found_at, seen_at, closed_at)
    select gen_random_uuid(), id, provider, provider_account, merchant_id, day, 'amount', 'capture', 'C', ${state}, created_at,
      created_at, ${closed_at}::timestamptz
    from reconciliation_days where provider_account = ${account}`.execute(world.ctx.db);
}

async function kept(): Promise<string[]> {
  const { rows } = await sql<{ provider_account: string }>`
    select provider_account from reconciliation_days`.execute(world.ctx.db);
  return rows.map(({ provider_account }) => provider_account).toSorted();
}

test('a day that agreed is forgotten after a good year, and not before', async () => {
  await comparedDays(KEPT + 1);
  const young = [await comparedDays(KEPT), await comparedDays(1)];
  expect(await forgetComparedDays(world.ctx)).toBe(1);
  expect(await kept()).toEqual(young.toSorted());
  expect(await forgetComparedDays(world.ctx)).toBe(0);
});

test('a day in which something did not agree is kept, also when it was mended', async () => {
  const [open, mended] = [await comparedDays(KEPT + 100), await comparedDays(KEPT + 100)];
  await listDifference(open, 'open');
  await listDifference(mended, 'mended');
  await comparedDays(KEPT + 100);
  expect(await forgetComparedDays(world.ctx)).toBe(1);
  expect(await kept()).toEqual([open, mended].toSorted());
});

test('a day that is still to be looked at is kept, however old it is', async () => {
  const due = await comparedDays(KEPT + 100, { due_at: world.ctx.clock.now() });
  expect(await forgetComparedDays(world.ctx)).toBe(0);
  expect(await kept()).toEqual([due]);
});

test('days are forgotten by batches', async () => {
  await comparedDays(KEPT + 1, { count: 700 });
  expect(await forgetComparedDays(world.ctx)).toBe(500);
  expect(await forgetComparedDays(world.ctx)).toBe(200);
  expect(await kept()).toEqual([]);
});

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensurePartitions } from '../../db/partitions.ts';
import { uuidAt } from '../../lib/ids.ts';
import { DAY_MS } from '../../lib/time.ts';
import { startWorld, type World } from '../../../../tests/world/bare-world.ts';
import { forgetUnpaidSessions } from './index.ts';

const QUARTER_DAYS = 92;
const MANY = 1_200;

let world: World;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world.close());

const daysAgo = (days: number) => new Date(world.ctx.clock.now().getTime() - days * DAY_MS);

async function insertSessions(at: Date, name: string, count = 1, status = 'open'): Promise<void> {
  await sql`
    insert into checkout_sessions (id, merchant_id, amount_cents, currency, status, expires_at, created_at)
    select ${name} || lpad(i::text, 6, '0'), ${uuidAt(at)}::uuid, 100, 'USD', ${status}, ${at}::timestamptz,
      ${at}::timestamptz
    from generate_series(1, ${count}::integer) i`.execute(world.ctx.db);
}

const insertTransaction = (at: Date, checkout_session_id: string) =>
  sql`
    insert into transactions (id, merchant_id, checkout_session_id, provider, status, amount_cents, currency,
      platform_fee_cents, platform_fee_percent_millionths, platform_fee_fixed_minor_units, created_at, updated_at)
    values (${uuidAt(at)}, ${uuidAt(at)}, ${checkout_session_id}, 'ppcp', 'voided', 100, 'USD', 0, 0, 0, ${at}, ${at})`.execute(
    world.ctx.db,
  );

const insertSetup = (at: Date, checkout_session_id: string) =>
  sql`
    insert into vault_setups (id, merchant_id, checkout_session_id, customer_ref, provider, wallet_merchant_id, created_at, updated_at)
    values (${uuidAt(at)}, ${uuidAt(at)}, ${checkout_session_id}, 'anna', 'ppcp', 'account', ${at}, ${at})`.execute(
    world.ctx.db,
  );

const names = async () => {
  const rows = await world.ctx.db.selectFrom('checkout_sessions').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
};

test('sessions that nobody ordered by go a year later, each quarter looked through once, and the others stay', async () => {
  const { ctx } = world;
  const old = daysAgo(ctx.config.keep.sessions_days! + QUARTER_DAYS + 2);
  for (const at of [old, ctx.clock.now()]) await ensurePartitions(ctx.db, at);
  await insertSessions(old, 'cs_left', MANY);
  await insertSessions(old, 'cs_paid', 1, 'completed');
  await insertSessions(old, 'cs_ordered');
  await insertTransaction(old, 'cs_ordered000001');
  await insertSessions(old, 'cs_saved');
  await insertSetup(old, 'cs_saved000001');
  await insertSessions(daysAgo(2), 'cs_young');
  const keep = { ...ctx.config.keep, sessions_days: null };
  expect(await forgetUnpaidSessions({ ...ctx, config: { ...ctx.config, keep } })).toBe(0);
  const taken = [];
  for (let last = await forgetUnpaidSessions(ctx); last > 0; last = await forgetUnpaidSessions(ctx)) {
    taken.push(last);
  }
  expect(taken).toEqual([500, 500, MANY + 3 - 1_000]);
  expect(await names()).toEqual(['cs_ordered000001', 'cs_paid000001', 'cs_saved000001', 'cs_young000001']);
});

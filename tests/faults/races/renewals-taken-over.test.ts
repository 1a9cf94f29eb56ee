import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeChannel, makeConnectedMerchant, makeInstrument, type TestMerchant } from '../../world/actors.ts';
import { startWorld, type World } from '../../world/world.ts';
import { openSql, readProviderBooks, withSql } from '../books/books.ts';

// A worker that has taken a subscription is held up right before it writes the charge down, for longer than the
// subscription is its own, and another one goes on with it.

const DAY = 86_400;
const HELD_SECONDS = 61;

let world: World;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
});
afterAll(() => world.close());

const as = () => ({ key: merchant.key, merchant: merchant.merchant_id });
const takenSoFar = async () => (await readProviderBooks(world)).captures.length;

interface Row {
  is_charging: boolean;
  failures: number;
  status: string;
}

function rowOf(id: string): Promise<Row> {
  return withSql(world.database_url, async (db) => {
    const { rows } = await sql<Row>`
      select is_charging, failures, status from subscriptions where id = ${id}`.execute(db);
    return rows[0]!;
  });
}

function chargesTold(id: string): Promise<number> {
  return withSql(world.database_url, async (db) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from subscription_charges
      where subscription_id = ${id} and outcome = 'charged'`.execute(db);
    return rows[0]!.n;
  });
}

/** A subscription due within the hour. */
async function begun(): Promise<string> {
  const { customer_ref } = await makeInstrument(world, merchant);
  const start_at = new Date(world.clock.now().getTime() + 3_600_000).toISOString();
  const body = { customer_ref, amount: '9.90', interval: 'month', start_at };
  const made = await world.call('POST', '/api/subscriptions', { ...as(), body });
  expect(made.status).toBe(201);
  await world.drain();
  return made.body.subscription_id as string;
}

/** Does something while whoever charges a subscription is held up, and is taken to be gone. */
async function whileHeldUp(meanwhile: () => Promise<void>): Promise<void> {
  const db = openSql(world.database_url);
  try {
    await db.transaction().execute(async (tx) => {
      const waiting = async () => {
        const { rows } = await sql<{ n: number }>`
          select count(*)::int as n from pg_locks
          where relation = 'vault_tokens'::regclass and not granted`.execute(tx);
        return rows[0]!.n;
      };
      // What a customer is charged by is looked up last.
      await sql`lock table vault_tokens in access exclusive mode`.execute(tx);
      await world.advance(3_601);
      await expect.poll(waiting).toBeGreaterThan(0);
      await meanwhile();
    });
  } finally {
    await db.destroy();
  }
  // It goes on now: whatever it does is done when nothing is under way any more.
  await expect.poll(() => openWork()).toBe(0);
  await world.drain();
}

function openWork(): Promise<number> {
  return withSql(world.database_url, async (db) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`.execute(db);
    return rows[0]!.n;
  });
}

test('a subscription that was canceled meanwhile is not charged, or it is told of', async () => {
  const id = await begun();
  const before = await takenSoFar();
  await whileHeldUp(async () => {
    const canceled = await world.call('POST', `/api/subscriptions/${id}/cancel`, { ...as(), body: {} });
    expect(canceled.body.status).toBe('canceled');
    await world.advance(HELD_SECONDS);
    void world.drain().catch(() => undefined);
    await expect.poll(async () => (await rowOf(id)).is_charging).toBe(false);
  });
  await world.advance(DAY);
  await world.drain();
  expect((await takenSoFar()) - before).toBe(await chargesTold(id));
});

test('a period whose merchant was held meanwhile is charged once', async () => {
  const id = await begun();
  const before = await takenSoFar();
  const hold = (payment_hold: boolean) =>
    world.operator('PATCH', `merchants/${merchant.merchant_id}`, { payment_hold });
  await whileHeldUp(async () => {
    await hold(true);
    await world.advance(HELD_SECONDS);
    void world.drain().catch(() => undefined);
    await expect.poll(async () => (await rowOf(id)).failures).toBe(1);
  });
  await hold(false);
  await world.advance(DAY + 60);
  await world.drain();
  expect((await takenSoFar()) - before).toBe(1);
  expect(await chargesTold(id)).toBe(1);
});

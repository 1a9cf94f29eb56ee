import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ensurePartitions } from '../../db/partitions.ts';
import { uuidAt } from '../../lib/ids.ts';
import { DAY_MS } from '../../lib/time.ts';
import { startWorld, type World } from '../../../../tests/world/bare-world.ts';
import { forgetOldDeliveries } from './forget-old-deliveries.ts';

const QUARTER_DAYS = 92;
const TABLES = ['delivery_attempts', 'deliveries_finished'] as const;

let world: World;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world.close());
beforeEach(() => ensurePartitions(world.ctx.db, world.ctx.clock.now()));
afterEach(async () => {
  for (const table of TABLES) await sql`delete from ${sql.table(table)}`.execute(world.ctx.db);
});

const daysAgo = (days: number) => new Date(world.ctx.clock.now().getTime() - days * DAY_MS);
const insertAttempt = (event_id: string) =>
  sql`insert into delivery_attempts (event_id, endpoint_id, n, started_at, ms)
    values (${event_id}, ${uuidAt(new Date())}, 1, now(), 1)`.execute(world.ctx.db);

/** An event's finished delivery with its one attempt. */
async function insertDelivery(at: Date): Promise<string> {
  const event_id = uuidAt(at);
  await insertAttempt(event_id);
  await sql`insert into deliveries_finished (event_id, endpoint_id, state, attempts, finished_at)
    values (${event_id}, ${uuidAt(at)}, 'delivered', 1, now())`.execute(world.ctx.db);
  return event_id;
}

const eventsIn = async (table: (typeof TABLES)[number]) => {
  const { rows } = await sql<{ event_id: string }>`
    select event_id from ${sql.table(table)} order by event_id`.execute(world.ctx.db);
  return rows.map(({ event_id }) => event_id);
};
const partitions = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_inherits where inhparent = any(${[...TABLES]}::regclass[])`.execute(
    world.ctx.db,
  );
  return rows[0]!.count;
};

test('quarters past their keeping go, attempts before deliveries, and what is younger stays', async () => {
  const { attempts_days, deliveries_days } = world.ctx.config.keep;
  const old = daysAgo(deliveries_days! + QUARTER_DAYS);
  const older_attempt = daysAgo(attempts_days! + QUARTER_DAYS);
  const before = await partitions();
  for (const at of [old, older_attempt]) await ensurePartitions(world.ctx.db, at);
  await insertDelivery(old);
  const middle = await insertDelivery(older_attempt);
  const young = await insertDelivery(daysAgo(1));
  while ((await forgetOldDeliveries(world.ctx)) > 0);
  expect(await eventsIn('delivery_attempts')).toEqual([young]);
  expect(await eventsIn('deliveries_finished')).toEqual([middle, young]);
  expect(await partitions()).toBeGreaterThan(before);
  expect(await forgetOldDeliveries(world.ctx)).toBe(0);
});

test('rows that came when their partition was gone go as well', async () => {
  const event_id = await insertDelivery(daysAgo(3_000));
  expect(await eventsIn('delivery_attempts')).toEqual([event_id]);
  expect(await forgetOldDeliveries(world.ctx)).toBe(2);
  expect(await eventsIn('delivery_attempts')).toEqual([]);
  expect(await eventsIn('deliveries_finished')).toEqual([]);
});

test('nothing goes when it is kept for ever', async () => {
  const event_id = await insertDelivery(daysAgo(3_000));
  const keep = { ...world.ctx.config.keep, attempts_days: null, deliveries_days: null };
  expect(await forgetOldDeliveries({ ...world.ctx, config: { ...world.ctx.config, keep } })).toBe(0);
  expect(await eventsIn('delivery_attempts')).toEqual([event_id]);
});

test('a quarter that somebody reads is left for the next run, and nobody waits for the reader behind it', async () => {
  const { db } = world.ctx;
  const old = daysAgo(2_000);
  await ensurePartitions(db, old);
  await insertDelivery(old);
  const before = await partitions();
  const read = Promise.withResolvers<void>();
  const reading = Promise.withResolvers<void>();
  const reader = db.transaction().execute(async (tx) => {
    for (const table of TABLES) await sql`select 1 from ${sql.table(table)}`.execute(tx);
    reading.resolve();
    await read.promise;
  });
  await reading.promise;
  const run = forgetOldDeliveries(world.ctx);
  let isOver = false;
  void run.finally(() => (isOver = true));
  // Each is refused where it stands behind a try for longer than any statement waits for a lock, and the reader ends only
  // afterwards.
  while (!isOver) await insertAttempt(uuidAt(daysAgo(1)));
  expect(await run).toBe(0);
  expect(await partitions()).toBe(before);
  read.resolve();
  await reader;
  while ((await forgetOldDeliveries(world.ctx)) > 0);
  expect(await partitions()).toBeLessThan(before);
});

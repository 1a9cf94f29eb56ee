import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contextOver } from '../../../tests/world/context.ts';
import { createServiceDatabase, type TestDatabase } from '../../../tests/world/database.ts';
import type { Ctx } from '../context.ts';
import { type OpenDatabase, openDatabase } from '../db/open.ts';
import { inTransaction, type Tx } from '../db/tx.ts';
import { uuidAt } from '../lib/ids.ts';
import { DAY_SECONDS } from '../lib/time.ts';
import { measureBacklog } from './backlog.ts';

// For readers that are not about being late.
const PATIENT_MS = 60_000;

let database: TestDatabase;
let open: OpenDatabase;
let ctx: Ctx;
beforeAll(async () => {
  database = await createServiceDatabase();
  open = openDatabase({ url: database.url, connectionsMax: 4, name: 'backlog' });
  ctx = contextOver({ db: open.db, settings: { DATABASE_URL: database.url } });
});
afterAll(async () => {
  await open.close();
  await database.drop();
});

/** Reads the figures as /metrics does: name and labels to value. */
async function figuresOf(registry: Registry, read: () => Promise<void>): Promise<Map<string, number>> {
  await read();
  const lines = (await registry.metrics()).split('\n').filter((line) => line.startsWith('fairway_'));
  return new Map(lines.map((line) => [line.split(' ')[0]!, Number(line.split(' ')[1])]));
}

// One of each kind, in doubt since so many seconds, to be asked for so many seconds ago.
async function leaveInDoubt(sinceSeconds: number, dueSeconds: number): Promise<void> {
  const ago = (seconds: number) => new Date(ctx.clock.now().getTime() - seconds * 1000);
  const [since, due, id] = [ago(sinceSeconds), ago(dueSeconds), uuidAt(ago(sinceSeconds))];
  await inTransaction(open.db, async (tx) => {
    // Only what is counted stands there; what it belongs to is left out.
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into notices (id, rail, provider_notice_id, notice_type, body, due_at, received_at)
      values (${id}, 'ppcp', ${id}, 'TEST', '{}', ${due}, ${since})`.execute(tx);
    await sql`insert into capture_attempts (id, transaction_id, state, next_check_at, created_at, updated_at)
      values (${id}, ${id}, 'unknown', ${due}, ${since}, ${since})`.execute(tx);
    await sql`insert into refunds (id, transaction_id, merchant_id, origin, amount_cents, state, next_check_at, created_at, updated_at)
      values (${id}, ${id}, ${id}, 'api', 100, 'unknown', ${due}, ${since}, ${since})`.execute(tx);
    await sql`insert into vault_charges (transaction_id, merchant_id, vault_token_id, idempotency_key, state, next_check_at, created_at, updated_at)
      values (${id}, ${id}, ${id}, ${id}, 'unknown', ${due}, ${since}, ${since})`.execute(tx);
    await sql`insert into vault_setups (id, merchant_id, checkout_session_id, customer_ref, provider, wallet_merchant_id, state, next_check_at, created_at, updated_at)
      values (${id}, ${id}, 'cs', 'customer', 'ppcp', 'wallet', 'unknown', ${due}, ${since}, ${since})`.execute(
      tx,
    );
    await sql`insert into deliveries (event_id, endpoint_id, activation, state, due_at)
      values (${id}, ${id}, 0, 'waiting', ${due})`.execute(tx);
    await sql`insert into subscriptions (id, merchant_id, customer_ref, amount_cents, currency, interval, interval_count, starts_at, due_at, created_at, updated_at)
      values (${id}, ${id}, 'customer', 100, 'USD', 'month', 1, ${since}, ${due}, ${since}, ${since})`.execute(
      tx,
    );
    await sql`insert into text_to_pay_requests (id, merchant_id, provider, rail_account_id, phone, first_name, last_name, amount_cents, currency, topic, instructions, state, step, poll_at, expires_at, created_at, updated_at)
      values (${id}, ${id}, 'ppcp', ${id}, '+14155550123', 'A', 'Buyer', 100, 'USD', 'a topic', 'pay', 'pending', 'invoice', ${due}, ${since}, ${since}, ${since})`.execute(
      tx,
    );
    await leaveUnpaid(tx, { id: uuidAt(since), since, lapses: due });
    await sql`insert into reconciliation_days (id, provider, provider_account, rail_account_id, merchant_id, day, failures, due_at, created_at)
      values (${id}, 'ppcp', ${id}, ${id}, ${id}, '2026-01-05', 3, ${due}, ${since})`.execute(tx);
  });
}

async function leaveUnpaid(tx: Tx, of: { id: string; since: Date; lapses: Date }): Promise<void> {
  const { id, since, lapses } = of;
  await sql`insert into transactions (id, merchant_id, provider, status, amount_cents, currency, platform_fee_cents, platform_fee_percent_millionths, platform_fee_fixed_minor_units, lapse_check_at, created_at, updated_at)
    values (${id}, ${id}, 'ppcp', 'created', 100, 'USD', 0, 0, 0, ${lapses}, ${since}, ${since})`.execute(tx);
}

const oldestOf = (kind: string, queue: string) =>
  `fairway_oldest_due_seconds{kind="${kind}",queue="${queue}"}`;

test('what waits, how long it has been due and what needs a person is told of every kind', async () => {
  const registry = new Registry();
  const read = measureBacklog(ctx, registry, PATIENT_MS);
  const before = await figuresOf(registry, read);
  const kinds = ['capture', 'charge', 'refund', 'saving'];
  for (const kind of kinds) {
    expect(before.get(`fairway_unsettled{kind="${kind}"}`)).toBe(0);
    expect(before.get(oldestOf(kind, 'work'))).toBe(0);
  }
  expect(before.get('fairway_reconciliation_days_failing')).toBe(0);
  await leaveInDoubt(60, -600);
  const left = ctx.clock.now();
  await leaveInDoubt(8 * DAY_SECONDS, 120);
  const after = await figuresOf(registry, read);
  for (const kind of kinds) {
    expect(after.get(`fairway_unsettled{kind="${kind}"}`)).toBe(2);
    expect(after.get(`fairway_needs_person{kind="${kind}"}`)).toBe(1);
  }
  const queues = {
    work: [...kinds, 'notice'],
    deliveries: ['delivery'],
    scheduled: ['subscription', 'unpaid_order', 'invoice'],
  };
  for (const [queue, its] of Object.entries(queues))
    for (const kind of its) {
      const seconds = after.get(oldestOf(kind, queue));
      expect(seconds).toBeGreaterThanOrEqual(120);
      expect(seconds).toBeLessThanOrEqual(120 + (ctx.clock.now().getTime() - left.getTime()) / 1_000);
    }
  expect(after.get('fairway_notices_waiting')).toBe(2);
  expect(after.get('fairway_reconciliation_days_failing')).toBe(2);
  expect(after.get('fairway_deliveries{state="waiting"}')).toBe(2);
  expect(after.get('fairway_backlog_current')).toBe(1);
});

test('an order whose capture is in doubt is not due as one that nobody paid', async () => {
  const registry = new Registry();
  const read = measureBacklog(ctx, registry, PATIENT_MS);
  const since = new Date(ctx.clock.now().getTime() - 90 * DAY_SECONDS * 1_000);
  const id = uuidAt(since);
  const age = async () => (await figuresOf(registry, read)).get(oldestOf('unpaid_order', 'scheduled'));
  await inTransaction(open.db, (tx) => leaveUnpaid(tx, { id, since, lapses: since }));
  expect(await age()).toBeGreaterThanOrEqual(90 * DAY_SECONDS);
  await inTransaction(open.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into capture_attempts (id, transaction_id, state, next_check_at, created_at, updated_at)
      values (${id}, ${id}, 'unknown', ${ctx.clock.now()}, ${since}, ${since})`.execute(tx);
  });
  expect(await age()).toBeLessThan(90 * DAY_SECONDS);
});

test('a transaction that stays open is told of by its age', async () => {
  const registry = new Registry();
  const read = measureBacklog(ctx, registry, PATIENT_MS);
  const age = async () =>
    (await figuresOf(registry, read)).get('fairway_database_oldest_transaction_seconds')!;
  await inTransaction(open.db, async (tx) => {
    const ownAge = async () => {
      const { rows } = await sql<{ seconds: number }>`
        select extract(epoch from clock_timestamp() - now())::double precision as seconds`.execute(tx);
      return rows[0]!.seconds;
    };
    await expect.poll(ownAge).toBeGreaterThan(0.5);
    // Others on this server may have one that is older.
    const young = await ownAge();
    expect(await age()).toBeGreaterThanOrEqual(young);
    await expect.poll(ownAge).toBeGreaterThan(2 * young);
    const old = await ownAge();
    expect(await age()).toBeGreaterThanOrEqual(old);
  });
});

test('a database that is slow leaves the last figures, in time, and a word that they are old', async () => {
  const registry = new Registry();
  const read = measureBacklog(ctx, registry);
  const isCurrent = async () => (await figuresOf(registry, read)).get('fairway_backlog_current');
  await expect.poll(isCurrent).toBe(1);
  const before = await figuresOf(registry, async () => undefined);
  const { promise: isLocked, resolve } = Promise.withResolvers<void>();
  const { promise: mayGo, resolve: letGo } = Promise.withResolvers<void>();
  const holding = inTransaction(open.db, async (tx) => {
    await sql`lock table refunds in access exclusive mode`.execute(tx);
    resolve();
    await mayGo;
  });
  await isLocked;
  // In time: the table is let go of only behind this.
  const during = await figuresOf(registry, read);
  expect(during.get('fairway_backlog_current')).toBe(0);
  expect(during.get('fairway_backlog_age_seconds')).toBeGreaterThan(1);
  expect(during.get('fairway_notices_waiting')).toBe(before.get('fairway_notices_waiting'));
  letGo();
  await holding;
  await expect.poll(isCurrent).toBe(1);
});

test('a database that is away is no reason to answer late either, nor never to have heard of it', async () => {
  const gone = openDatabase({
    ...{ url: 'postgres://nobody@127.0.0.1:9/none', connectionsMax: 2, name: 'gone' },
  });
  const registry = new Registry();
  const read = measureBacklog({ ...ctx, db: gone.db }, registry);
  const figures = await figuresOf(registry, read);
  expect(figures.get('fairway_backlog_current')).toBe(0);
  await gone.close();
});

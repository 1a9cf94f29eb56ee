import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensurePartitions } from '../../../service/src/db/partitions.ts';
import type { Db } from '../../../service/src/db/tx.ts';
import { eventIdOf } from '../../../service/src/lib/ids.ts';
import { listDeliveries } from '../../../service/src/modules/endpoints/list-deliveries.ts';
import { listEvents } from '../../../service/src/modules/events/list-events.ts';
import { readEndpointTaking } from '../../../service/src/modules/events/queries.ts';
import { countUnreplayedRows } from '../../../service/src/modules/events/unreplayed.ts';
import { createServiceDatabase, type TestDatabase } from '../database.ts';
import { type Cost, countRows } from './cost.ts';

// What reading the deliveries of an endpoint costs, in rows that the server looks at, where one channel has nearly all events and
// one of its endpoints nearly all deliveries.

const ROWS = 20_000;
const FEW = 40;
const DAYS = 250;
const DAY_MS = 86_400_000;
const SLOW_MS = 180_000;
const LIMIT = 50;
/** How many events a page goes by, and what else a page reads. */
const LOOKED_AT_MAX = 1_000;
const BESIDE = 2 * LIMIT + 10;

const giant = { channel_id: randomUUID() };
const small = { channel_id: randomUUID() };
const busy = { owner: giant, endpoint_id: randomUUID() };
const quiet = { owner: giant, endpoint_id: randomUUID() };
const young = { owner: giant, endpoint_id: randomUUID() };
const other = { owner: small, endpoint_id: randomUUID() };
let database: TestDatabase;
let client: Client;
let db: Db;
let costOf: (work: () => Promise<unknown>) => Promise<Cost>;

const ago = (days: number) => new Date(Date.now() - days * DAY_MS);

beforeAll(async () => {
  database = await createServiceDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  const counted = {
    tables: /^(events|deliveries|delivery_attempts)/,
    partitions: /^(events|deliveries_finished)_\d/,
  };
  ({ db, costOf } = countRows({ url: database.url, client }, counted));
  for (let days = 0; days <= DAYS; days += 80) await ensurePartitions(db, ago(days));
  await plantOwners();
  await plantDeliveries();
  await client.query('vacuum (analyze)');
}, SLOW_MS);
afterAll(async () => {
  await db.destroy();
  await client.end();
  await database.drop();
});

async function plantOwners(): Promise<void> {
  for (const { channel_id } of [giant, small]) {
    await client.query(`insert into channels (id, name, created_at) values ($1, 'Acme', now())`, [
      channel_id,
    ]);
    await client.query(
      `insert into merchants (id, channel_id, business_name, email, email_folded, country_code, created_at)
       values ($1::uuid, $1::uuid, 'Shop', $1::text, $1::text, 'US', now())`,
      [channel_id],
    );
  }
  for (const { owner, endpoint_id } of [busy, quiet, young, other]) {
    const created_at = endpoint_id === young.endpoint_id ? ago(0) : ago(DAYS + 1);
    await client.query(
      `insert into webhook_endpoints (id, channel_id, url, host, enabled, event_types, secret, secret_hint, created_at, updated_at)
       values ($1, $2, 'https://h.test/', 'h.test', true, '{payment.captured}', '', 'abcd', $3, $3)`,
      [endpoint_id, owner.channel_id, created_at],
    );
  }
}

// The few are the oldest: whoever goes back from the newest of all meets them last.
async function plantDeliveries(): Promise<void> {
  await client.query(`
    create temp table planted as
    select i, i <= ${FEW} as is_old, (lpad(to_hex((extract(epoch from now()) * 1000
        - ${DAYS * DAY_MS}::float8 * (1 - i::float8 / ${ROWS}) - 3600000)::bigint), 12, '0') || '7000' || '8'
        || lpad(to_hex(i), 15, '0'))::uuid as id
    from generate_series(1, ${ROWS}) i`);
  await client.query(`
    insert into events (id, channel_id, merchant_id, type, created_at, body, state)
    select id, owner, owner, 'payment.captured', now(), '{}', 'routed'
    from planted, lateral (
      select case when is_old and i % 2 = 0 then '${small.channel_id}'::uuid else '${giant.channel_id}'::uuid end as owner
    ) o`);
  const finish = `insert into deliveries_finished (event_id, endpoint_id, state, attempts, finished_at)`;
  await client.query(`
    ${finish} select id, '${busy.endpoint_id}', case when i % 3 = 0 then 'failed' else 'delivered' end, 8, now()
    from planted where not is_old and i <= ${ROWS - FEW}`);
  for (const [{ endpoint_id }, odd] of [
    [quiet, 1],
    [other, 0],
  ] as const) {
    await client.query(`
      ${finish} select id, '${endpoint_id}', case when i % 8 < 4 then 'failed' else 'delivered' end, 8, now()
      from planted where is_old and i % 2 = ${odd}`);
  }
  await client.query(`
    insert into deliveries (event_id, endpoint_id, activation, due_at)
    select id, '${busy.endpoint_id}', 1, now() from planted where i > ${ROWS - FEW}`);
}

type Asked = { state?: string; cursor?: string };
const list = (of: typeof busy, asked: Asked = {}) => listDeliveries(db, of, { limit: LIMIT, ...asked });
const cost = (of: typeof busy, asked: Asked = {}) => costOf(() => list(of, asked));

test('a page of an endpoint that hears nearly everything looks at what it shows', async () => {
  for (const state of [undefined, 'delivered', 'failed', 'pending']) {
    const most = state === 'pending' ? LOOKED_AT_MAX + FEW : 6 * LIMIT;
    expect((await cost(busy, state ? { state } : {})).looked_at).toBeLessThan(most + BESIDE);
  }
});

test('a page of an endpoint that hears next to nothing looks at a thousand events and no more', async () => {
  for (const state of [undefined, 'delivered', 'pending']) {
    const { looked_at, partitions } = await cost(quiet, state ? { state } : {});
    expect(looked_at).toBeLessThan(LOOKED_AT_MAX + BESIDE);
    expect(partitions.length).toBeLessThan(4);
  }
});

test('page by page such an endpoint shows all it has, and what failed at once', async () => {
  const found: string[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages <= ROWS / LOOKED_AT_MAX + 1; pages += 1) {
    const page: Awaited<ReturnType<typeof list>> = await list(quiet, cursor === null ? {} : { cursor });
    found.push(...page.items.map(({ event_id }) => event_id));
    cursor = page.next_cursor;
    if (cursor === null) break;
  }
  expect([found.length, cursor]).toEqual([FEW / 2, null]);
  const failed = await list(quiet, { state: 'failed' });
  expect([failed.items.length, failed.next_cursor]).toEqual([FEW / 4, null]);
  expect((await cost(quiet, { state: 'failed' })).looked_at).toBeLessThan(FEW + BESIDE);
});

test('an owner with a few events is no slower for one that has nearly all', async () => {
  for (const state of [undefined, 'delivered', 'pending', 'failed']) {
    const { looked_at } = await cost(other, state ? { state } : {});
    expect(looked_at).toBeLessThan(3 * FEW);
  }
  const page = await list(other);
  expect([page.items.length, page.next_cursor]).toEqual([FEW / 2, null]);
});

test('an endpoint is not looked for among the events from before it was there', async () => {
  expect((await cost(young)).looked_at).toBeLessThan(10);
  expect(await list(young)).toEqual({ items: [], next_cursor: null });
});

test('the operator finds what went to an endpoint, and what is to be replayed to it, no slower for what went to others', async () => {
  const events = (of: typeof busy, state?: string) =>
    costOf(async () => {
      const filter = { endpoint_id: of.endpoint_id, ...(state !== undefined && { state }) };
      await listEvents(db, filter, { limit: LIMIT, offset: 0 });
      const endpoint = await readEndpointTaking(db, of.endpoint_id);
      await countUnreplayedRows(db, { endpoint: endpoint!, ...(state !== undefined && { state }) });
    });
  for (const state of [undefined, 'routed', 'delivered', 'pending', 'failed']) {
    expect((await events(other, state)).looked_at).toBeLessThan(12 * FEW);
  }
  expect((await events(quiet, 'failed')).looked_at).toBeLessThan(12 * FEW);
  expect((await events(young)).looked_at).toBeLessThan(20);
});

test('a page far back costs no more than the first', async () => {
  const { rows } = await client.query<{ id: string }>(`select id from planted where i = ${2 * FEW}`);
  const { looked_at } = await cost(busy, { cursor: eventIdOf(rows[0]!.id) });
  expect(looked_at).toBeLessThan(6 * LIMIT + BESIDE);
});

import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../../../postgres/pool.ts';
import type { Tables } from '../../../service/src/db/tables.ts';
import {
  listSubscriptions,
  type SubscriptionFilter,
} from '../../../service/src/modules/subscriptions/queries.ts';
import { createServiceDatabase, type TestDatabase } from '../database.ts';

// Of a merchant's many subscriptions the three oldest alone are active.

const ROWS = 5_000;
const ACTIVE = 3;

let database: TestDatabase;
let client: Client;
let db: Kysely<Tables>;
const merchant_id = randomUUID();
const asked: CompiledQuery[] = [];
beforeAll(async () => {
  database = await createServiceDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `insert into subscriptions (id, merchant_id, customer_ref, amount_cents, currency, interval, interval_count, starts_at,
       status, due_at, ended_at, created_at, updated_at)
     select lpad(to_hex(i), 32, '0')::uuid, $1, 'customer-' || i, 100, 'USD', 'month', 1, now(),
       case when i <= ${ACTIVE} then 'active' else 'canceled' end, case when i <= ${ACTIVE} then now() end,
       case when i > ${ACTIVE} then now() end, now(), now()
     from generate_series(1, ${ROWS}) i`,
    [merchant_id],
  );
  await client.query('analyze subscriptions');
  db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: openPool({ url: database.url, connectionsMax: 1, name: 'scans' }) }),
    log: ({ query }) => void asked.push(query),
  });
});
afterAll(async () => {
  await db.destroy();
  await client.end();
  await database.drop();
});

const WANTED: [filter: SubscriptionFilter, found: number][] = [
  [{ status: 'active' }, ACTIVE],
  [{ customer_ref: 'customer-2' }, 1],
  [{ customer_ref: 'nobody' }, 0],
];

test.each(WANTED)('subscriptions by %j are found without looking at the others', async (filter, found) => {
  asked.length = 0;
  const { rows, total } = await listSubscriptions(db, { merchant_id, ...filter }, { limit: 20, offset: 0 });
  expect([rows.length, total]).toEqual([found, found]);
  for (const { sql, parameters } of asked) {
    const explained = await client.query<{ 'QUERY PLAN': string }>({
      text: `explain (analyze, timing off) ${sql}`,
      values: [...parameters],
    });
    const plan = explained.rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).not.toContain('Rows Removed');
    expect(plan).toMatch(/subscriptions_(by|of)_(status|customer)/);
  }
});

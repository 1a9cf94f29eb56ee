import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createServiceDatabase, type TestDatabase } from '../../../tests/world/database.ts';
import { type OpenDatabase, openDatabase } from './open.ts';
import { refuseEmptying } from './only-added-to.ts';
import { ensurePartitions } from './partitions.ts';
import type { Tx } from './tx.ts';

const NOW = new Date('2026-11-22T00:00:00Z');
const PARTITIONED = 7;
const QUARTERS = 3;

let database: TestDatabase;
let opened: OpenDatabase;
beforeEach(async () => {
  database = await createServiceDatabase();
  opened = openDatabase({ url: database.url, connectionsMax: 4, name: 'test' });
});
afterEach(async () => {
  await opened.close();
  await database.drop();
});

const insertSession = (db: Tx | OpenDatabase['db'], id: string, created_at: Date) =>
  db
    .insertInto('checkout_sessions')
    .values({
      id,
      merchant_id: '00000000-0000-0000-0000-000000000001',
      amount_cents: 100,
      currency: 'USD',
      expires_at: created_at,
      created_at,
    })
    .execute();
const placesOf = async (id: string) => {
  const { rows } = await sql<{ place: string }>`
    select tableoid::regclass::text as place from checkout_sessions where id = ${id}`.execute(opened.db);
  return rows.map(({ place }) => place);
};

test('partitions of this quarter and the next two are made, and none twice', async () => {
  expect(await ensurePartitions(opened.db, NOW)).toBe(PARTITIONED * QUARTERS);
  expect(await ensurePartitions(opened.db, NOW)).toBe(0);
  await insertSession(opened.db, 'this', NOW);
  await insertSession(opened.db, 'later', new Date('2027-06-30T23:59:59Z'));
  await insertSession(opened.db, 'much-later', new Date('2027-07-01T00:00:00Z'));
  expect(await placesOf('this')).toEqual(['checkout_sessions_2026q4']);
  expect(await placesOf('later')).toEqual(['checkout_sessions_2027q2']);
  expect(await placesOf('much-later')).toEqual(['checkout_sessions_default']);
});

test('a partition has the keys, the indexes and the rules of its table', async () => {
  await ensurePartitions(opened.db, NOW);
  const { rows } = await sql<{ table: string; missing: number }>`
    select i.indrelid::regclass::text as table, count(*) as missing
    from pg_inherits h
      join pg_index i on i.indrelid = h.inhparent
      left join (pg_inherits hi join pg_index pi on pi.indexrelid = hi.inhrelid)
        on hi.inhparent = i.indexrelid and pi.indrelid = h.inhrelid
    where hi.inhrelid is null
    group by 1`.execute(opened.db);
  expect(rows).toEqual([]);
  await expect(
    opened.db.transaction().execute(async (tx) => {
      await insertSession(tx, 'twice', NOW);
      await sql`update checkout_sessions set status = 'lost' where id = 'twice'`.execute(tx);
    }),
  ).rejects.toThrow('session_status_is_known');
});

test('partitions are made while others read and write the table', async () => {
  await opened.db.transaction().execute(async (tx) => {
    await sql`insert into transactions (id, merchant_id, provider, status, amount_cents, currency, platform_fee_cents,
        platform_fee_percent_millionths, platform_fee_fixed_minor_units, created_at, updated_at)
      select gen_random_uuid(), gen_random_uuid(), 'ppcp', 'created', 1, 'USD', 0, 0, 0, now(), now()
      limit 0`.execute(tx);
    const { rows } = await sql<{ mode: string }>`
      select mode from pg_locks where relation = 'transactions'::regclass and pid = pg_backend_pid()`.execute(
      tx,
    );
    expect(rows).toEqual([{ mode: 'RowExclusiveLock' }]);
    expect(await ensurePartitions(opened.db, NOW)).toBe(PARTITIONED * QUARTERS);
  });
});

test('a partition that would have to wait is left for the next run, and nobody waits for it', async () => {
  let answered = 0;
  await opened.db.transaction().execute(async (tx) => {
    await sql`select id from transactions_default`.execute(tx);
    const made = ensurePartitions(opened.db, NOW);
    let isDone = false;
    const finished = made.finally(() => (isDone = true));
    while (!isDone) {
      // Refused where it stood behind a try for longer than any statement waits for a lock. A try that did not end by
      // itself would never: who is in its way goes only afterwards.
      await sql`select id from transactions where provider_order_id = 'none'`.execute(opened.db);
      // On a busy machine all tries together take longer than a transaction may say nothing.
      await sql`select 1`.execute(tx);
      answered += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(await finished).toBe((PARTITIONED - 1) * QUARTERS);
  });
  expect(answered).toBeGreaterThan(0);
  expect(await ensurePartitions(opened.db, NOW)).toBe(QUARTERS);
});

test('nothing that is only added to can be emptied, in whole or a part of it', async () => {
  await ensurePartitions(opened.db, NOW);
  const { rows } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
    where relkind in ('r', 'p')
      and relname ~ '^(ledger_postings|statements|statement_lines|statement_blocks|channel_terms)(_|$)'
    order by 1`.execute(opened.db);
  const whole = ['channel_terms', 'statements', 'statement_blocks'];
  // Two tables in parts: each the table itself, the default partition and those of the quarters.
  expect(rows.length).toBe(whole.length + 2 * (2 + QUARTERS));
  for (const { name } of rows) {
    const emptied = sql`truncate ${sql.raw(name)} cascade`.execute(opened.db);
    await expect(emptied, name).rejects.toThrow(/only added to|permission denied/);
  }
  expect(await refuseEmptying(opened.db)).toBe(0);
});

test('rows that the default partition already holds stay where they are', async () => {
  await insertSession(opened.db, 'early', NOW);
  expect(await ensurePartitions(opened.db, NOW)).toBe(PARTITIONED * QUARTERS - 1);
  await insertSession(opened.db, 'second', NOW);
  expect(await placesOf('early')).toEqual(['checkout_sessions_default']);
  expect(await placesOf('second')).toEqual(['checkout_sessions_default']);
  const { rows } = await sql`select 1 from pg_class where relname = 'checkout_sessions_2026q4'`.execute(
    opened.db,
  );
  expect(rows).toEqual([]);
});

test('processes that start together make each partition once', async () => {
  const made = await Promise.all([1, 2, 3].map(() => ensurePartitions(opened.db, NOW)));
  // What each of them left for being in the others' way.
  made.push(await ensurePartitions(opened.db, NOW));
  expect(made.reduce((sum, count) => sum + count, 0)).toBe(PARTITIONED * QUARTERS);
});

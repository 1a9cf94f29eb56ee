import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServiceDatabase, type TestDatabase } from '../tests/world/database.ts';
import { plantTransactions } from './plant.ts';

let database: TestDatabase;
let client: Client;
const merchant_id = randomUUID();
beforeAll(async () => {
  database = await createServiceDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(`insert into channels (id, name, created_at) values ($1, 'Acme', now())`, [merchant_id]);
  await client.query(
    `insert into merchants (id, channel_id, business_name, email, email_folded, country_code, created_at)
     values ($1, $1, 'Shop', 'a@example.com', 'a@example.com', 'US', now())`,
    [merchant_id],
  );
  await client.query(
    `insert into rail_accounts (id, merchant_id, rail, provider_account, created_at)
     values ($1, $1, 'ppcp', 'ACME', now())`,
    [merchant_id],
  );
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const rowOf = async (text: string) => (await client.query<Record<string, string>>(text)).rows[0]!;

test('what is planted is counted, posted and kept as what was paid is', async () => {
  const told: number[] = [];
  await plantTransactions(database.url, {
    ...{ merchant_id, rows: 3_000, days: 200 },
    onProgress: (planted) => told.push(planted),
  });
  await plantTransactions(database.url, { merchant_id, rows: 500, days: 3 });
  expect(told).toEqual([3_000]);
  const rows = await rowOf(`
    select count(*) as transactions, count(captured_at) as taken, sum(amount_cents) filter (where captured_at is not null)
      as amount, sum(refunded_amount_cents) as back, count(distinct id) as ids, min(created_at) > now() - interval '201 days'
      and max(created_at) <= now() as is_in_time from transactions`);
  expect(rows).toMatchObject({ transactions: '3500', ids: '3500', is_in_time: true });
  const taken = Number(rows['taken']);
  expect(taken).toBeGreaterThan(2_500);
  const tallied = await rowOf(`
    select sum(transactions) as transactions, sum(refunded_cents) as back,
      sum(amount_cents) filter (where status in ('captured', 'refunded')) as amount
    from transaction_tallies where day = '-infinity'`);
  expect(tallied).toEqual({ transactions: '3500', back: rows['back'], amount: rows['amount'] });
  expect(await rowOf(`select sum(captures) as taken, sum(amount_cents) as amount from revenue_days`)).toEqual(
    {
      ...{ taken: rows['taken'], amount: rows['amount'] },
    },
  );
  const posted = await rowOf(`
    select sum(amount_cents) filter (where kind = 'capture') as amount,
      sum(amount_cents) filter (where kind = 'refund') as back from ledger_postings`);
  expect(posted).toEqual({ amount: rows['amount'], back: rows['back'] });
  expect(await rowOf(`select count(*) as left from transaction_changes`)).toEqual({ left: '0' });
  const unposted = `select count(*) as left from transactions where captured_at is not null and not is_posted`;
  expect(await rowOf(unposted)).toEqual({ left: '0' });
  // Spread over quarters, each in its own partition.
  const places = `select count(distinct tableoid) as partitions from transactions`;
  expect(Number((await rowOf(places))['partitions'])).toBeGreaterThan(1);
});

test('what is planted was paid into the account of its merchant, and has all happened', async () => {
  await plantTransactions(database.url, { merchant_id, rows: 200, days: 1 });
  const rows = await rowOf(`
    select count(*) filter (where t.rail_account_id is distinct from s.rail_account_id
        or t.rail_account_id is distinct from t.merchant_id or t.wallet_merchant_id is distinct from 'ACME') as elsewhere,
      count(*) filter (where greatest(t.captured_at, t.refunded_at, t.updated_at) > now()) as yet_to_come
    from transactions t join checkout_sessions s on s.id = t.checkout_session_id`);
  expect(rows).toEqual({ elsewhere: '0', yet_to_come: '0' });
});

test('what is planted in a month that is closed is late', async () => {
  await client.query(`update ledger_months set closed_at = now() where month < date_trunc('month', now())`);
  await plantTransactions(database.url, { merchant_id, rows: 200, days: 100 });
  const rows = await rowOf(`
    select count(*) filter (where p.is_late) > 100 as are_some_late,
      count(*) filter (where p.is_late and date_trunc('month', p.occurred_at) = date_trunc('month', now())) as not_so
    from ledger_postings p`);
  expect(rows).toEqual({ are_some_late: true, not_so: '0' });
});

test('nothing is planted for a merchant that is not there', async () => {
  const missing = { merchant_id: randomUUID(), rows: 1, days: 1 };
  await expect(plantTransactions(database.url, missing)).rejects.toThrow('There is no merchant');
});

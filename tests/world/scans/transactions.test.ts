import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plantTransactions } from '../../../dev/plant.ts';
import type { Db } from '../../../service/src/db/tx.ts';
import { firstOfOurs } from '../../../service/src/modules/reconciliation/our-queries.ts';
import { readFigures, readRevenue } from '../../../service/src/modules/transactions/figures.ts';
import { type Page, listTransactions } from '../../../service/src/modules/transactions/queries.ts';
import type { TransactionFilter } from '../../../service/src/modules/transactions/filter.ts';
import { createServiceDatabase, type TestDatabase } from '../database.ts';
import { type Cost, countRows } from './cost.ts';

// What reading a merchant's transactions costs, in rows that the server looks at, where one merchant has nearly all of them
// and another a few.

// More than are looked through for words at once.
const ROWS = 22_000;
const FEW = 40;
const DAYS = 250;
const DAY_MS = 86_400_000;
const SLOW_MS = 180_000;

const giant = randomUUID();
const small = randomUUID();
let database: TestDatabase;
let client: Client;
let db: Db;
let costOf: (work: () => Promise<unknown>) => Promise<Cost>;

beforeAll(async () => {
  database = await createServiceDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  for (const id of [giant, small]) {
    await client.query(`insert into channels (id, name, created_at) values ($1, 'Acme', now())`, [id]);
    await client.query(
      `insert into merchants (id, channel_id, business_name, email, email_folded, country_code, created_at)
       values ($1::uuid, $1::uuid, 'Shop', $1::text, $1::text, 'US', now())`,
      [id],
    );
  }
  // The few are the oldest: whoever goes back from the newest of all meets them last.
  await plantTransactions(database.url, { merchant_id: small, rows: FEW, days: DAYS });
  await client.query('update transactions set buyer_email = null where merchant_id = $1', [small]);
  await plantTransactions(database.url, { merchant_id: giant, rows: ROWS, days: DAYS });
  const counted = { tables: /^transaction/, partitions: /^transactions_\d/ };
  ({ db, costOf } = countRows({ url: database.url, client }, counted));
}, SLOW_MS);
afterAll(async () => {
  await db.destroy();
  await client.end();
  await database.drop();
});

const list = (filter: Partial<TransactionFilter>, page: Page = { limit: 20, offset: 0 }) =>
  costOf(() => listTransactions(db, { merchant_id: giant, ...filter }, page));
const ago = (days: number) => new Date(Math.floor((Date.now() - days * DAY_MS) / DAY_MS) * DAY_MS);

test('a page looks at what it shows, and at the sums of days, not at rows', async () => {
  // Each kind of transaction has a sum for each day of the hundreds, and one over all days.
  expect((await list({})).looked_at).toBeLessThan(120);
  expect((await list({ status: 'failed' })).looked_at).toBeLessThan(120);
  expect((await list({ payment_method: 'venmo' })).looked_at).toBeLessThan(120);
  expect((await list({ processor: 'nobody' })).looked_at).toBeLessThan(120);
  expect((await list({ payment_method: 'nobody' })).looked_at).toBeLessThan(120);
  expect((await costOf(() => readFigures(db, giant))).looked_at).toBeLessThan(120);
});

test('a page far back looks at the days before it, and at less than a day of rows', async () => {
  const perDay = ROWS / DAYS;
  const sums = 25 * DAYS;
  const { looked_at, partitions } = await list({}, { limit: 20, offset: ROWS - 100 });
  expect(looked_at).toBeLessThan(sums + perDay + 100);
  expect(partitions.length).toBe(1);
});

test('a span of time looks at its own partitions alone', async () => {
  const span = { from: ago(200), to: new Date(ago(195).getTime() - 1) };
  const whole = await list(span);
  expect(whole.looked_at).toBeLessThan(5 * 25 + 120);
  expect(whole.partitions.length).toBe(1);
  const cut = await list({
    from: new Date(ago(200).getTime() + 1_000),
    to: new Date(ago(195).getTime() + 1_000),
  });
  expect(cut.looked_at).toBeLessThan(5 * 25 + 120 + (2 * ROWS) / DAYS);
  expect(cut.partitions.length).toBe(1);
});

test('a page of a month looks at what it shows, and at the sums of its days, not at its rows', async () => {
  const month = { from: ago(90), to: new Date(ago(60).getTime() - 1) };
  expect((await list(month)).looked_at).toBeLessThan(30 * 25 + 120);
  const kinds = [{ status: 'failed' }, { payment_method: 'venmo' }, { processor: 'nobody' }];
  for (const kind of kinds) expect((await list({ ...month, ...kind })).looked_at).toBeLessThan(30 * 25 + 120);
});

test('a merchant with a few is no slower for one that has nearly all', async () => {
  const own = (filter: Partial<TransactionFilter>) => list({ merchant_id: small, ...filter });
  expect((await own({})).looked_at).toBeLessThan(4 * FEW + 20);
  expect((await own({ status: 'captured' })).looked_at).toBeLessThan(4 * FEW + 20);
  expect((await own({ search: 'order' })).looked_at).toBeLessThan(8 * FEW);
  expect((await own({ search: 'ana' })).looked_at).toBeLessThan(8 * FEW);
});

test('words that stand in few are found without looking at the others', async () => {
  // A sample of the newest is looked at first, to see whether they are frequent.
  const sample = 1_200;
  const rare = await list({ search: 'order 4321' });
  expect(rare.looked_at).toBeLessThan(sample + 300);
  const spanned = await list({ search: 'order 4321', from: ago(240), to: ago(1) });
  // The sums of its days tell how much there is to look through.
  expect(spanned.looked_at).toBeLessThan(sample + 15 * DAYS);
  const frequent = await list({ search: 'order' });
  expect(frequent.looked_at).toBeLessThan(2 * sample + 300);
});

test('daily revenue looks at the days that it tells', async () => {
  const days = { first: ago(89).toISOString().slice(0, 10), last: ago(0).toISOString().slice(0, 10) };
  expect((await costOf(() => readRevenue(db, giant, days))).looked_at).toBeLessThan(10);
});

test('the day to compare next is found by the first row of each merchant, not by all of a month', async () => {
  const account = { provider: 'ppcp', provider_account: 'WALLET', rail_account_id: randomUUID() };
  const month = { from: ago(60), to: ago(30) };
  const cost = await costOf(() => firstOfOurs(db, { ...account, merchant_id: giant }, month));
  expect(cost.looked_at).toBeLessThan(20);
  // What was captured on the day before may have been refunded first of all.
  const { rows } = await client.query<{ first_at: Date }>(
    `select min(at) as first_at from (
       select captured_at as at from transactions where merchant_id = $1
       union all select completed_at from refunds where merchant_id = $1
     ) ours where at >= $2 and at < $3`,
    [giant, month.from, month.to],
  );
  expect(await firstOfOurs(db, { ...account, merchant_id: giant }, month)).toEqual(rows[0]!.first_at);
});

import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  capture,
  makeCapture,
  makeChannel,
  makeConnectedMerchant,
  makeOrder,
  refund,
  type TestMerchant,
} from '../../tests/world/actors.ts';
import { startWorld, type World } from '../../tests/world/world.ts';
import { run } from '../cli.fixture.ts';
import { check } from './books.ts';

// A merchant with a stated month, refunds in it and after it, and a payment of the next month.

const MONTH_SECONDS = 31 * 86_400;
const EVER = [new Date('2000-01-01T00:00:00Z'), new Date('2200-01-01T00:00:00Z')] as const;

let world: World;
let client: Client;
let merchant: TestMerchant;
let firstDay: string;
let lastDay: string;
const now = async () => String((await world.operator('GET', 'clock')).body.now);
beforeAll(async () => {
  world = await startWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
  await world.operator('PATCH', `merchants/${merchant.merchant_id}`, { platform_fee_percent: 10 });
  const terms = { type: 'fee_share', description: 'A quarter', fee_share_basis_points: 2_500 };
  await world.operator('PUT', `channels/${merchant.channel_id}/terms`, terms);
  firstDay = (await now()).slice(0, 10);
  const paid = await makeCapture(world, merchant, { amount: '10.00' });
  await refund(world, merchant, paid.capture_id, { amount: '2.00' });
  await makeCapture(world, merchant, { amount: '20.01' });
  await world.advance(MONTH_SECONDS);
  await refund(world, merchant, paid.capture_id, { amount: '3.00' });
  const { order_id } = await makeOrder(world, merchant);
  await capture(world, merchant, order_id);
  await world.drain();
  lastDay = (await now()).slice(0, 10);
  client = new Client({ connectionString: world.database_url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await world.close();
});

const breaks = async (range: readonly [Date, Date] = EVER) => (await check(world.database_url, range)).breaks;

test('a deployment agrees with itself, whatever the range', async () => {
  const whole = await run(['check', '--json'], { DATABASE_URL: world.database_url });
  expect(whole, whole.stdout + whole.stderr).toMatchObject({ code: 0 });
  const [figures] = JSON.parse(whole.stdout).figures;
  expect(figures).toEqual({
    ...{
      currency: 'USD',
      captures: '3',
      list: '5001',
      days: '5001',
      ledger: '5001',
      returned: '500',
      stated: '3001',
    },
  });
  for (const [from, to] of [
    [firstDay, firstDay],
    [lastDay, lastDay],
    [firstDay, lastDay],
  ]) {
    const ran = await run(['check', '--from', from!, '--to', to!], { DATABASE_URL: world.database_url });
    expect(ran, ran.stdout + ran.stderr).toMatchObject({ code: 0 });
    expect(ran.stdout).toContain('All agree.');
  }
});

test.each([
  [['--from', '2026-02-30'], '--from takes a day'],
  [['--to', 'today'], '--to takes a day'],
  [['--from', '2026-02-02', '--to', '2026-02-01'], '--to lies before --from'],
])('%j is misuse', async (args, sentence) => {
  const ran = await run(['check', ...args], { DATABASE_URL: world.database_url });
  expect(ran).toMatchObject({ code: 2 });
  expect(ran.stderr).toContain(sentence);
});

describe('what is planted is named:', () => {
  beforeEach(async () => {
    // Past every trigger and every right, as whoever broke it would have to be.
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
  });
  afterEach(async () => {
    await client.query(undo);
    await client.query('commit');
    expect(await breaks()).toEqual([]);
  });
  let undo = 'select 1';

  const cases: readonly [what: string, rule: string, plant: string, undo: string][] = [
    [
      'a fee that is off by a cent',
      'a capture stands in the ledger with its amount and its fees',
      `update ledger_postings set amount_cents = amount_cents + 1 where kind = 'platform_fee'`,
      `update ledger_postings set amount_cents = amount_cents - 1 where kind = 'platform_fee'`,
    ],
    [
      'a refund on another day',
      'a refund stands in the ledger with its amount and its fee',
      `update refunds set completed_at = completed_at + interval '1 day'`,
      `update refunds set completed_at = completed_at - interval '1 day'`,
    ],
    [
      'a capture that never was',
      'what stands in the ledger happened',
      `insert into ledger_postings (source_id, kind, occurred_at, merchant_id, currency, debit, credit, amount_cents, is_late,
        posted_at) values ('01900000-0000-7000-8000-000000000000', 'capture', now(),
        '01900000-0000-7000-8000-000000000000', 'USD', 'provider', 'merchant', 5, false, now())`,
      `delete from ledger_postings where source_id = '01900000-0000-7000-8000-000000000000'`,
    ],
    [
      'a total that its refunds do not come to',
      'a transaction is the sum of its refunds',
      `update transactions set refunded_amount_cents = refunded_amount_cents + 1 where refunded_amount_cents > 0`,
      `update transactions set refunded_amount_cents = refunded_amount_cents - 1 where refunded_amount_cents > 0`,
    ],
    [
      'a day that is off',
      'daily revenue is the sum of the list',
      `update revenue_days set amount_cents = amount_cents + 1`,
      `update revenue_days set amount_cents = amount_cents - 1`,
    ],
    [
      'statistics that are off',
      'statistics are the sum of the list',
      `update transaction_tallies set transactions = transactions + 1 where day = '-infinity' and status = 'captured'`,
      `update transaction_tallies set transactions = transactions - 1 where day = '-infinity' and status = 'captured'`,
    ],
    [
      'a line that was changed',
      'a statement is the sum of its lines',
      `update statement_lines set channel_share_cents = channel_share_cents + 1 where n = 1`,
      `update statement_lines set channel_share_cents = channel_share_cents - 1 where n = 1`,
    ],
    [
      'a statement that counts something else',
      'a statement counts what stands in the ledger of its month',
      `update statements set platform_fee_refunded_cents = platform_fee_refunded_cents + 1`,
      `update statements set platform_fee_refunded_cents = platform_fee_refunded_cents - 1`,
    ],
    [
      'a share that is not owed',
      'a channel is owed what its statements say',
      `update ledger_postings set amount_cents = amount_cents + 1 where kind = 'channel_share'`,
      `update ledger_postings set amount_cents = amount_cents - 1 where kind = 'channel_share'`,
    ],
  ];
  test.each(cases)('%s', async (_what, rule, plant, back) => {
    undo = back;
    await client.query(plant);
    await client.query('commit');
    const found = await breaks();
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    expect(found.map((one) => one.rule)).toContain(rule);
  });
});

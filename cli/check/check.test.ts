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
import { dispute, otherSide } from '../../tests/world/disputes.ts';
import { startWorld, type World } from '../../tests/world/world.ts';
import { run } from '../cli.fixture.ts';
import { EXIT } from '../exit-codes.ts';
import { check } from './books.ts';

// A merchant with a stated month, refunds in it and after it, a dispute that was won, and a payment of the next month, which is
// disputed.

const MONTH_SECONDS = 31 * 86_400;
const EVER = [new Date('2000-01-01T00:00:00Z'), new Date('2200-01-01T00:00:00Z')] as const;

let world: World;
let client: Client;
let merchant: TestMerchant;
let firstDay: string;
let lastDay: string;
let open: { capture_id: string; provider_dispute_id: string };
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
  const disputed = await makeCapture(world, merchant, { amount: '20.01' });
  await world.advance(MONTH_SECONDS);
  await refund(world, merchant, paid.capture_id, { amount: '3.00' });
  const { order_id } = await makeOrder(world, merchant);
  const { body } = await capture(world, merchant, order_id);
  const capture_id = body.provider_capture_id;
  open = { capture_id, provider_dispute_id: await dispute(world, capture_id) };
  const won = await dispute(world, disputed.capture_id);
  await world.drain();
  await world.control('POST', `disputes/${won}/resolve`, { outcome: 'RESOLVED_SELLER_FAVOUR' });
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
  const { stdout } = await run(['check'], { DATABASE_URL: world.database_url });
  expect(stdout).toMatch(
    /^currency +captures +list +days +ledger +returned +stated\nUSD +3 +50\.01 USD +50\.01 USD/,
  );
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

test('a statement is not judged while its correction is being written', async () => {
  const replica = 'set local session_replication_role = replica';
  const run = `statement_runs (statement_id, channel_id, currency, period, terms_id, supersedes, correction_reason,
    generated_by, phase, started_at)`;
  const late = `(select source_id from ledger_postings where kind = 'fee_return' order by occurred_at limit 1)`;
  // A fee that was heard of late, counted by the statement, and then taken over by its correction.
  await client.query(`begin; ${replica};
    update ledger_postings set is_late = true where kind = 'fee_return' and source_id = ${late};
    insert into statement_late_postings (source_id, kind, occurred_at, statement_id)
    select p.source_id, p.kind, p.occurred_at, s.id from ledger_postings p, statements s
    where p.kind = 'fee_return' and p.source_id = ${late};
    commit`);
  expect(await breaks()).toEqual([]);
  await client.query(`begin; ${replica};
    insert into ${run}
    select '01900000-0000-7000-8000-000000000002', channel_id, currency, period, terms_id, statement_id, 'again', 'operator',
      'adjustments', now() from statement_runs;
    update statement_late_postings set statement_id = '01900000-0000-7000-8000-000000000002';
    commit`);
  expect(await breaks()).toEqual([]);
  await client.query(`begin; ${replica};
    delete from statement_late_postings;
    delete from statement_runs where supersedes is not null;
    update ledger_postings set is_late = false;
    commit`);
  expect(await breaks()).toEqual([]);
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
  // Earlier than anything that happened, so that only what was planted is undone.
  const MARK = `interval '3 days'`;

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
      'a dispute that never was',
      'what stands in the ledger happened',
      `insert into ledger_postings (source_id, kind, occurred_at, merchant_id, currency, debit, credit, amount_cents, is_late,
        posted_at) values ('01900000-0000-7000-8000-000000000001', 'dispute_hold', now(),
        '01900000-0000-7000-8000-000000000001', 'USD', 'merchant', 'disputed', 5, false, now())`,
      `delete from ledger_postings where source_id = '01900000-0000-7000-8000-000000000001'`,
    ],
    [
      'something else that is held',
      'what a dispute holds stands in the ledger until it is given back',
      `update ledger_postings set amount_cents = amount_cents + 1 where kind = 'dispute_hold'`,
      `update ledger_postings set amount_cents = amount_cents - 1 where kind = 'dispute_hold'`,
    ],
    [
      'what is held and given back all the same',
      'what a dispute holds stands in the ledger until it is given back',
      `update disputes set released_at = created_at - ${MARK} where released_at is null`,
      `update disputes set released_at = null where released_at = created_at - ${MARK}`,
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
    [
      'a posting that stands for another day of capture',
      'a capture stands in the ledger with its amount and its fees',
      `update ledger_postings set captured_at = captured_at + interval '1 day' where kind = 'platform_fee'`,
      `update ledger_postings set captured_at = captured_at - interval '1 day' where kind = 'platform_fee'`,
    ],
    [
      'a refund that is posted as a reversal',
      'a refund stands in the ledger with its amount and its fee',
      `update refunds set origin = 'reversal' where origin = 'api'`,
      `update refunds set origin = 'api' where origin = 'reversal'`,
    ],
    [
      'a refund posted to another merchant',
      'a refund stands in the ledger with its amount and its fee',
      `update ledger_postings set merchant_id = channel_id where kind = 'fee_return'`,
      `update ledger_postings p set merchant_id = t.merchant_id from transactions t
        where t.id = p.transaction_id and p.kind = 'fee_return'`,
    ],
    [
      'a refund of no payment',
      'a refund stands in the ledger with its amount and its fee',
      `update refunds set transaction_id = id, fingerprint = uuid_send(transaction_id) where amount_cents = 200`,
      `update refunds set transaction_id = encode(fingerprint, 'hex')::uuid, fingerprint = null where amount_cents = 200`,
    ],
    [
      'a dispute that ended and holds on',
      'what a dispute holds stands in the ledger until it is given back',
      `update disputes set is_resolved = true, last_event = 'planted' where released_at is null`,
      `update disputes set is_resolved = false, last_event = 'dispute.created' where last_event = 'planted'`,
    ],
    [
      'a payment that calls itself refunded, and is not',
      'a payment is refunded once all of it went back, and reserves no more than is asked for',
      `update transactions set status = 'refunded', refunded_at = captured_at where refunded_amount_cents = 0`,
      `update transactions set status = 'captured', refunded_at = null where refunded_amount_cents = 0`,
    ],
    [
      'what is reserved and asked for by nobody',
      'a payment is refunded once all of it went back, and reserves no more than is asked for',
      `update transactions set refund_reserved_cents = 1`,
      `update transactions set refund_reserved_cents = 0`,
    ],
    [
      'a count of those that were not paid',
      'statistics are the sum of the list',
      `update transaction_tallies set transactions = transactions + 1 where status = 'created'`,
      `update transaction_tallies set transactions = transactions - 1 where status = 'created'`,
    ],
    [
      'the provider’s fees',
      'statistics are the sum of the list',
      `update transaction_tallies set provider_fee_cents = provider_fee_cents + 1`,
      `update transaction_tallies set provider_fee_cents = provider_fee_cents - 1`,
    ],
    [
      'how many are disputed',
      'statistics are the sum of the list',
      `update transactions set disputed_at = captured_at - ${MARK} where disputed_at is null and status = 'captured'`,
      `update transactions set disputed_at = null where disputed_at = captured_at - ${MARK}`,
    ],
    [
      'the total of one day',
      'totals by day come to those of all days',
      `update transaction_tallies set transactions = transactions + 1 where day <> '-infinity'`,
      `update transaction_tallies set transactions = transactions - 1 where day <> '-infinity'`,
    ],
    [
      'what was moved from one day to another',
      'totals by day are the sum of the list',
      `update transaction_tallies set day = day + 400 where day <> '-infinity'`,
      `update transaction_tallies set day = day - 400 where day <> '-infinity'`,
    ],
    [
      'a month that was closed for no statement',
      'a month that is closed is stated',
      `insert into ledger_months (channel_id, currency, month, closed_at)
        select channel_id, currency, month - interval '12 months', now() from ledger_months where closed_at is not null`,
      `delete from ledger_months where month < (select min(period) from statements)`,
    ],
    [
      'a statement that is gone',
      'a month that is closed is stated',
      `update statement_runs set statement_id = '01900000-0000-7000-8000-000000000003'`,
      `update statement_runs set statement_id = (select id from statements)`,
    ],
    [
      'a rail’s part of a statement',
      'a statement is the sum of its rails',
      `update statements set rail_summaries = jsonb_set(rail_summaries, '{0,captured_amount_cents}', '1'), hash = '-' || hash`,
      `update statements s set hash = substr(hash, 2), rail_summaries = jsonb_set(rail_summaries, '{0,captured_amount_cents}',
        to_jsonb(s.accounted_captured_amount_cents + s.excluded_captured_amount_cents))`,
    ],
    [
      'two lines that make up for each other',
      'a line says of its capture what the ledger says',
      `update statement_lines set amount_cents = amount_cents + case n when 1 then 1 else -1 end where n < 3`,
      `update statement_lines set amount_cents = amount_cents - case n when 1 then 1 else -1 end where n < 3`,
    ],
    [
      'a capture that two lines are of',
      'a capture is stated once',
      `update statement_lines l set merchant_name = l.transaction_id::text, transaction_id = (
        select o.transaction_id from statement_lines o where o.statement_id = l.statement_id and o.n = 1) where n = 2`,
      `update statement_lines set transaction_id = merchant_name::uuid, merchant_name = 'Corner Shop' where n = 2`,
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

describe('where a table is held by somebody', () => {
  const UNAVAILABLE = { exitCode: EXIT.unavailable };
  const WAITING = `
    from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and application_name = ''`;
  let holder: Client;
  beforeEach(async () => {
    holder = new Client({ connectionString: world.database_url });
    await holder.connect();
    await holder.query('begin; lock table statement_lines in access exclusive mode');
  });
  afterEach(() => holder.end());

  test('it is not waited for without end, and the books are not said to disagree', async () => {
    const checked = check(world.database_url, EVER, 100);
    await expect(checked).rejects.toMatchObject({
      ...UNAVAILABLE,
      message: expect.stringMatching(/lock timeout/),
    });
  });

  test.each([
    ['pg_terminate_backend', /terminating connection/],
    ['pg_cancel_backend', /canceling statement/],
  ])('and the check is ended by %s, it is the database that is away', async (end, message) => {
    const checked = check(world.database_url, EVER).catch((error: unknown) => error);
    await expect.poll(async () => (await client.query(`select pid ${WAITING}`)).rowCount).toBe(1);
    await client.query(`select ${end}(pid) ${WAITING}`);
    expect(await checked).toMatchObject({ ...UNAVAILABLE, message: expect.stringMatching(message) });
  });
});

test('what is held in steps agrees', async () => {
  await world.control('POST', `captures/${open.capture_id}/reverse`, { amount: '1.00' });
  await world.drain();
  await otherSide(world, open.provider_dispute_id, 'message', { message: 'Is that all?' });
  await world.drain();
  const { rows } = await client.query(`
    select p.kind, p.amount_cents::int as cents
    from ledger_postings p join disputes d on d.id = p.source_id
    where d.released_at is null order by p.occurred_at`);
  expect(rows).toEqual([
    { kind: 'dispute_hold', cents: 2_000 },
    { kind: 'dispute_win', cents: 100 },
  ]);
  expect(await breaks()).toEqual([]);
});

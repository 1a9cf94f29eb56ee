import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  approvedOrder,
  type ModuleWorld,
  refusalOf,
  startModuleWorld,
} from '../../../../tests/world/module-world.ts';
import { taken, UNKNOWN } from '../../../../tests/world/scripted-rail.ts';
import { inTransaction } from '../../db/tx.ts';
import { uuidAt } from '../../lib/ids.ts';
import { UNTIL_DONE } from '../../lib/sweep-run.ts';
import { orThrow } from '../../refused.ts';
import { captureMerchantOrder } from '../captures/capture-order.ts';
import { setTerms } from '../channels/terms.ts';
import { post } from '../ledger/index.ts';
import { lockTransaction, recordCapture } from '../payments/index.ts';
import { closePeriod } from './close-months.ts';
import { correctStatement } from './correct.ts';
import {
  brief,
  giveBack,
  issueAll,
  moveTo,
  owedTo,
  pay,
  postLate,
  sharingMerchant,
  statementsOf,
  TERMS,
} from './statements.fixture.ts';

// Each test has a channel of its own, whose merchant's payments are of 10 USD with a fee of 1 USD unless told otherwise. The
// channel gets a quarter of the fee and three cents for each: 28 cents.

const IN_FLIGHT_MS = 300;

let world: ModuleWorld;
let merchant: Awaited<ReturnType<typeof sharingMerchant>>;
let channel_id: string;
beforeAll(async () => {
  world = await startModuleWorld();
  moveTo(world, '2028-01-10T00:00:00.000Z');
});
afterAll(() => world.close());
beforeEach(async () => {
  world.script.beginAnew();
  merchant = await sharingMerchant(world);
  ({ channel_id } = merchant);
});
afterEach(() => expect(world.script.unused()).toEqual([]));

const stated = (include_superseded = false) => statementsOf(world, channel_id, include_superseded);
const close = (period: string) => closePeriod(world.ctx, { period, channel_id }, UNTIL_DONE);

test('a month is stated once it is over, with its first and its last moment', async () => {
  await pay(world, merchant, { at: '2028-01-31T23:59:59.999Z' });
  await pay(world, merchant, { at: '2028-02-01T00:00:00.000Z' });
  await pay(world, merchant, { at: '2028-02-29T23:59:59.999Z', amount_cents: 2_000 });
  await pay(world, merchant, { at: '2028-03-01T00:00:00.000Z' });
  moveTo(world, '2028-02-29T23:30:00.000Z');
  await issueAll(world);
  expect((await stated()).map(({ period }) => period)).toEqual(['2028-01-01']);
  moveTo(world, '2028-03-01T00:00:00.000Z');
  await issueAll(world);
  const [january, february, ...others] = await stated();
  expect(others).toEqual([]);
  expect(brief(january!)).toEqual([['capture', 1_000, 100, 0, 28]]);
  expect(brief(february!)).toEqual([
    ['capture', 1_000, 100, 0, 28],
    ['capture', 2_000, 200, 0, 53],
  ]);
  expect(february).toMatchObject({
    ...{ currency: 'USD', period: '2028-02-01', generated_by: 'worker', line_count: 2, terms_version: 1 },
    ...{ accounted_transaction_count: 2, accounted_captured_amount_cents: 3_000 },
    ...{ platform_fee_accrued_cents: 300, platform_fee_refunded_cents: 0, platform_fee_collected_cents: 300 },
    ...{ channel_share_cents: 81, excluded_transaction_count: 0, excluded_captured_amount_cents: 0 },
    ...{ supersedes_statement_id: null, superseded_by_statement_id: null, correction_reason: null },
  });
  expect(february!.rail_summaries).toEqual([
    {
      ...{
        provider: 'ppcp',
        fee_visibility: 'collected',
        transaction_count: 2,
        captured_amount_cents: 3_000,
      },
      ...{ platform_fee_accrued_cents: 300, included_in_settlement: true, exclusion_reason: null },
    },
  ]);
  expect(await owedTo(world, channel_id)).toBe(28 + 81);
});

test('a fee is taken off the line in its month, and is a line of its own in a later one', async () => {
  const at = '2028-04-10T12:00:00.000Z';
  const first = await pay(world, merchant, { at });
  const second = await pay(world, merchant, { at: '2028-04-11T12:00:00.000Z' });
  await giveBack(world, merchant, first, { at: '2028-04-30T23:59:59.999Z', cents: 500 });
  await giveBack(world, merchant, first, { at: '2028-05-01T00:00:00.000Z', cents: 500 });
  moveTo(world, '2028-06-01T00:00:00.000Z');
  await issueAll(world);
  const [april, may] = await stated();
  expect(brief(april!)).toEqual([
    ['capture', 1_000, 100, 50, 16],
    ['capture', 1_000, 100, 0, 28],
  ]);
  // 50 cents less, a quarter of which is 12.5.
  expect(brief(may!)).toEqual([['fee_refund_adjustment', 0, 0, 50, -13]]);
  expect(may).toMatchObject({ accounted_transaction_count: 0, channel_share_cents: -13, rail_summaries: [] });
  expect(may!.lines[0]).toMatchObject({
    ...{ transaction_id: first.transaction_id, provider_capture_id: first.capture_id },
    ...{ captured_at: new Date(at), merchant_name: 'Corner Shop', platform_fee_collected_cents: null },
    ...{ applied_fee_share_basis_points: 2_500, per_transaction_amount_cents: 0 },
  });
  expect(april!.lines[1]!.transaction_id).toBe(second.transaction_id);
  expect(await owedTo(world, channel_id)).toBe(16 + 28 - 13);
});

test('what is counted by other terms since is given back by those of its capture', async () => {
  const paid = await pay(world, merchant, { at: '2028-06-10T00:00:00.000Z' });
  moveTo(world, '2028-06-30T23:30:00.000Z');
  const half = { ...TERMS, fee_share_basis_points: 5_000, per_transaction_minor_units: 0 };
  orThrow(await setTerms(world.ctx, channel_id, half));
  moveTo(world, '2028-07-01T00:00:00.000Z');
  orThrow(await setTerms(world.ctx, channel_id, { ...half, fee_share_basis_points: 1_000 }));
  await giveBack(world, merchant, paid, { at: '2028-07-05T00:00:00.000Z', cents: 1_000 });
  await pay(world, merchant, { at: '2028-07-06T00:00:00.000Z' });
  moveTo(world, '2028-08-01T00:00:00.000Z');
  await issueAll(world);
  const [june, july] = await stated();
  expect(june).toMatchObject({
    terms_version: 2,
    terms_fee_share_basis_points: 5_000,
    channel_share_cents: 50,
  });
  expect(july).toMatchObject({ terms_version: 3, terms_fee_share_basis_points: 1_000 });
  expect(july!.lines.map((line) => [line.channel_share_cents, line.applied_fee_share_basis_points])).toEqual([
    [-50, 5_000],
    [10, 1_000],
  ]);
});

test('what was heard of after its month was stated is counted by the next statement', async () => {
  const paid = await pay(world, merchant, { at: '2028-08-10T00:00:00.000Z' });
  moveTo(world, '2028-09-01T00:00:00.000Z');
  await issueAll(world);
  await postLate(world, merchant, paid, { at: '2028-08-31T23:59:59.000Z', fee_cents: 50 });
  const late = await pay(world, merchant, { at: '2028-08-31T12:00:00.000Z', amount_cents: 3_000 });
  expect(late.transaction_id).not.toBe('');
  moveTo(world, '2028-10-01T00:00:00.000Z');
  await issueAll(world);
  const all = await stated();
  expect(all.map(({ period }) => period)).toEqual(['2028-08-01', '2028-09-01']);
  expect(brief(all[0]!)).toEqual([['capture', 1_000, 100, 0, 28]]);
  expect(brief(all[1]!)).toContainEqual(['fee_refund_adjustment', 0, 0, 50, -13]);
  const total = all.reduce((sum, { channel_share_cents }) => sum + channel_share_cents, 0);
  expect(await owedTo(world, channel_id)).toBe(total);
});

test('a correction counts what was heard of since, by the terms of the first, and both name each other', async () => {
  const paid = await pay(world, merchant, { at: '2028-10-10T00:00:00.000Z' });
  moveTo(world, '2028-11-01T00:00:00.000Z');
  await issueAll(world);
  const [first] = await stated();
  orThrow(await setTerms(world.ctx, channel_id, { ...TERMS, fee_share_basis_points: 10_000 }));
  await postLate(world, merchant, paid, { at: '2028-10-20T00:00:00.000Z', fee_cents: 50 });
  const asked = { statement_id: first!.id, reason: 'a refund was missing' };
  const corrected = await correctStatement(world.ctx, asked, UNTIL_DONE);
  expect(corrected).toMatchObject({
    ...{
      supersedes_statement_id: first!.id,
      correction_reason: 'a refund was missing',
      period: '2028-10-01',
    },
    ...{ terms_version: 1, channel_share_cents: 16, generated_by: 'operator' },
  });
  const [current, ...others] = await stated();
  expect([others, brief(current!)]).toEqual([[], [['capture', 1_000, 100, 50, 16]]]);
  const all = await stated(true);
  expect(all.map(({ superseded_by_statement_id }) => superseded_by_statement_id)).toEqual([
    corrected!.id,
    null,
  ]);
  expect(await owedTo(world, channel_id)).toBe(16);
  expect(await refusalOf(correctStatement(world.ctx, asked, UNTIL_DONE))).toBe('statement_superseded');
  moveTo(world, '2028-12-01T00:00:00.000Z');
  await issueAll(world);
  expect(await stated()).toHaveLength(1);
});

test('a correction does not count what a later statement counts', async () => {
  const paid = await pay(world, merchant, { at: '2028-12-10T00:00:00.000Z' });
  moveTo(world, '2029-01-01T00:00:00.000Z');
  await issueAll(world);
  await postLate(world, merchant, paid, { at: '2028-12-20T00:00:00.000Z', fee_cents: 50 });
  moveTo(world, '2029-02-01T00:00:00.000Z');
  await issueAll(world);
  const [december, january] = await stated();
  expect(brief(january!)).toEqual([['fee_refund_adjustment', 0, 0, 50, -13]]);
  await correctStatement(world.ctx, { statement_id: december!.id, reason: 'again' }, UNTIL_DONE);
  await correctStatement(world.ctx, { statement_id: january!.id, reason: 'again' }, UNTIL_DONE);
  const shares = (await stated()).map((statement) => brief(statement));
  expect(shares).toEqual([[['capture', 1_000, 100, 0, 28]], [['fee_refund_adjustment', 0, 0, 50, -13]]]);
  expect(await owedTo(world, channel_id)).toBe(28 - 13);
});

test('a month in doubt waits, and the months after it do not wait for it', async () => {
  await pay(world, merchant, { at: '2029-02-10T00:00:00.000Z' });
  const { order_id } = await approvedOrder(world, merchant);
  world.script.answer('payments.take', UNKNOWN);
  const { merchant_id } = merchant;
  const captured = captureMerchantOrder(world.ctx, { merchant_id, order_id });
  expect(await refusalOf(captured.then(orThrow))).toBe('outcome_unknown');
  await pay(world, merchant, { at: '2029-03-10T00:00:00.000Z' });
  moveTo(world, '2029-04-01T00:00:00.000Z');
  expect(await close('2029-02-01')).toEqual([]);
  expect(await close('2029-03-01')).toHaveLength(1);
  await sql`update capture_attempts set state = 'refused', next_check_at = null where next_check_at is not null`.execute(
    world.ctx.db,
  );
  expect(await close('2029-02-01')).toHaveLength(1);
});

test('what does not stand in the ledger yet is waited for', async () => {
  const { transaction_id } = await pay(world, merchant, { at: '2029-04-10T00:00:00.000Z' });
  const { db } = world.ctx;
  await sql`update transactions set is_posted = false where id = ${transaction_id}`.execute(db);
  moveTo(world, '2029-05-01T00:00:00.000Z');
  expect(await close('2029-04-01')).toEqual([]);
  await sql`update transactions set is_posted = true where id = ${transaction_id}`.execute(db);
  expect(await close('2029-04-01')).toHaveLength(1);
});

test('a fee that nobody knows is null, and what it would be of is left out', async () => {
  const { db } = world.ctx;
  const known = await pay(world, merchant, { at: '2029-05-10T00:00:00.000Z', collected: null });
  const priced = await pay(world, merchant, { at: '2029-05-11T00:00:00.000Z', collected: null });
  const unknown = await pay(world, merchant, { at: '2029-05-12T00:00:00.000Z', amount_cents: 700 });
  await sql`update transactions set provider = 'gravy' where id = any(${[priced.transaction_id, unknown.transaction_id]}::uuid[])`.execute(
    db,
  );
  await sql`
    update transactions set platform_fee_cents = 0, platform_fee_percent_millionths = 0
    where id = ${unknown.transaction_id}`.execute(db);
  // A fee of a fixed amount alone is known as well.
  await sql`
    update transactions set platform_fee_percent_millionths = 0, platform_fee_fixed_minor_units = 100
    where id = ${priced.transaction_id}`.execute(db);
  moveTo(world, '2029-06-01T00:00:00.000Z');
  await issueAll(world);
  const [may] = await stated();
  expect(may!.lines.map(({ transaction_id }) => transaction_id)).toEqual([
    known.transaction_id,
    priced.transaction_id,
  ]);
  expect(may).toMatchObject({
    ...{
      accounted_transaction_count: 2,
      platform_fee_accrued_cents: 200,
      platform_fee_collected_cents: null,
    },
    ...{ excluded_transaction_count: 1, excluded_captured_amount_cents: 700, channel_share_cents: 56 },
  });
  const known_fee = { included_in_settlement: true, exclusion_reason: null };
  expect(may!.rail_summaries).toEqual([
    expect.objectContaining({ provider: 'gravy', fee_visibility: 'accrued', ...known_fee }),
    {
      ...{ provider: 'gravy', fee_visibility: 'unknown', transaction_count: 1, captured_amount_cents: 700 },
      ...{ platform_fee_accrued_cents: null, included_in_settlement: false },
      exclusion_reason: 'fee_not_recorded',
    },
    expect.objectContaining({ provider: 'ppcp', fee_visibility: 'collected', ...known_fee }),
  ]);
});

test('a channel without terms has no statement until it has some', async () => {
  const { db, clock } = world.ctx;
  await inTransaction(db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`delete from channel_terms where channel_id = ${channel_id}`.execute(tx);
  });
  await pay(world, merchant, { at: '2029-06-10T00:00:00.000Z' });
  moveTo(world, '2029-07-01T00:00:00.000Z');
  expect(await close('2029-06-01')).toEqual([]);
  orThrow(await setTerms(world.ctx, channel_id, TERMS));
  expect(clock.now() > new Date('2029-07-01T00:00:00Z')).toBe(true);
  expect(await close('2029-06-01')).toHaveLength(1);
  expect((await stated())[0]).toMatchObject({ terms_version: 1, channel_share_cents: 28 });
});

test('a month is closed once, by whoever comes first, and not before it is over', async () => {
  await pay(world, merchant, { at: '2029-07-10T00:00:00.000Z' });
  expect(await refusalOf(close('2029-07-01'))).toBe('period_not_over');
  moveTo(world, '2029-08-01T00:00:00.000Z');
  const issued = await Promise.all([close('2029-07-01'), close('2029-07-01'), close('2029-07-01')]);
  expect(issued.flat()).toHaveLength(1);
  expect(await close('2029-07-01')).toEqual([]);
  expect(await stated()).toHaveLength(1);
  expect(await owedTo(world, channel_id)).toBe(28);
});

test('what was begun is gone on with by another process', async () => {
  for (const day of ['10', '11', '12']) await pay(world, merchant, { at: `2029-08-${day}T00:00:00.000Z` });
  moveTo(world, '2029-09-01T00:00:00.000Z');
  let steps = 0;
  const isOver = () => (steps += 1) > 3;
  expect(await closePeriod(world.ctx, { period: '2029-08-01', channel_id }, { isOver })).toEqual([]);
  expect(await stated()).toEqual([]);
  await issueAll(world);
  const [august] = await stated();
  expect(august).toMatchObject({ line_count: 3, channel_share_cents: 3 * 28 });
  expect(august!.lines.map(({ n }) => n)).toEqual([1, 2, 3]);
});

test('a fee of an earlier capture that went back late is counted once, also by corrections', async () => {
  const first = await pay(world, merchant, { at: '2029-09-10T00:00:00.000Z' });
  await pay(world, merchant, { at: '2029-10-10T00:00:00.000Z' });
  moveTo(world, '2029-11-01T00:00:00.000Z');
  await issueAll(world);
  await postLate(world, merchant, first, { at: '2029-10-20T00:00:00.000Z', fee_cents: 50 });
  moveTo(world, '2029-12-01T00:00:00.000Z');
  await issueAll(world);
  const [, october] = await stated();
  await correctStatement(world.ctx, { statement_id: october!.id, reason: 'again' }, UNTIL_DONE);
  const capture = ['capture', 1_000, 100, 0, 28];
  const expected = [[capture], [capture], [['fee_refund_adjustment', 0, 0, 50, -13]]];
  expect((await stated()).map((statement) => brief(statement))).toEqual(expected);
  expect(await owedTo(world, channel_id)).toBe(28 + 28 - 13);
});

test('of a capture and its fee that are both heard of late each is stated, where they are of two months', async () => {
  await pay(world, merchant, { at: '2029-12-10T00:00:00.000Z' });
  await pay(world, merchant, { at: '2030-01-10T00:00:00.000Z' });
  const { transaction_id } = await approvedOrder(world, merchant);
  moveTo(world, '2030-02-01T00:00:00.000Z');
  await issueAll(world);
  await inTransaction(world.ctx.db, async (tx) => {
    const told = taken({ captured_at: '2029-12-20T00:00:00.000Z' });
    await recordCapture(tx, world.ctx, await lockTransaction(tx, transaction_id), told);
  });
  await postLate(world, merchant, { transaction_id }, { at: '2030-01-20T00:00:00.000Z', fee_cents: 50 });
  moveTo(world, '2030-03-01T00:00:00.000Z');
  await issueAll(world);
  expect(brief((await stated()).at(-1)!)).toEqual([
    ['capture', 1_000, 100, 0, 28],
    ['fee_refund_adjustment', 0, 0, 50, -13],
  ]);
  expect(await owedTo(world, channel_id)).toBe(3 * 28 - 13);
});

test('what is heard of two months late is stated with the month in which it is heard of', async () => {
  const first = await pay(world, merchant, { at: '2030-03-10T00:00:00.000Z' });
  await pay(world, merchant, { at: '2030-04-10T00:00:00.000Z' });
  moveTo(world, '2030-05-01T00:00:00.000Z');
  await issueAll(world);
  await postLate(world, merchant, first, { at: '2030-03-20T00:00:00.000Z', fee_cents: 50 });
  moveTo(world, '2030-06-01T00:00:00.000Z');
  await issueAll(world);
  const [, , may] = await stated();
  expect(may).toMatchObject({ period: '2030-05-01', channel_share_cents: -13 });
});

test('whoever posts while a month is being closed is waited for', async () => {
  const { ctx } = world;
  const at = ctx.clock.now();
  const source_id = uuidAt(at);
  const paid = await pay(world, merchant, { at: at.toISOString() });
  const period = `${at.toISOString().slice(0, 7)}-01`;
  moveTo(world, new Date(at.getTime() + 32 * 86_400_000).toISOString());
  let closing: Promise<string[]> | undefined;
  await inTransaction(ctx.db, async (tx) => {
    await post(tx, {
      ...{ source_id, transaction_id: paid.transaction_id, captured_at: at, occurred_at: at, posted_at: at },
      ...{ channel_id, merchant_id: merchant.merchant_id, currency: 'USD', amounts: { fee_return: 20 } },
    });
    await sql`update transactions set refunded_platform_fee_cents = 20 where id = ${paid.transaction_id}`.execute(
      tx,
    );
    closing = close(period);
    await pause(IN_FLIGHT_MS);
  });
  expect(await closing).toHaveLength(1);
  expect(brief((await stated())[0]!)).toEqual([['capture', 1_000, 100, 20, 23]]);
});

test.each(['statements', 'statement_lines', 'statement_blocks', 'channel_terms'])(
  '%s are only added to',
  async (table) => {
    await pay(world, merchant, { at: world.ctx.clock.now().toISOString() });
    moveTo(world, new Date(world.ctx.clock.now().getTime() + 40 * 86_400_000).toISOString());
    await issueAll(world);
    const tried = sql`delete from ${sql.table(table)}`.execute(world.ctx.db);
    await expect(tried).rejects.toThrow(/only added to|permission denied/);
  },
);

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeCapture, makeChannel, makeConnectedMerchant, refund } from '../world/actors.ts';
import { startWorld, type World } from '../world/world.ts';
import { expectProblem, expectRefused, ISO_UTC, NOBODY, type TestMerchant } from './support.ts';

const DAY_SECONDS = 86_400;
const REQUIRED = [
  'id',
  'channel_id',
  'currency',
  'status',
  'volume_basis',
  'share_basis',
  'terms_type',
  'terms_description',
  'period_start',
  'period_end',
  'generated_at',
  'generated_by',
  'terms_fee_share_basis_points',
  'terms_per_transaction_minor_units',
  'terms_per_transaction_currency',
  'accounted_transaction_count',
  'accounted_captured_amount_cents',
  'accounted_captured_amount_display',
  'platform_fee_accrued_cents',
  'platform_fee_accrued_display',
  'platform_fee_refunded_cents',
  'platform_fee_refunded_display',
  'platform_fee_accrued_net_cents',
  'platform_fee_accrued_net_display',
  'platform_fee_collected_cents',
  'platform_fee_collected_display',
  'channel_share_cents',
  'channel_share_display',
  'excluded_transaction_count',
  'excluded_captured_amount_cents',
  'excluded_captured_amount_display',
  'rail_summaries',
  'supersedes_statement_id',
  'superseded_by_statement_id',
  'correction_reason',
];
const LINE = [
  'id',
  'entry_type',
  'provider',
  'transaction_id',
  'merchant_id',
  'merchant_name',
  'provider_capture_id',
  'captured_at',
  'amount_cents',
  'amount_display',
  'platform_fee_accrued_cents',
  'platform_fee_refunded_cents',
  'platform_fee_net_cents',
  'platform_fee_collected_cents',
  'applied_fee_share_basis_points',
  'applied_per_transaction_minor_units',
  'per_transaction_amount_cents',
  'channel_share_cents',
  'channel_share_display',
];
const TERMS = {
  ...{ type: 'fee_share_and_per_transaction', description: 'A quarter, and three cents' },
  ...{ fee_share_basis_points: 2_500, per_transaction_minor_units: 3, per_transaction_currency: 'USD' },
};

let world: World;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
  const fee = { platform_fee_percent: 10, platform_fee_fixed_minor_units: 0 };
  await world.operator('PATCH', `merchants/${merchant.merchant_id}`, fee);
  await world.operator('PUT', `channels/${merchant.channel_id}/terms`, TERMS);
});

const list = (query = '', key = merchant.key) =>
  world.call('GET', `/api/channel/statements${query}`, { key });
const read = (id: string, rest = '', key = merchant.key) =>
  world.call('GET', `/api/channel/statements/${id}${rest}`, { key });
const close = (body: object) => world.operator('POST', 'statements/close', body);
const now = async () => String((await world.operator('GET', 'clock')).body.now);

/** Lets the month end; answers which it was. */
async function endMonth(): Promise<string> {
  const at = new Date(await now());
  const next = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
  await world.advance(Math.ceil((next - at.getTime()) / 1_000) + 1);
  return at.toISOString().slice(0, 7);
}

async function statedMonth() {
  await makeCapture(world, merchant, { amount: '10.00' });
  const period = await endMonth();
  await close({ period, channel_id: merchant.channel_id });
  await world.drain();
  return { period, statement: (await list()).body[0] };
}

/** A month with a payment of 10 USD, half of which went back, and one of 20.01 USD. */
async function twoSales() {
  const paid = await makeCapture(world, merchant, { amount: '10.00' });
  await refund(world, merchant, paid.capture_id, { amount: '5.00' });
  await makeCapture(world, merchant, { amount: '20.01' });
  const period = await endMonth();
  await close({ period, channel_id: merchant.channel_id });
  await world.drain();
  return { period, paid };
}

describe('a statement', () => {
  test('has the fields that are promised, with sums of its lines', async () => {
    const { period } = await twoSales();
    const [statement, ...others] = (await list()).body;
    expect(others).toEqual([]);
    expect(Object.keys(statement).sort()).toEqual(REQUIRED.toSorted());
    expect(statement).toMatchObject({
      ...{ channel_id: merchant.channel_id, currency: 'USD', status: 'issued' },
      ...{
        period_start: `${period}-01`,
        period_end: lastDayOf(period),
        generated_at: expect.stringMatching(ISO_UTC),
      },
      ...{
        terms_type: TERMS.type,
        terms_description: TERMS.description,
        terms_fee_share_basis_points: 2_500,
      },
      ...{ accounted_transaction_count: 2, accounted_captured_amount_cents: 3_001 },
      ...{ accounted_captured_amount_display: '30.01 USD', platform_fee_accrued_cents: 300 },
      ...{ platform_fee_refunded_cents: 50, platform_fee_accrued_net_cents: 250 },
      ...{ platform_fee_accrued_net_display: '2.50 USD', platform_fee_collected_cents: 300 },
      // A quarter of 50 cents and of 2 USD, halves away from zero, and three cents for each.
      ...{ channel_share_cents: 13 + 50 + 6, channel_share_display: '0.69 USD' },
      ...{ excluded_transaction_count: 0, excluded_captured_amount_display: '0.00 USD' },
      ...{ supersedes_statement_id: null, superseded_by_statement_id: null, correction_reason: null },
    });
    expect(statement.rail_summaries).toEqual([
      {
        ...{
          provider: 'ppcp',
          fee_visibility: 'collected',
          transaction_count: 2,
          captured_amount_cents: 3_001,
        },
        ...{ captured_amount_display: '30.01 USD', platform_fee_accrued_cents: 300 },
        ...{ platform_fee_accrued_display: '3.00 USD', included_in_settlement: true, exclusion_reason: null },
      },
    ]);
    expect((await read(statement.id)).body).toEqual(statement);
  });

  test('has lines with the fields that are promised', async () => {
    expect((await list()).body).toEqual([]);
    const { paid } = await twoSales();
    const [statement] = (await list()).body;
    const page = (await read(statement.id, '/lines')).body;
    expect(page).toMatchObject({
      statement_id: statement.id,
      currency: 'USD',
      total: 2,
      limit: 200,
      offset: 0,
    });
    expect(Object.keys(page.lines[0]).sort()).toEqual(LINE.toSorted());
    expect(page.lines[0]).toMatchObject({
      ...{ entry_type: 'capture', transaction_id: paid.transaction_id, provider_capture_id: paid.capture_id },
      ...{ merchant_id: merchant.merchant_id, amount_cents: 1_000, amount_display: '10.00 USD' },
      ...{ platform_fee_accrued_cents: 100, platform_fee_refunded_cents: 50, platform_fee_net_cents: 50 },
      ...{ applied_fee_share_basis_points: 2_500, applied_per_transaction_minor_units: 3 },
      ...{ per_transaction_amount_cents: 3, channel_share_cents: 16, channel_share_display: '0.16 USD' },
    });
  });

  test('of a later month takes back the fee of what an earlier one counted', async () => {
    const paid = await makeCapture(world, merchant, { amount: '10.00' });
    await endMonth();
    await refund(world, merchant, paid.capture_id, { amount: '5.00' });
    await endMonth();
    await world.drain();
    const [later, earlier] = (await list()).body;
    expect(earlier).toMatchObject({ channel_share_cents: 28, platform_fee_refunded_cents: 0 });
    expect(later).toMatchObject({
      ...{
        accounted_transaction_count: 0,
        accounted_captured_amount_cents: 0,
        platform_fee_accrued_cents: 0,
      },
      ...{ platform_fee_refunded_cents: 50, platform_fee_accrued_net_cents: -50, rail_summaries: [] },
      ...{
        platform_fee_accrued_net_display: '-0.50 USD',
        channel_share_cents: -13,
        channel_share_display: '-0.13 USD',
      },
    });
    expect((await read(later.id, '/lines')).body.lines).toMatchObject([
      {
        ...{ entry_type: 'fee_refund_adjustment', transaction_id: paid.transaction_id, amount_cents: 0 },
        ...{ provider_capture_id: paid.capture_id, captured_at: paid.captured.body.captured_at },
        ...{ platform_fee_net_cents: -50, per_transaction_amount_cents: 0, channel_share_cents: -13 },
      },
    ]);
  });

  test('is issued once, and answered by whoever closes its month first', async () => {
    await makeCapture(world, merchant);
    const at = await now();
    expectRefused(await close({ period: at.slice(0, 7) }), 409);
    const period = await endMonth();
    const asked = { period, channel_id: merchant.channel_id };
    const answers = await Promise.all([close(asked), close(asked), close(asked)]);
    await world.drain();
    const issued = answers.flatMap(({ body }) => body.issued);
    expect(new Set(issued).size).toBe(issued.length);
    const listed = (await list()).body;
    expect(listed).toHaveLength(1);
    expect([[], [listed[0].id]]).toContainEqual(issued);
    expect((await close(asked)).body).toEqual({ issued: [] });
  });

  test('belongs to its channel alone', async () => {
    const { statement } = await statedMonth();
    const other = await makeChannel(world);
    expect((await list('', other.key)).body).toEqual([]);
    for (const rest of ['', '/lines']) {
      const foreign = await read(statement.id, rest, other.key);
      expectRefused(foreign, 404);
      expect((await read(NOBODY, rest, other.key)).body).toEqual(foreign.body);
    }
  });

  test('is corrected by another of its terms, and hidden from then on', async () => {
    const { statement } = await statedMonth();
    await world.operator('PUT', `channels/${merchant.channel_id}/terms`, {
      ...TERMS,
      fee_share_basis_points: 9_000,
    });
    const path = `statements/${statement.id}/correct`;
    const corrected = await world.operator('POST', path, { reason: 'Asked for by the channel' });
    expect(corrected.status).toBe(201);
    expect(corrected.body).toMatchObject({
      ...{ supersedes_statement_id: statement.id, correction_reason: 'Asked for by the channel' },
      ...{ terms_fee_share_basis_points: 2_500, channel_share_cents: 28, status: 'issued' },
    });
    expect((await list()).body).toEqual([corrected.body]);
    const before = { ...statement, status: 'superseded', superseded_by_statement_id: corrected.body.id };
    expect((await list('?include_superseded=true')).body).toEqual([corrected.body, before]);
    expect((await read(statement.id)).body).toEqual(before);
    expectRefused(await world.operator('POST', path, { reason: 'again' }), 409);
    expectRefused(await world.operator('POST', `statements/${NOBODY}/correct`, { reason: 'x' }), 404);
    expectProblem(await world.operator('POST', path, {}), ['body', 'reason']);
  });
});

describe('lists', () => {
  test('of statements are filtered and paged, newest month first', async () => {
    for (let month = 0; month < 3; month += 1) {
      await makeCapture(world, merchant);
      await endMonth();
    }
    await world.drain();
    const all = (await list()).body;
    const periods = all.map(({ period_start }: { period_start: string }) => period_start);
    expect(periods).toHaveLength(3);
    expect(periods).toEqual(periods.toSorted().toReversed());
    expect((await list('?limit=1&offset=1')).body).toEqual([all[1]]);
    expect((await list('?currency=USD')).body).toEqual(all);
    expect((await list('?currency=EUR')).body).toEqual([]);
    for (const query of [
      'currency=US',
      'currency=USDX',
      'limit=0',
      'limit=201',
      'offset=-1',
      'include_superseded=x',
    ]) {
      expectProblem(await list(`?${query}`), ['query', query.split('=')[0]!]);
    }
  });

  test('of lines are paged, oldest capture first', async () => {
    for (let nth = 0; nth < 3; nth += 1) {
      await makeCapture(world, merchant, { amount: '1.00' });
      await world.advance(DAY_SECONDS / 24);
    }
    const { statement } = await statedMonth();
    const all = (await read(statement.id, '/lines')).body;
    const captured = all.lines.map(({ captured_at }: { captured_at: string }) => captured_at);
    expect(captured).toEqual(captured.toSorted());
    const page = (await read(statement.id, '/lines?limit=2&offset=1')).body;
    expect(page).toEqual({ ...all, limit: 2, offset: 1, lines: all.lines.slice(1, 3) });
    expect((await read(statement.id, '/lines?offset=99')).body.lines).toEqual([]);
    for (const query of ['limit=0', 'limit=501', 'offset=-1']) {
      expectProblem(await read(statement.id, `/lines?${query}`), ['query', query.split('=')[0]!]);
    }
    expectProblem(await read('x'), ['path', 'statement_id']);
  });
});

test.each([
  [{}, 'period'],
  [{ period: '2026-13' }, 'period'],
  [{ period: '2026-1' }, 'period'],
  [{ period: '0000-01' }, 'period'],
  [{ period: '2026-01-01' }, 'period'],
  [{ period: '2026-01', channel_id: 'x' }, 'channel_id'],
  [{ period: '2026-01', currency: 'USD' }, 'currency'],
])('a close of %j is refused', async (body, field) => {
  expectProblem(await close(body), ['body', field]);
  expectRefused(await close({ period: '2026-01', channel_id: NOBODY }), 404);
});

function lastDayOf(period: string): string {
  const [year, month] = period.split('-').map(Number);
  return new Date(Date.UTC(year!, month, 0)).toISOString().slice(0, 10);
}

import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ModuleWorld, startModuleWorld } from '../../../../tests/world/module-world.ts';
import { uuidAt } from '../../lib/ids.ts';
import { sweepUncounted, sweepTallies } from '../payments/index.ts';
import type { TransactionFilter } from './filter.ts';
import { listTransactions } from './queries.ts';
import { findPlace } from './totals.ts';
import { leaveUncounted, plant } from './transactions.fixture.ts';

let world: ModuleWorld;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());

const at = (text: string) => new Date(text);
const newMerchant = () => uuidAt(new Date());
const DAY = 86_400_000;
const FIRST = Date.parse('2026-02-27T00:00:00Z');

// Over some days, so that midnights lie among them, and the leap of a month.
const momentOf = fc.oneof(
  fc.integer({ min: 0, max: 5 * DAY }),
  fc.integer({ min: 0, max: 5 }).chain((day) => fc.constantFrom(day * DAY, day * DAY - 1, day * DAY + 1)),
);
const plantedOf = fc.record({
  after: momentOf,
  status: fc.constantFrom('created', 'approved', 'captured', 'refunded', 'failed', 'voided'),
  payment_method: fc.constantFrom('wallet', 'card', 'venmo'),
  processor: fc.constantFrom(null, 'north', 'south'),
  has_order: fc.boolean(),
});
const filterOf = fc.record(
  {
    status: fc.constantFrom('created', 'captured', 'failed'),
    payment_method: fc.constantFrom('wallet', 'card', 'nothing'),
    processor: fc.constantFrom('north', 'nothing', ''),
    from: momentOf,
    to: momentOf,
  },
  { requiredKeys: [] },
);

interface Row {
  id: string;
  created_at: Date;
  status: string;
  payment_method: string;
  processor: string | null;
  provider_order_id: string | null;
}

async function rowsOf(merchant_id: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, created_at, status, payment_method, processor, provider_order_id from transactions
    where merchant_id = ${merchant_id} order by id desc`.execute(world.ctx.db);
  return rows.filter((row) => row.provider_order_id !== null || row.status === 'failed');
}

function matches(row: Row, filter: TransactionFilter): boolean {
  return (
    (filter.status === undefined || row.status === filter.status) &&
    (filter.payment_method === undefined || row.payment_method === filter.payment_method) &&
    (filter.processor === undefined || row.processor === filter.processor) &&
    (filter.from === undefined || row.created_at >= filter.from) &&
    (filter.to === undefined || row.created_at <= filter.to)
  );
}

describe('a total that is not counted', () => {
  test('is what counting finds, whatever is added up, not yet, or was there before', async () => {
    const { ctx } = world;
    await fc.assert(
      fc.asyncProperty(
        fc.array(plantedOf, { minLength: 1, maxLength: 12 }),
        fc.array(filterOf, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 0, max: 4 }),
        fc.integer({ min: 0, max: 12 }),
        async (planted, filters, uncounted, folded) => {
          const merchant_id = newMerchant();
          const ids: string[] = [];
          for (const [nth, { after, ...one }] of planted.entries()) {
            ids.push(await plant(ctx.db, { merchant_id, created_at: new Date(FIRST + after), ...one }));
            if (nth === folded) await sweepTallies(ctx);
          }
          await leaveUncounted(ctx.db, ids.slice(0, uncounted));
          const rows = await rowsOf(merchant_id);
          for (const { from, to, ...kinds } of filters) {
            const span = {
              from: from === undefined ? undefined : new Date(FIRST + from),
              to: to === undefined ? undefined : new Date(FIRST + to),
            };
            const filter = { merchant_id, ...kinds, ...span };
            const wanted = rows.filter((row) => matches(row, filter)).map(({ id }) => id);
            const { items, total } = await listTransactions(ctx.db, filter, { limit: 100, offset: 0 });
            expect({ total, ids: items.map(({ id }) => id) }).toEqual({ total: wanted.length, ids: wanted });
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('stays right when transactions that were there before are counted', async () => {
    const { ctx } = world;
    while ((await sweepUncounted(ctx)) > 0);
    const merchant_id = newMerchant();
    const ids: string[] = [];
    for (let nth = 0; nth < 5; nth += 1)
      ids.push(await plant(ctx.db, { merchant_id, created_at: new Date(FIRST + nth * DAY) }));
    await leaveUncounted(ctx.db, ids);
    const total = async () => (await findPlace(ctx.db, { merchant_id }, 0)).total;
    expect(await total()).toBe(5);
    // Changed before it is counted, and after.
    const fail = (id: string) =>
      sql`update transactions set status = 'failed', captured_at = null where id = ${id}`.execute(ctx.db);
    await fail(ids[0]!);
    expect(await sweepUncounted(ctx)).toBe(5);
    await fail(ids[1]!);
    expect(await total()).toBe(5);
    expect((await findPlace(ctx.db, { merchant_id, status: 'failed' }, 0)).total).toBe(2);
    while ((await sweepTallies(ctx)) > 0);
    expect((await findPlace(ctx.db, { merchant_id, status: 'failed' }, 0)).total).toBe(2);
    expect(await sweepUncounted(ctx)).toBe(0);
  });

  test('is added up once, whoever adds at the same moment', async () => {
    const { ctx } = world;
    const merchant_id = newMerchant();
    for (let nth = 0; nth < 20; nth += 1)
      await plant(ctx.db, { merchant_id, created_at: new Date(FIRST + nth) });
    await Promise.all(Array.from({ length: 4 }, () => sweepTallies(ctx)));
    while ((await sweepTallies(ctx)) > 0);
    expect((await findPlace(ctx.db, { merchant_id }, 0)).total).toBe(20);
    const { rows } = await sql<{ transactions: number }>`
      select transactions from transaction_tallies
      where merchant_id = ${merchant_id} and day = '-infinity'`.execute(ctx.db);
    expect(rows).toEqual([{ transactions: 20 }]);
  });
});

describe('a page far from the newest', () => {
  test('is found by the days before it, and is the same that walking leads to', async () => {
    const { ctx } = world;
    const merchant_id = newMerchant();
    const ids: string[] = [];
    // More on each day than are walked at once.
    const perDay = 600;
    await sql`
      insert into transactions (id, merchant_id, provider, provider_order_id, status, amount_cents, currency,
        platform_fee_cents, platform_fee_percent_millionths, platform_fee_fixed_minor_units, created_at, updated_at)
      select (lpad(to_hex(ms), 12, '0') || '7' || lpad(to_hex(i % 4096), 3, '0') || '8' || lpad(to_hex(i), 15, '0'))::uuid,
        ${merchant_id}, 'ppcp', 'o' || i, case when i % 3 = 0 then 'voided' else 'created' end, 1, 'USD', 0, 0, 0,
        to_timestamp(ms / 1000.0), now()
      from (select i, ${FIRST}::bigint + (i / ${perDay}::integer) * ${DAY}::bigint + i as ms
        from generate_series(0, ${4 * perDay - 1}) i) made`.execute(ctx.db);
    ids.push(...(await rowsOf(merchant_id)).map(({ id }) => id));
    expect(ids).toHaveLength(4 * perDay);
    const middle = new Date(FIRST + 3 * DAY + 3 * perDay + 100);
    const spans: TransactionFilter[] = [
      { merchant_id },
      { merchant_id, status: 'voided' },
      { merchant_id, to: middle },
      { merchant_id, from: new Date(FIRST + 50), to: middle },
      { merchant_id, from: new Date(FIRST + 50), status: 'created' },
    ];
    for (const filter of spans) {
      const rows = (await rowsOf(merchant_id)).filter((row) => matches(row, filter));
      for (const offset of [0, 90, 999, 1_000, 1_001, 1_250, 1_499, rows.length - 1, rows.length, 9_999]) {
        const { items, total } = await listTransactions(ctx.db, filter, { limit: 7, offset });
        expect(total).toBe(rows.length);
        expect(items.map(({ id }) => id)).toEqual(rows.slice(offset, offset + 7).map(({ id }) => id));
      }
    }
  });

  test('is walked for less than a day, however far it is', async () => {
    const { ctx } = world;
    const merchant_id = newMerchant();
    for (let nth = 0; nth < 3; nth += 1)
      await plant(ctx.db, { merchant_id, created_at: new Date(FIRST + nth * DAY) });
    await sql`
      insert into transaction_changes (merchant_id, created_day, status, payment_method, processor, currency,
        transactions, refunded, disputed, amount_cents, platform_fee_cents, provider_fee_cents, refunded_cents)
      values (${merchant_id}, '2026-03-20', 'captured', 'wallet', '', 'USD', 5000000, 0, 0, 0, 0, 0, 0)`.execute(
      ctx.db,
    );
    const place = await findPlace(ctx.db, { merchant_id }, 5_000_001);
    expect(place).toEqual({ total: 5_000_003, to: at('2026-02-28T23:59:59.999Z'), offset: 0 });
  });
});

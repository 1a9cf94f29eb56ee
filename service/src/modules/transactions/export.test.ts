import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ModuleWorld, startModuleWorld } from '../../../../tests/world/module-world.ts';
import { uuidAt } from '../../lib/ids.ts';
import { exportTransactions } from './export.ts';
import type { TransactionFilter } from './filter.ts';
import { plant } from './transactions.fixture.ts';

const ROWS = 2_500;
const FIRST = Date.parse('2026-04-01T00:00:00Z');

let world: ModuleWorld;
const merchant_id = uuidAt(new Date());
beforeAll(async () => {
  world = await startModuleWorld();
  await sql`
    insert into transactions (id, merchant_id, provider, provider_order_id, status, amount_cents, currency, description,
      platform_fee_cents, platform_fee_percent_millionths, platform_fee_fixed_minor_units, created_at, updated_at)
    select (lpad(to_hex(ms), 12, '0') || '70008' || lpad(to_hex(i), 15, '0'))::uuid, ${merchant_id}, 'ppcp', 'o' || i,
      'created', i, 'USD', case when i % 2 = 0 then 'even tea' else 'odd q' end, 0, 0, 0,
      timestamptz 'epoch' + ms * interval '1 millisecond', now()
    from (select i, ${FIRST}::bigint + i * 60000 as ms from generate_series(1, ${ROWS}) i) made`.execute(
    world.ctx.db,
  );
});
afterAll(() => world.close());

async function piecesOf(filter: Partial<TransactionFilter> = {}): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of exportTransactions(world.ctx.db, { merchant_id, ...filter })) pieces.push(piece);
  return pieces;
}
const amountsOf = (pieces: readonly string[]) =>
  pieces
    .join('')
    .split('\r\n')
    .slice(1, -1)
    .map((line) => Number(line.split(',')[10]));
const counting = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.floor((from - to) / step) + 1 }, (_, nth) => from - nth * step);

describe('an export', () => {
  test('goes through all of it in pieces, leaving nothing out and nothing twice', async () => {
    const pieces = await piecesOf();
    expect(pieces).toHaveLength(3);
    expect(amountsOf(pieces)).toEqual(counting(ROWS, 1));
  });

  test('that ends with a piece ends there', async () => {
    const to = new Date(FIRST + 1_000 * 60_000);
    const pieces = await piecesOf({ to });
    expect([pieces.length, amountsOf(pieces).length]).toEqual([1, 1_000]);
  });

  test('finds words that are frequent, rare or short as the list does', async () => {
    expect(amountsOf(await piecesOf({ search: 'even tea' }))).toEqual(counting(ROWS, 2, 2));
    expect(amountsOf(await piecesOf({ search: 'q' }))).toEqual(counting(ROWS - 1, 1, 2));
    const created_at = new Date(FIRST);
    await plant(world.ctx.db, { merchant_id, created_at, amount_cents: 77, description: 'a rarity' });
    expect(amountsOf(await piecesOf({ search: 'RARITY' }))).toEqual([77]);
    expect(amountsOf(await piecesOf({ search: 'rarities' }))).toEqual([]);
  });

  test('holds a piece, and not the whole', async () => {
    const reads: number[] = [];
    for await (const piece of exportTransactions(world.ctx.db, { merchant_id })) {
      reads.push(piece.length);
      if (reads.length === 2) break;
    }
    expect(reads).toHaveLength(2);
    expect(Math.max(...reads)).toBeLessThan(400_000);
  });

  test('writes each currency with its digits, and what is not known as nothing', async () => {
    const own = uuidAt(new Date());
    const created_at = new Date(FIRST);
    await plant(world.ctx.db, { merchant_id: own, created_at, currency: 'JPY', amount_cents: 500 });
    await plant(world.ctx.db, { merchant_id: own, created_at, currency: 'KWD', amount_cents: 1_500 });
    const [text] = await piecesOf({ merchant_id: own });
    expect(text).toContain(',KWD,1.500,1500,0.000,0,,,');
    expect(text).toContain(',JPY,500,500,0,0,,,');
  });

  test('writes an amount below zero with all of its digits', async () => {
    const own = uuidAt(new Date());
    const id = await plant(world.ctx.db, { merchant_id: own, created_at: new Date(FIRST), amount_cents: 30 });
    await sql`update transactions set net_amount_cents = -50 where id = ${id}`.execute(world.ctx.db);
    const [text] = await piecesOf({ merchant_id: own });
    expect(text).toContain(',USD,0.30,30,0.00,0,,,-0.50,-50,');
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ModuleWorld, startModuleWorld } from '../../../../tests/world/module-world.ts';
import { uuidAt } from '../../lib/ids.ts';
import { sweepTallies } from '../payments/index.ts';
import { exportTransactions } from './export.ts';
import { listTransactions } from './queries.ts';

// More transactions than are looked through one by one. The oldest 11,000 have a word that no other has, and 4,000 of these
// another. Another merchant has fewer, all of one word.

const ROWS = 34_000;
const OLD = 11_000;
const OLDEST = 4_000;
const OTHERS = 21_000;
const RARE_EVERY = 1_000;
const TOLD_OF_MANY = 1_000;
// What is planted by one statement, which the service's own limit holds for, also on a machine that is busy.
const AT_ONCE = 5_000;
const SLOW_MS = 180_000;

let world: ModuleWorld;
const merchant_id = uuidAt(new Date());
const other_id = uuidAt(new Date());
const numbers: number[] = Array.from({ length: ROWS }, (_, nth) => ROWS - nth);
beforeAll(async () => {
  world = await startModuleWorld();
  for (let from = 1; from <= ROWS; from += AT_ONCE) await plant(from, Math.min(from + AT_ONCE - 1, ROWS));
  while ((await sweepTallies(world.ctx)) > 0);
  await sql`analyze transactions`.execute(world.ctx.db);
}, SLOW_MS);
afterAll(() => world.close());

async function plant(from: number, to: number): Promise<void> {
  await sql`
    insert into transactions (id, merchant_id, provider, provider_order_id, status, amount_cents, currency, description,
      platform_fee_cents, platform_fee_percent_millionths, platform_fee_fixed_minor_units, created_at, updated_at)
    select (lpad(to_hex(ms), 12, '0') || '70008' || lpad(to_hex(i), 15, '0'))::uuid, ${merchant_id}, 'ppcp', 'o' || i,
      case when i % 2 = 0 then 'voided' else 'created' end, i, 'USD',
      'sold' || case when i <= ${OLD}::integer then ' bygone' else '' end
        || case when i <= ${OLDEST}::integer then ' ancient' else '' end
        || case when i % ${RARE_EVERY}::integer = 0 then ' rarity' else '' end
        || case when i % 20 = 0 then ' twentieth' else '' end || case when i % 3 = 0 then ' zq' else '' end
        || case when i % 9 = 0 then ' ninth' else '' end,
      0, 0, 0, timestamptz 'epoch' + ms * interval '1 millisecond', now()
    from (select i, 1775000000000 + i * 1000::bigint as ms from generate_series(${from}::integer, ${to}::integer) i) made`.execute(
    world.ctx.db,
  );
  await sql`
    insert into transactions (id, merchant_id, provider, provider_order_id, status, amount_cents, currency, description,
      platform_fee_cents, platform_fee_percent_millionths, platform_fee_fixed_minor_units, created_at, updated_at)
    select (left(id::text, 15) || '9' || right(id::text, 20))::uuid, ${other_id}, provider, 'of another ' || amount_cents, status,
      amount_cents, currency, case when amount_cents % ${RARE_EVERY}::integer = 0 then 'rarity' else 'plain' end,
      0, 0, 0, created_at, updated_at
    from transactions where merchant_id = ${merchant_id}
      and amount_cents between ${from}::integer and ${Math.min(to, OTHERS)}::integer`.execute(world.ctx.db);
}

async function found(
  search: string,
  page: { limit: number; offset: number },
  more: { status?: string; merchant_id?: string } = {},
) {
  const { items, total } = await listTransactions(world.ctx.db, { merchant_id, search, ...more }, page);
  return { numbers: items.map(({ amount_cents }) => amount_cents), total };
}

const PAGES = [0, 7, 500, 990, 1_000, 3_950, 9_995, 40_000];
const words: [what: string, search: string, more: object, has: (n: number) => boolean, bound: number][] = [
  ['few have, by their index', 'rarity', {}, (n) => n % RARE_EVERY === 0, Infinity],
  ['some of the oldest have, by their index', 'ancient', {}, (n) => n <= OLDEST, Infinity],
  ['all have, up to a bound', 'sold', {}, () => true, TOLD_OF_MANY],
  ['many of the oldest have, up to a bound', 'bygone', {}, (n) => n <= OLD, TOLD_OF_MANY],
  [
    'some of what a filter leaves have',
    'bygone',
    { status: 'voided' },
    (n) => n <= OLD && n % 2 === 0,
    Infinity,
  ],
  ['one in nine has, which are fewer than are counted', 'ninth', {}, (n) => n % 9 === 0, Infinity],
  ['few have, beside one that all have', 'sold rarity', {}, (n) => n % RARE_EVERY === 0 && n > OLD, Infinity],
  ['few have, beside one that some have', 'rarity twentieth', {}, (n) => n % RARE_EVERY === 0, Infinity],
  ['nobody has in this order, of which some have the one', 'twentieth rarity', {}, () => false, Infinity],
  ['nobody has, though each of them somebody', 'rarity sold', {}, () => false, Infinity],
  ['nobody has', 'nothing', {}, () => false, Infinity],
];

test.each([
  ...words,
  ['no index knows, up to a bound', 'zq', {}, (n: number) => n % 3 === 0, TOLD_OF_MANY] as const,
])('words that %s', async (_what, search, more, has, bound) => {
  const wanted = numbers.filter(has).slice(0, bound);
  for (const offset of PAGES) {
    const page = wanted.slice(offset, offset + 100);
    expect(await found(search, { limit: 100, offset }, more)).toEqual({
      numbers: page,
      total: wanted.length,
    });
  }
});

test.each(words)('an export has all of the words that %s', async (_what, search, more, has) => {
  let lines = -1;
  for await (const piece of exportTransactions(world.ctx.db, { merchant_id, search, ...more }))
    lines += piece.split('\r\n').length - 1;
  expect(lines).toBe(numbers.filter(has).length);
});

test('words are found of the merchant who asks, whether it has most of all transactions or the lesser part', async () => {
  const page = { limit: 100, offset: 0 };
  const rare = (rows: number) => numbers.filter((n) => n <= rows && n % RARE_EVERY === 0);
  expect(await found('rarity', page)).toEqual({ numbers: rare(ROWS), total: ROWS / RARE_EVERY });
  const others = { numbers: rare(OTHERS), total: OTHERS / RARE_EVERY };
  expect(await found('rarity', page, { merchant_id: other_id })).toEqual(others);
});

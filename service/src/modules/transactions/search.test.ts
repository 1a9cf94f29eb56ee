import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ModuleWorld, startModuleWorld } from '../../../../tests/world/module-world.ts';
import { uuidAt } from '../../lib/ids.ts';
import { listTransactions } from './queries.ts';
import { plant } from './transactions.fixture.ts';

const PAGE = { limit: 100, offset: 0 };

let world: ModuleWorld;
const merchant_id = uuidAt(new Date());
const ids: string[] = [];
beforeAll(async () => {
  world = await startModuleWorld();
  const texts: [email: string | null, description: string | null][] = [
    ['Ana@Example.com', 'Green tea, 100% leaf'],
    ['bo@example.org', 'Black tea'],
    [null, 'A cup_of tea \\ two'],
    ['tea@x.test', null],
    [null, null],
    ['ÉMILE@exemple.fr', 'Über-Tasse'],
  ];
  for (const [nth, [buyer_email, description]] of texts.entries()) {
    const created_at = new Date(Date.parse('2026-03-01T12:00:00Z') + nth * 3_600_000);
    const status = nth === 1 ? 'failed' : 'captured';
    ids.push(await plant(world.ctx.db, { merchant_id, created_at, status, buyer_email, description }));
  }
  const created_at = new Date('2026-03-01T12:00:00Z');
  await plant(world.ctx.db, { merchant_id: uuidAt(created_at), created_at, description: 'Green tea' });
});
afterAll(() => world.close());

async function found(search: string, more: object = {}, page = PAGE) {
  const { items, total } = await listTransactions(world.ctx.db, { merchant_id, search, ...more }, page);
  return { found: items.map(({ id }) => ids.indexOf(id)), total };
}

describe('a search', () => {
  test.each([
    ['tea', [3, 2, 1, 0]],
    ['  TEA ', [3, 2, 1, 0]],
    ['example.com', [0]],
    ['ana@EXAMPLE', [0]],
    ['100%', [0]],
    ['%', [0]],
    ['_', [2]],
    ['cup_of', [2]],
    ['cup%of', []],
    ['\\', [2]],
    ['te', [3, 2, 1, 0]],
    ['émile', [5]],
    ['über', [5]],
    ['teas', []],
    ['tea, black', []],
    ["'; drop table transactions; --", []],
  ])('for %j finds what it stands in, newest first', async (search, wanted) => {
    expect(await found(search)).toEqual({ found: wanted, total: wanted.length });
  });

  test('of nothing but blanks is none', async () => {
    expect((await found('   ')).total).toBe(ids.length);
  });

  test('goes with the other filters', async () => {
    expect(await found('tea', { status: 'failed' })).toEqual({ found: [1], total: 1 });
    const from = new Date('2026-03-01T13:00:00Z');
    const to = new Date('2026-03-01T14:00:00Z');
    expect(await found('tea', { from, to })).toEqual({ found: [2, 1], total: 2 });
    expect(await found('te', { from, to, status: 'captured' })).toEqual({ found: [2], total: 1 });
    expect(await found('tea', { payment_method: 'card' })).toEqual({ found: [], total: 0 });
  });

  test('is paged', async () => {
    expect(await found('tea', {}, { limit: 2, offset: 1 })).toEqual({ found: [2, 1], total: 4 });
    expect(await found('tea', {}, { limit: 2, offset: 4 })).toEqual({ found: [], total: 4 });
    expect(await found('te', {}, { limit: 1, offset: 3 })).toEqual({ found: [0], total: 4 });
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeCapture, makeChannel, makeConnectedMerchant, makeOrder, refund } from '../world/actors.ts';
import { startWorld, type World } from '../world/world.ts';
import { as, expectProblem, expectRefused, makeDirectMerchant, makeShop, NOBODY } from './support.ts';
import type { TestMerchant } from './support.ts';

const DAY_SECONDS = 86_400;

let world: World;
let merchant: TestMerchant;
const made = { refunded: '', partial: '', whole: '', open: '' };

beforeAll(async () => {
  world = await startWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
  const terms = { platform_fee_percent: 10, platform_fee_fixed_minor_units: 5 };
  await world.operator('PATCH', `merchants/${merchant.merchant_id}`, terms);
  const first = await makeCapture(world, merchant, { amount: '30.00' });
  await refund(world, merchant, first.capture_id);
  await world.advance(2 * DAY_SECONDS);
  const second = await makeCapture(world, merchant, { amount: '12.34' });
  await refund(world, merchant, second.capture_id, { amount: '2.34' });
  const third = await makeCapture(world, merchant, { amount: '10.01' });
  const fourth = await makeOrder(world, merchant, { approved: false });
  made.refunded = first.transaction_id;
  made.partial = second.transaction_id;
  made.whole = third.transaction_id;
  made.open = fourth.transaction_id;
});
afterAll(() => world.close());

const get = (path: string, by: { key: string; merchant_id: string } = merchant) =>
  world.call('GET', `/api/transactions${path}`, as(by));
const list = async (query = '') => (await get(query)).body;

describe('statistics', () => {
  test('tell one currency, and hold what the list holds', async () => {
    const { items, total } = await list('?limit=100');
    const taken = items.filter((item: { captured_at?: string }) => item.captured_at !== undefined);
    const cents = (of: string) =>
      taken.reduce((sum: number, item: Record<string, number>) => sum + Math.round(item[of]! * 100), 0);
    const { status, body } = await get('/stats');
    expect(status).toBe(200);
    expect(body).toEqual({
      currency: 'USD',
      total_revenue: 52.35,
      avg_order_value: 17.45,
      platform_fees: cents('platform_fee') / 100,
      total_fees: (cents('platform_fee') + cents('provider_fee')) / 100,
      total_refunded: 32.34,
      transaction_count: total,
      captured_count: 3,
      refunded_count: 2,
      disputed_count: 0,
      by_currency: [],
    });
    expect(body.platform_fees).toBe(5.38);
  });

  test('count a dispute once, however it ends', async () => {
    const own = await makeConnectedMerchant(world, merchant);
    const { capture_id } = await makeCapture(world, own);
    const disputed = { reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED' };
    const made = await world.control('POST', `captures/${capture_id}/dispute`, disputed);
    await world.drain();
    expect((await get('/stats', own)).body).toMatchObject({ disputed_count: 1 });
    const outcome = { outcome: 'RESOLVED_SELLER_FAVOUR' };
    await world.control('POST', `disputes/${made.body.dispute_id}/resolve`, outcome);
    await world.drain();
    expect((await get('/stats', own)).body).toMatchObject({ disputed_count: 1, captured_count: 1 });
  });

  test('count a reversal as a dispute', async () => {
    const own = await makeConnectedMerchant(world, merchant);
    const { capture_id } = await makeCapture(world, own);
    await makeCapture(world, own);
    await world.control('POST', `captures/${capture_id}/reverse`, {});
    await world.drain();
    expect((await get('/stats', own)).body).toMatchObject({ disputed_count: 1, captured_count: 2 });
  });

  test('of a merchant that sold nothing are zeros', async () => {
    const { body } = await get('/stats', await makeShop(world));
    expect(body).toMatchObject({ currency: 'USD', total_revenue: 0, transaction_count: 0, by_currency: [] });
  });
});

describe('daily revenue', () => {
  test('has thirty days up to today, days without revenue included, and sums to the statistics', async () => {
    const { status, body } = await get('/daily-revenue');
    expect(status).toBe(200);
    expect(body).toHaveLength(30);
    const today = world.clock.now().toISOString().slice(0, 10);
    expect(body.at(-1)).toEqual({
      ...{ date: today, currency: 'USD', revenue: 22.35, platform_fees: 2.33, captured_count: 2 },
      by_currency: [],
    });
    expect(body.at(-2)).toMatchObject({ revenue: 0, captured_count: 0 });
    expect(body.at(-3)).toMatchObject({ revenue: 30, captured_count: 1 });
    const sum = body.reduce((cents: number, row: { revenue: number }) => cents + row.revenue * 100, 0);
    expect(Math.round(sum)).toBe(5_235);
  });

  test('has as many days as are asked for, ninety at most', async () => {
    expect((await get('/daily-revenue?days=1')).body).toHaveLength(1);
    expect((await get('/daily-revenue?days=90')).body).toHaveLength(90);
    for (const days of ['0', '91', '-1', '1.5', 'x', ''])
      expectProblem(await get(`/daily-revenue?days=${days}`), ['query', 'days']);
    expectProblem(await get('/daily-revenue?from=1'), ['query', 'from']);
  });
});

describe('filter options', () => {
  test('are the methods that the list can be narrowed by, with how many that leaves', async () => {
    const { status, body } = await get('/filter-options');
    expect([status, Object.keys(body)]).toEqual([200, ['payment_methods', 'processors']]);
    let counted = 0;
    for (const { value, label, count } of body.payment_methods) {
      expect(label).toMatch(/^[A-Z]/);
      const page = await list(`?payment_method=${encodeURIComponent(value)}`);
      expect(page.total).toBe(count);
      counted += count;
    }
    expect(counted).toBe((await list()).total);
    expect(body.processors).toEqual([]);
  });
});

describe('the total of the list', () => {
  test('is exact for every filter, before and after what changed is added up', async () => {
    const queries = ['', '?status=captured', '?status=refunded', '?status=created', '?status=voided'];
    const totals = async () => Promise.all(queries.map(async (query) => (await list(query)).total));
    expect(await totals()).toEqual([4, 2, 1, 1, 0]);
    await world.drain();
    expect(await totals()).toEqual([4, 2, 1, 1, 0]);
    for (const query of queries) {
      const { items, total } = await list(query);
      expect(items).toHaveLength(total);
    }
  });

  test('stays as it is on a page behind the last one', async () => {
    expect(await list('?offset=1000000')).toEqual({ items: [], total: 4, limit: 20, offset: 1_000_000 });
  });
});

describe('a transaction at its provider', () => {
  const detail = (id: string, by = merchant) => get(`/${id}/provider-detail`, by);

  test('is read there: its own state and amounts, without persons or links', async () => {
    const { status, body } = await detail(made.partial);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ available: true, provider: 'ppcp', captured_amount_cents: 1_234 },
      ...{ external_identifier: made.partial, provider_status: 'PARTIALLY_REFUNDED' },
      payload: { status: 'COMPLETED', intent: 'CAPTURE' },
    });
    expect(Date.parse(body.provider_updated_at)).not.toBeNaN();
    expect(JSON.stringify(body.payload)).not.toMatch(/@|https?:|given_name|address/);
    expect(body.payload.purchase_units[0].payments.refunds).toHaveLength(1);
  });

  test('tells what happened at the provider before we heard of it', async () => {
    await world.control('POST', 'notices', { mode: 'hold' });
    const { capture_id, transaction_id } = await makeCapture(world, merchant);
    await world.control('POST', `captures/${capture_id}/refund`, {});
    expect((await get(`/${transaction_id}`)).body.status).toBe('captured');
    expect((await detail(transaction_id)).body.provider_status).toBe('REFUNDED');
    await world.control('POST', 'notices/release');
    await world.drain();
  });

  test('is shown before the buyer has paid', async () => {
    const { body } = await detail(made.open);
    expect(body).toMatchObject({ available: true, provider_status: 'PAYER_ACTION_REQUIRED' });
    expect(body).not.toHaveProperty('captured_amount_cents');
  });

  test.each([['error'], ['reset'], ['garbage']])(
    'is not available while the provider answers with %s, and nothing of ours stands in',
    async (mode) => {
      await world.control('POST', 'faults', { operation: 'orders.read', mode, times: 10 });
      const { status, body } = await detail(made.whole);
      expect([status, body]).toEqual([200, { available: false, provider: 'ppcp' }]);
      await world.control('DELETE', 'faults');
      expect((await detail(made.whole)).body.available).toBe(true);
    },
  );

  test('of another merchant does not exist', async () => {
    const shop = await makeShop(world);
    const foreign = await detail(made.whole, shop);
    expectRefused(foreign, 404);
    expect((await detail(NOBODY, shop)).body).toEqual(foreign.body);
    expectProblem(await detail('nonsense'), ['path', 'transaction_id']);
  });
});

test('a direct merchant reads its own figures with its own key', async () => {
  const { key } = await makeDirectMerchant(world);
  for (const path of ['stats', 'daily-revenue', 'filter-options'])
    expect((await world.call('GET', `/api/transactions/${path}`, { key })).status).toBe(200);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeCapture, makeChannel, makeConnectedMerchant, makeOrder, makeSession } from '../world/actors.ts';
import { startWorld, type World } from '../world/world.ts';
import { as, expectProblem, expectRefused, makeShop, NOBODY, type TestMerchant } from './support.ts';

const REQUIRED = {
  id: 'string',
  merchant_id: 'string',
  provider: 'string',
  provider_order_id: 'string',
  status: 'string',
  payment_method: 'string',
  amount: 'number',
  platform_fee: 'number',
  currency: 'string',
  created_at: 'string',
};
const OPTIONAL = [
  'billing_address',
  'shipping_address',
  'buyer_email',
  'captured_at',
  'checkout_session_id',
  'description',
  'failure_code',
  'failure_message',
  'net_amount',
  'payment_method_raw',
  'payment_method_scheme',
  'platform_fee_fixed',
  'platform_fee_percent',
  'processor',
  'processor_definition_id',
  'provider_capture_id',
  'provider_client_metadata_id',
  'provider_fee',
  'refunded_amount_cents',
  'refunded_at',
  'refunded_platform_fee',
  'settled',
  'settled_amount',
  'settled_currency',
  'status_raw',
];
const OWN = ['external_order_id'];

let world: World;
let merchant: TestMerchant;
const made: Record<'first' | 'second' | 'open', string> = { first: '', second: '', open: '' };
let firstDay: string;

beforeAll(async () => {
  world = await startWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
  firstDay = world.clock.now().toISOString().slice(0, 10);
  const first = await makeCapture(world, merchant, {
    amount: '12.34',
    description: 'Green 100% tea',
    external_order_id: 'o-1',
  });
  made.first = first.transaction_id;
  await world.advance(48 * 3600);
  made.second = (await makeCapture(world, merchant, { description: 'Black tea' })).transaction_id;
  made.open = (await makeOrder(world, merchant, { approved: false })).transaction_id;
});
afterAll(() => world.close());

const list = (query = '', by = merchant) => world.call('GET', `/api/transactions${query}`, as(by));
const ids = async (query: string) => (await list(query)).body.items.map((item: { id: string }) => item.id);

describe('a transaction', () => {
  test('has the required fields, and no key that is not known', async () => {
    const { items } = (await list()).body;
    for (const item of items) {
      for (const [name, type] of Object.entries(REQUIRED)) expect(typeof item[name], name).toBe(type);
      const known = [...Object.keys(REQUIRED), ...OPTIONAL, ...OWN];
      expect(Object.keys(item).filter((key) => !known.includes(key))).toEqual([]);
      const nullable = ['billing_address', 'shipping_address', 'external_order_id'];
      for (const [name, value] of Object.entries(item)) {
        if (!nullable.includes(name)) expect(value, name).not.toBeNull();
      }
    }
  });

  test('reads the same alone as in the list', async () => {
    const read = await world.call('GET', `/api/transactions/${made.first}`, as(merchant));
    expect(read.status).toBe(200);
    expect(read.body).toMatchObject({
      id: made.first,
      merchant_id: merchant.merchant_id,
      amount: 12.34,
      currency: 'USD',
      status: 'captured',
      external_order_id: 'o-1',
      refunded_amount_cents: 0,
      refunded_platform_fee: 0,
      platform_fee_fixed: 0,
      platform_fee_percent: 0,
    });
    const { items } = (await list()).body;
    const { refunds, ...alone } = read.body;
    expect(refunds).toEqual([]);
    expect(items.find((item: { id: string }) => item.id === made.first)).toEqual(alone);
  });

  test('foreign and absent are the same 404; a malformed id names the path', async () => {
    const shop = await makeShop(world);
    const foreign = await world.call('GET', `/api/transactions/${made.first}`, as(shop));
    expectRefused(foreign, 404);
    expect((await world.call('GET', `/api/transactions/${NOBODY}`, as(shop))).body).toEqual(foreign.body);
    const bad = await world.call('GET', '/api/transactions/nonsense', as(merchant));
    expectProblem(bad, ['path', 'transaction_id']);
  });
});

describe('the list', () => {
  test('is newest first, in an envelope', async () => {
    const { body } = await list();
    expect(Object.keys(body).sort()).toEqual(['items', 'limit', 'offset', 'total']);
    expect(body).toMatchObject({ total: 3, limit: 20, offset: 0 });
    expect(body.items.map((item: { id: string }) => item.id)).toEqual([made.open, made.second, made.first]);
  });

  test('of a merchant without transactions is empty', async () => {
    const shop = await makeShop(world);
    await makeSession(world, shop);
    expect((await list('', shop)).body).toEqual({ items: [], total: 0, limit: 20, offset: 0 });
  });

  test('pages', async () => {
    const { body } = await list('?limit=1&offset=1');
    expect(body).toMatchObject({ total: 3, limit: 1, offset: 1, items: [{ id: made.second }] });
    expect((await list('?offset=3')).body).toMatchObject({ total: 3, items: [] });
    expect((await list('?limit=100')).body.limit).toBe(100);
  });

  test('filters by status', async () => {
    expect(await ids('?status=captured')).toEqual([made.second, made.first]);
    expect(await ids('?status=created')).toEqual([made.open]);
    expect(await ids('?status=refunded')).toEqual([]);
  });

  test('filters by payment method', async () => {
    const { payment_method } = (await world.call('GET', `/api/transactions/${made.first}`, as(merchant)))
      .body;
    expect(await ids(`?payment_method=${encodeURIComponent(payment_method)}`)).toContain(made.first);
    expect(await ids('?payment_method=nothing-like-it')).toEqual([]);
    expect(await ids('?processor=nothing-like-it')).toEqual([]);
  });

  test('searches email and description, literally and in any letter case', async () => {
    expect(await ids('?search=GREEN')).toEqual([made.first]);
    expect(await ids(`?search=${encodeURIComponent('100%')}`)).toEqual([made.first]);
    expect(await ids(`?search=${encodeURIComponent('%')}`)).toEqual([made.first]);
    expect(await ids('?search=_')).toEqual([]);
    expect(await ids('?search=tea')).toEqual([made.second, made.first]);
    expect(await ids('?search=buyer%40sandbox')).toEqual([made.second, made.first]);
    expect(await ids('?search=o-1')).toEqual([]);
    for (const filter of ['search', 'payment_method', 'processor'])
      expect(await ids(`?${filter}=${'green '.repeat(500)}`)).toEqual([]);
  });

  test('filters by dates: a day includes all of it, and times may have a zone', async () => {
    const nextDay = new Date(Date.parse(firstDay) + 86_400_000).toISOString().slice(0, 10);
    expect(await ids(`?to_date=${nextDay}`)).toEqual([made.first]);
    expect(await ids(`?from_date=${nextDay}`)).toEqual([made.open, made.second]);
    expect(await ids(`?from_date=${firstDay}&to_date=${nextDay}`)).toEqual([made.first]);
    const { created_at } = (await world.call('GET', `/api/transactions/${made.second}`, as(merchant))).body;
    expect(await ids(`?from_date=${created_at}`)).toContain(made.second);
    expect(await ids(`?to_date=${created_at}`)).toContain(made.second);
    expect(await ids(`?from_date=${encodeURIComponent('2020-01-01T00:00:00+02:00')}`)).toHaveLength(3);
    expect(await ids('?from_date=2999-01-01')).toEqual([]);
    expect(await ids('?from_date=2026-01-02&to_date=2026-01-01')).toEqual([]);
  });

  test.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=x', 'limit'],
    ['offset=-1', 'offset'],
    ['offset=1.0', 'offset'],
    ['status=done', 'status'],
    ['from_date=yesterday', 'from_date'],
    ['from_date=2026-02-30', 'from_date'],
    ['to_date=2026-13-01', 'to_date'],
    ['to_date=', 'to_date'],
    ['order_id=1', 'order_id'],
    ['external_order_id=o-1', 'external_order_id'],
  ])('?%s is refused', async (query, name) => {
    expectProblem(await list(`?${query}`), ['query', name]);
  });

  test('shows only the merchant’s own, also within one channel', async () => {
    const sister = await makeConnectedMerchant(world, merchant);
    const own = await makeCapture(world, sister);
    expect((await list('', sister)).body.items).toMatchObject([{ id: own.transaction_id }]);
    const read = await world.call('GET', `/api/transactions/${made.first}`, as(sister));
    expectRefused(read, 404);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeCapture, makeChannel, makeConnectedMerchant, makeOrder, refund } from '../world/actors.ts';
import { startWorld, type World } from '../world/world.ts';
import { makeShop, type TestMerchant } from './support.ts';

let world: World;
let merchant: TestMerchant;

beforeAll(async () => {
  world = await startWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
  const { capture_id } = await makeCapture(world, merchant, {
    ...{ amount: '12.34', description: '=HYPERLINK("https://evil.test")', external_order_id: '+o-1' },
  });
  await refund(world, merchant, capture_id, { amount: '2.00' });
  await world.advance(24 * 3600);
  await makeCapture(world, merchant, { amount: '5.00', description: 'Tea, "green"\nand more' });
  await makeOrder(world, merchant, { approved: false });
});
afterAll(() => world.close());

const CSV = 'text/csv';

async function get(query = '', by: { key: string; merchant_id: string } = merchant, accept = CSV) {
  const headers = { authorization: `Bearer ${by.key}`, 'x-merchant-id': by.merchant_id, accept };
  const answer = await fetch(`${world.base_url}/api/transactions${query}`, { headers });
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
}

/** Rows of a CSV by their headings. */
function rowsOf(text: string): Record<string, string>[] {
  const cells = [...text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r]*))(,|\r\n)/g)];
  const lines: string[][] = [[]];
  for (const [, quoted, plain, end] of cells) {
    lines.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end !== ',') lines.push([]);
  }
  const [headings = [], ...rows] = lines.filter((line) => line.length > 0);
  return rows.map((row) => Object.fromEntries(headings.map((heading, nth) => [heading, row[nth]!])));
}

describe('a table of transactions', () => {
  test('holds what the list holds, in its order, with amounts as decimals and in minor units', async () => {
    const listed = await world.call('GET', '/api/transactions', {
      ...{ key: merchant.key, merchant: merchant.merchant_id },
    });
    const { status, type, text } = await get();
    expect([status, type]).toEqual([200, 'text/csv; charset=utf-8; header=present']);
    const rows = rowsOf(text);
    expect(rows.map(({ id }) => id)).toEqual(listed.body.items.map(({ id }: { id: string }) => id));
    const [, newer, older] = rows;
    expect(older).toMatchObject({
      ...{ status: 'captured', currency: 'USD', amount: '12.34', amount_minor_units: '1234' },
      ...{ refunded_amount: '2.00', refunded_amount_minor_units: '200', time_zone: 'UTC' },
    });
    expect(older!['created_at']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(newer).toMatchObject({ description: 'Tea, "green"\nand more', amount: '5.00' });
  });

  test('calculates nothing of what buyers and channels write', async () => {
    const older = rowsOf((await get()).text)[2]!;
    expect(older['description']).toBe(`'=HYPERLINK("https://evil.test")`);
    expect(older['external_order_id']).toBe(`'+o-1`);
  });

  test('is narrowed by every filter, and not by the page', async () => {
    const counts = async (query: string) => rowsOf((await get(query)).text).length;
    expect(await counts('?status=captured')).toBe(2);
    expect(await counts('?search=green')).toBe(1);
    expect(await counts('?search=ea')).toBe(1);
    expect(await counts(`?from_date=${world.clock.now().toISOString().slice(0, 10)}`)).toBe(2);
    expect(await counts('?limit=1&offset=2')).toBe(3);
    expect(await counts('?processor=nobody')).toBe(0);
  });

  test('of nothing is its headings', async () => {
    const { text } = await get('', await makeShop(world));
    expect(text.split('\r\n')).toHaveLength(2);
    expect(text.startsWith('id,created_at,')).toBe(true);
  });

  test('is refused like the list, as JSON', async () => {
    for (const query of ['?status=done', '?to_date=never']) {
      const { status, type } = await get(query);
      expect([status, type]).toEqual([422, 'application/json; charset=utf-8']);
    }
    expect((await get('', { ...merchant, key: 'sk_test_nobody' })).status).toBe(401);
  });

  test('is JSON for whoever does not ask for it', async () => {
    for (const accept of ['*/*', 'application/json', 'application/json, text/csv;q=0.5'])
      expect((await get('', merchant, accept)).type).toBe('application/json; charset=utf-8');
  });
});

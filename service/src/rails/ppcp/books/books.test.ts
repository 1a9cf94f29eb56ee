import { afterEach, describe, expect, test } from 'vitest';
import { sellerNamed } from '../../seller.fixture.ts';
import { CAPTURE, CAPTURE_ID, ORDER, ORDER_ID, SELLER_ID } from '../good-answers.fixture.ts';
import { createPpcpRail } from '../index.ts';
import { optionsFor, refusal, sendJson, startProvider } from '../provider.fixture.ts';
import type { FakeProvider } from '../provider.fixture.ts';

const PAYMENT = {
  provider_order_id: ORDER_ID,
  provider_capture_id: CAPTURE_ID,
  seller: sellerNamed(SELLER_ID),
  currency: 'USD',
};
const MISSING = { status: 404, body: refusal('INVALID_RESOURCE_ID') };
const open: FakeProvider[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function booksOn(...replies: { status: number; body: object }[]) {
  const provider = await startProvider((_heard, response, count) => {
    const reply = replies[count - 1] ?? { status: 500, body: {} };
    sendJson(response, reply.status, reply.body);
  });
  open.push(provider);
  return { books: createPpcpRail(optionsFor(provider.url)).books!, heard: provider.heard };
}

describe('the wallet’s books', () => {
  test('tell of an order: what was captured, its state, and when that last changed', async () => {
    const later = { ...CAPTURE, status: 'PARTIALLY_REFUNDED', update_time: '2026-02-03T04:05:06Z' };
    const [unit] = ORDER.purchase_units;
    const order = {
      ...ORDER,
      purchase_units: [{ ...unit, custom_id: 't', payments: { captures: [later] } }],
    };
    const { books, heard } = await booksOn({ status: 200, body: order });
    expect(await books.detail(PAYMENT)).toMatchObject({
      kind: 'found',
      detail: {
        authorized: null,
        captured: 2_700,
        external_identifier: 't',
        provider_status: 'PARTIALLY_REFUNDED',
        provider_updated_at: '2026-02-03T04:05:06.000Z',
        reconciliation_id: null,
        payload: { id: ORDER_ID },
      },
    });
    expect(heard.map(({ path }) => path)).toEqual([`/v2/checkout/orders/${ORDER_ID}`]);
  });

  test('a declined capture is no captured money', async () => {
    const declined = { ...CAPTURE, status: 'DECLINED' };
    const [unit] = ORDER.purchase_units;
    const order = { ...ORDER, purchase_units: [{ ...unit, payments: { captures: [declined] } }] };
    const { books } = await booksOn({ status: 200, body: order });
    const told = await books.detail(PAYMENT);
    expect(told).toMatchObject({ kind: 'found', detail: { captured: null, provider_status: 'DECLINED' } });
  });

  test('an order that is kept no more is known by its capture, in the name of its seller', async () => {
    const { books, heard } = await booksOn(MISSING, { status: 200, body: CAPTURE });
    expect(await books.detail(PAYMENT)).toMatchObject({
      kind: 'found',
      detail: { captured: 2_700, provider_status: 'COMPLETED', payload: { id: CAPTURE_ID } },
    });
    expect(heard[1]!.path).toBe(`/v2/payments/captures/${CAPTURE_ID}`);
    expect(heard[1]!.headers['paypal-auth-assertion']).toBeDefined();
  });

  test('nothing is there when neither is known', async () => {
    const { books } = await booksOn(MISSING, MISSING);
    expect(await books.detail(PAYMENT)).toEqual({ kind: 'missing' });
    const uncaptured = await booksOn(MISSING);
    expect(await uncaptured.books.detail({ ...PAYMENT, provider_capture_id: null })).toEqual({
      kind: 'missing',
    });
    expect(uncaptured.heard).toHaveLength(1);
  });

  test.each([
    ['another order', 200, { ...ORDER, id: 'OTHER' }],
    ['an order without a state', 200, { id: ORDER_ID }],
    ['a refusal', 403, refusal('NOT_AUTHORIZED')],
    ['an error', 500, {}],
  ])('%s tells nothing', async (_what, status, body) => {
    const { books } = await booksOn({ status, body }, { status, body });
    expect(['unknown', 'unreachable']).toContain((await books.detail(PAYMENT)).kind);
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  makeChannel,
  makeConnectedMerchant,
  recordedEvents,
  refund,
  type TestMerchant,
} from '../world/actors.ts';
import {
  askBody,
  cancelText,
  invoiceTextedTo,
  messagesTo,
  newPhone,
  payInvoice,
  readText,
  sendText,
  textPath,
} from '../world/texts.ts';
import { askProvider } from '../world/past-the-service.ts';
import { startWorld, type World } from '../world/world.ts';
import { as, expectProblem, expectRefused, ISO_UTC, makeShop, NOBODY, UUID_V7 } from './support.ts';

const WEEK = 7 * 86_400;

let world: World;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  await world.control('DELETE', 'faults');
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
});
afterAll(() => world.close());

const list = async (query = '') => (await world.call('GET', `${textPath()}${query}`, as(merchant))).body;
const send = (body = askBody(), key?: string) => sendText(world, merchant, body, key);
const pending = async () => {
  const { status, body } = await send();
  expect([status, body.status]).toEqual([201, 'pending']);
  return body;
};
const pay = async (request: { phone: string }, choice = {}) => {
  const paid = await payInvoice(world, await invoiceTextedTo(world, request.phone), choice);
  expect(paid.status).toBe(200);
  await world.drain();
};
const eventsOf = async (type: string) =>
  (await recordedEvents(world, merchant.merchant_id)).filter((event) => event.type === type);

describe('a request', () => {
  test('is answered with exactly its fields, and read and listed alike', async () => {
    const asked = askBody({ phone: '(415) 555-0188', external_order_id: undefined });
    const { status, body } = await send(asked);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(UUID_V7),
      status: 'pending',
      provider_status: null,
      phone: '+14155550188',
      customer_first_name: 'Jo',
      customer_last_name: 'Riverasdottir',
      amount_cents: 15_000,
      currency: 'USD',
      topic: 'Boiler service',
      instructions: 'Thank you. Parts and labour are covered.',
      external_order_id: null,
      transaction_id: null,
      expires_at: expect.stringMatching(ISO_UTC),
      resolved_at: null,
      last_polled_at: null,
      created_at: expect.stringMatching(ISO_UTC),
    });
    expect(await readText(world, merchant, body.id)).toEqual(body);
    expect(await list()).toEqual({ items: [body], total: 1, limit: 20, offset: 0 });
  });

  test('is one message with one link, which leads to the invoice', async () => {
    const phone = newPhone();
    const topic = 'Boiler https://evil.example/x at evil.example';
    await send(askBody({ phone, topic, first_name: 'Jo\u202e' }));
    const messages = await messagesTo(world, phone);
    expect(messages.map(({ body }) => body)).toEqual([
      expect.stringMatching(
        /^Jo, Corner Shop asks you to pay 150\.00 USD for Boiler at evil example\. Pay here: http\S+\/invoice\/p\/INV2-\S+$/,
      ),
    ]);
    const { items } = (await world.control('GET', 'invoices?limit=1')).body;
    expect(items[0]).toMatchObject({
      status: 'UNPAID',
      detail: { note: 'Thank you. Parts and labour are covered.' },
      amount: { currency_code: 'USD', value: '150.00' },
      primary_recipients: [{ billing_info: { name: { given_name: 'Jo', surname: 'Riverasdottir' } } }],
    });
    expect(JSON.stringify(items[0])).not.toContain('invoice-204');
  });

  test('is listed newest first, by status and by page', async () => {
    const ids = [];
    for (let nth = 0; nth < 3; nth += 1) ids.unshift((await pending()).id);
    await cancelText(world, merchant, ids[1]);
    expect((await list()).items.map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(await list('?status=canceled')).toMatchObject({ items: [{ id: ids[1] }], total: 1 });
    expect(await list('?limit=1&offset=2')).toMatchObject({ items: [{ id: ids[2] }], total: 3, offset: 2 });
    expectProblem(await world.call('GET', `${textPath()}?status=unknown`, as(merchant)), ['query', 'status']);
  });

  test.each([
    ['phone', '+44 7911 123456'],
    ['phone', '1-800-555-0199'],
    ['phone', '(415) 555-0132 x12'],
    ['phone', 'Jo'],
    ['phone', 4_155_550_132],
    ['amount_cents', 0],
    ['amount_cents', 1_000_001],
    ['amount_cents', 12.5],
    ['amount_cents', '100'],
    ['first_name', 'x'.repeat(61)],
    ['last_name', null],
    ['first_name', '  '],
    ['last_name', '\u202e\u200b'],
    ['topic', 'x'.repeat(121)],
    ['topic', 'www.acme.com'],
    ['instructions', 'ab'],
    ['instructions', 'x'.repeat(501)],
    ['external_order_id', 'x'.repeat(101)],
    ['currency', 'USD'],
  ])('is refused for %s %s, and nothing is texted', async (field, value) => {
    expectProblem(await send(askBody({ [field]: value })), ['body', field]);
    expect((await list()).total).toBe(0);
  });

  test('repeated with its key is the same, and is texted once', async () => {
    const [body, key] = [askBody(), randomUUID()];
    const [one, other] = await Promise.all([send(body, key), send(body, key)]);
    expect([one.status, other.status, (await send(body, key)).status]).toEqual([201, 201, 201]);
    expect(other.body.id).toBe(one.body.id);
    const replayed = [one, other].map(({ headers }) => headers.get('idempotent-replayed'));
    expect(replayed.toSorted()).toEqual([null, 'true']);
    expect(await messagesTo(world, String(body['phone']))).toHaveLength(1);
    expectProblem(await send({ ...body, topic: 'Other' }, key), ['header', 'Idempotency-Key']);
    expect((await list()).total).toBe(1);
  });

  test('is nobody else’s', async () => {
    const { id } = await pending();
    const other = await makeConnectedMerchant(world, merchant);
    expectRefused(await world.call('GET', textPath(id), as(other)), 404);
    expectRefused(await cancelText(world, other, id), 404);
    expectRefused(await cancelText(world, merchant, NOBODY), 404);
    expect((await readText(world, merchant, id)).status).toBe('pending');
  });
});

describe('who may not ask', () => {
  test('a merchant that takes no payments', async () => {
    const shop = await makeShop(world);
    expectRefused(await sendText(world, shop), 403);
    await world.operator('PATCH', `merchants/${merchant.merchant_id}`, { payment_hold: true });
    expectRefused(await send(), 403);
  });

  test('a merchant whose consent does not reach its invoices is told what to do, and nothing is left', async () => {
    const account = `accounts/${merchant.account_id}`;
    const { items } = (await world.control('GET', 'accounts?limit=200')).body;
    const { granted } = items.find((one: { account_id: string }) => one.account_id === merchant.account_id);
    const less = granted.filter((feature: string) => feature !== 'INVOICE_READ_WRITE');
    expect(less).toHaveLength(granted.length - 1);
    await world.control('PATCH', account, { granted: less });
    const [body, key] = [askBody(), randomUUID()];
    const refused = await send(body, key);
    expectRefused(refused, 409);
    expect(refused.body).toMatchObject({
      code: 'invoices_access_denied',
      detail: expect.stringContaining('reconnect'),
    });
    expect([(await list()).total, await messagesTo(world, String(body['phone']))]).toEqual([0, []]);
    await world.control('PATCH', account, { granted });
    expect((await send(body, key)).status).toBe(201);
  });

  test('a merchant on a rail without invoices', async () => {
    await world.operator('PATCH', `merchants/${merchant.merchant_id}`, { payment_provider: 'nmi' });
    expect((await send()).status).toBeGreaterThanOrEqual(400);
    expect((await list()).total).toBe(0);
  });
});

describe('a request that is paid', () => {
  test('is a payment like any other, and told once', async () => {
    const request = await pending();
    await pay(request);
    const paid = await readText(world, merchant, request.id);
    expect(paid).toMatchObject({ status: 'paid', provider_status: 'PAID', resolved_at: expect.any(String) });
    const { transaction_id } = paid;
    const transaction = (await world.call('GET', `/api/transactions/${transaction_id}`, as(merchant))).body;
    expect(transaction).toMatchObject({
      status: 'captured',
      amount: 150,
      external_order_id: 'invoice-204',
      description: 'Boiler service',
      platform_fee: 0,
      captured_at: paid.resolved_at,
    });
    const told = await eventsOf('text_to_pay.paid');
    expect(told.map(({ object }) => object)).toEqual([
      {
        merchant_id: merchant.merchant_id,
        id: request.id,
        external_order_id: 'invoice-204',
        status: 'paid',
        amount_cents: 15_000,
        currency: 'USD',
        topic: 'Boiler service',
        transaction_id,
        resolved_at: paid.resolved_at,
        created_at: request.created_at,
      },
    ]);
    const types = (await recordedEvents(world, merchant.merchant_id)).map(({ type }) => type);
    expect(types.filter((type) => /^(payment|text)/.test(type))).toEqual([
      'payment.created',
      'payment.approved',
      'payment.captured',
      'text_to_pay.paid',
    ]);
    const stats = (await world.call('GET', '/api/transactions/stats', as(merchant))).body;
    expect(stats).toMatchObject({ transaction_count: 1, captured_count: 1, total_revenue: 150 });
  });

  test('is refunded as a whole and by its seller at the provider', async () => {
    const request = await pending();
    await pay(request);
    const { transaction_id } = await readText(world, merchant, request.id);
    const path = `/api/transactions/${transaction_id}`;
    const { provider_capture_id } = (await world.call('GET', path, as(merchant))).body;
    const partly = { amount: '50.00', key: randomUUID() };
    expect((await refund(world, merchant, provider_capture_id, partly)).body).toEqual({ success: true });
    await world.control('POST', `captures/${provider_capture_id}/refund`, { amount: '100.00' });
    await world.drain();
    expect((await world.call('GET', path, as(merchant))).body).toMatchObject({
      status: 'refunded',
      refunded_amount_cents: 15_000,
    });
    expect((await readText(world, merchant, request.id)).status).toBe('paid');
    const detail = (await world.call('GET', `${path}/provider-detail`, as(merchant))).body;
    expect(detail).toMatchObject({ available: true, provider_status: 'REFUNDED' });
  });

  test('is found by asking where no notice comes, and told once when it comes late', async () => {
    const request = await pending();
    await world.drain();
    await world.control('POST', 'notices', { mode: 'hold' });
    await pay(request);
    expect((await readText(world, merchant, request.id)).status).toBe('pending');
    await world.advance(61);
    await world.drain();
    expect(await readText(world, merchant, request.id)).toMatchObject({
      status: 'paid',
      last_polled_at: expect.any(String),
    });
    await world.control('POST', 'notices/release');
    await world.drain();
    expect(await eventsOf('text_to_pay.paid')).toHaveLength(1);
    expect(await eventsOf('payment.captured')).toHaveLength(1);
  });

  test('slowly is paid when the money has arrived, and declined stays payable', async () => {
    const request = await pending();
    await pay(request, { outcome: 'declined' });
    await pay(request, { outcome: 'pending' });
    await world.advance(120);
    await world.drain();
    expect(await readText(world, merchant, request.id)).toMatchObject({
      status: 'pending',
      provider_status: 'PAYMENT_PENDING',
    });
    expectRefused(await cancelText(world, merchant, request.id), 502);
    await world.advance(300);
    await world.drain();
    expect((await readText(world, merchant, request.id)).status).toBe('paid');
  });
});

describe('a request that is canceled', () => {
  test('is withdrawn at the provider first, and paid by nobody', async () => {
    const request = await pending();
    const canceled = await cancelText(world, merchant, request.id);
    expect([canceled.status, canceled.body]).toEqual([
      200,
      { ...request, status: 'canceled', resolved_at: expect.stringMatching(ISO_UTC) },
    ]);
    const invoice = await invoiceTextedTo(world, request.phone);
    expect((await payInvoice(world, invoice)).status).toBe(409);
    const again = await cancelText(world, merchant, request.id);
    expectRefused(again, 409, undefined, { status: 'canceled' });
  });

  test.each(['refuse', 'error', 'reset'])(
    'stays payable while the provider answers with %s',
    async (mode) => {
      const request = await pending();
      await world.control('POST', 'faults', { operation: 'invoices.cancel', mode, times: 1 });
      expectRefused(await cancelText(world, merchant, request.id), 502);
      expect(await readText(world, merchant, request.id)).toEqual(request);
      await pay(request);
      expect((await readText(world, merchant, request.id)).status).toBe('paid');
      expectRefused(await cancelText(world, merchant, request.id), 409, undefined, { status: 'paid' });
    },
  );

  test.each(['error_after_commit', 'reset_after_commit', 'garbage'])(
    'is canceled where the answer was lost by %s',
    async (mode) => {
      const request = await pending();
      await world.control('POST', 'faults', { operation: 'invoices.cancel', mode, times: 1 });
      expect((await cancelText(world, merchant, request.id)).body.status).toBe('canceled');
    },
  );

  test('in parallel is canceled once, for everybody', async () => {
    const request = await pending();
    const all = await Promise.all(Array.from({ length: 5 }, () => cancelText(world, merchant, request.id)));
    for (const { body } of all) expect(body.status, JSON.stringify(body)).toBe('canceled');
    expect(all.some(({ status }) => status === 200)).toBe(true);
  });

  test('while it is being paid is paid, and says so', async () => {
    const request = await pending();
    await world.control('POST', 'notices', { mode: 'hold' });
    await payInvoice(world, await invoiceTextedTo(world, request.phone));
    expectRefused(await cancelText(world, merchant, request.id), 409, undefined, { status: 'paid' });
    await world.control('POST', 'notices/release');
    await world.drain();
    expect(await eventsOf('text_to_pay.paid')).toHaveLength(1);
  });

  test('by its seller at the provider is canceled here', async () => {
    const request = await pending();
    const { status } = await withdrawnByItsSeller(request.phone);
    expect(status).toBe(204);
    await world.drain();
    expect(await readText(world, merchant, request.id)).toMatchObject({
      status: 'canceled',
      provider_status: 'CANCELLED',
    });
  });
});

async function withdrawnByItsSeller(phone: string): Promise<Response> {
  const invoice = await invoiceTextedTo(world, phone);
  const { account_id } = merchant;
  return askProvider(world, `/v2/invoicing/invoices/${invoice}/cancel`, { account_id });
}

describe('a request that nobody pays', () => {
  test('expires by the clock, and its link pays nothing more', async () => {
    const request = await pending();
    await world.advance(WEEK + 1);
    await world.drain();
    expect(await readText(world, merchant, request.id)).toMatchObject({
      status: 'expired',
      resolved_at: expect.stringMatching(ISO_UTC),
    });
    expect((await payInvoice(world, await invoiceTextedTo(world, request.phone))).status).toBe(409);
    expectRefused(await cancelText(world, merchant, request.id), 409, undefined, { status: 'expired' });
  });

  test('waits on while the provider does not withdraw it, and is paid if it is paid then', async () => {
    const request = await pending();
    await world.control('POST', 'faults', { operation: 'invoices.cancel', mode: 'error', times: 3 });
    await world.advance(WEEK + 1);
    await world.drain();
    expect((await readText(world, merchant, request.id)).status).toBe('pending');
    await pay(request);
    expect((await readText(world, merchant, request.id)).status).toBe('paid');
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  capture,
  makeCapture,
  makeChannel,
  makeConnectedMerchant,
  makeOrder,
  makeSession,
  recordedEvents,
  refund,
} from '../world/actors.ts';
import { startWorld, type World } from '../world/world.ts';
import { as, expectProblem, expectRefused, type TestMerchant } from './support.ts';

let world: World;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
});
afterAll(() => world.close());

const connected = async (account: Record<string, unknown> = {}) =>
  makeConnectedMerchant(world, await makeChannel(world), account);
const order = (session: string, body: unknown = {}) =>
  world.call('POST', `/api/checkout-sessions/${session}/orders`, { body });
const transaction = async (id: string, by = merchant) =>
  (await world.call('GET', `/api/transactions/${id}`, as(by))).body;
const eventsOf = async (id: string, by = merchant) =>
  (await recordedEvents(world, by.merchant_id)).filter(({ object }) => object['id'] === id);

describe('what a session holds reaches the provider', () => {
  test.each<[string, Record<string, unknown>]>([
    ['items that add up', { items: [{ name: 'Tea', unit_amount: '10.00', quantity: 2 }] }],
    ['items that do not', { items: [{ name: 'Tea', unit_amount: '1.00' }] }],
    ['items that exceed', { items: [{ name: 'Tea', unit_amount: '999999.99', quantity: 1000000 }] }],
    ['no items', { items: [] }],
    ['a category of its own', { items: [{ name: 'Tea', unit_amount: '20.00', category: 'HOT_DRINKS' }] }],
    [
      'the longest texts',
      {
        description: 'd'.repeat(500),
        external_order_id: 'o'.repeat(120),
        items: [
          {
            name: 'n'.repeat(500),
            unit_amount: '20.00',
            description: 'd'.repeat(2048),
            sku: 's'.repeat(127),
          },
        ],
      },
    ],
    [
      'the longest texts of two units a character',
      {
        description: `x${'😀'.repeat(499)}`,
        external_order_id: `x${'😀'.repeat(119)}`,
        items: [{ name: `x${'😀'.repeat(499)}`, unit_amount: '20.00', description: `x${'😀'.repeat(2000)}` }],
      },
    ],
    ['texts of markup', { description: '<b>&amp;"\'\n\t', external_order_id: '../..' }],
    [
      'an address',
      { shipping_address: { country_code: 'US', postal_code: '95131' }, shipping_amount_cents: 0 },
    ],
    [
      'a whole address and an amount',
      {
        shipping_address: {
          country_code: 'US',
          address_line_1: 'a'.repeat(300),
          address_line_2: 'b'.repeat(300),
          admin_area_1: 'CA',
          admin_area_2: 'San Jose',
          postal_code: '95131',
        },
        shipping_amount_cents: 500,
        requires_shipping: true,
        items: [{ name: 'Tea', unit_amount: '15.00', category: 'PHYSICAL_GOODS' }],
      },
    ],
    [
      'a shipping amount beyond the total',
      { shipping_address: { country_code: 'US' }, shipping_amount_cents: 99_999 },
    ],
    ['a shipping amount without an address', { shipping_amount_cents: 100 }],
    ['a country alone', { shipping_address: { country_code: 'US' } }],
    ['the smallest amount', { amount: '0.01' }],
    [
      'addresses to go to',
      { success_url: 'https://shop.example/ok?a=1#b', cancel_url: 'https://shop.example/no' },
    ],
  ])('%s', async (_case, body) => {
    const made = await makeSession(world, merchant, body);
    expect({ status: made.status, body: made.body }).toMatchObject({ status: 201 });
    const ordered = await order(made.body.id);
    expect({ status: ordered.status, body: ordered.body }).toMatchObject({ status: 201 });
    await world.control('POST', `orders/${ordered.body.order_id}/approve`, {});
    const captured = await capture(world, merchant, ordered.body.order_id);
    expect({ status: captured.status, body: captured.body }).toMatchObject({ status: 200 });
    expect(captured.body.amount).toBe(Number(made.body.amount));
    if (body['external_order_id']) expect(captured.body.external_order_id).toBe(body['external_order_id']);
    if (body['description']) expect(captured.body.description).toBe(body['description']);
  });

  test('one order number may be sold twice', async () => {
    const session = { external_order_id: 'same-number' };
    const [one, other] = [
      await makeCapture(world, merchant, session),
      await makeCapture(world, merchant, session),
    ];
    expect([one.captured.status, other.captured.status]).toEqual([200, 200]);
    expect(one.capture_id).not.toBe(other.capture_id);
  });

  test('a merchant’s longest name does not stop its payments', async () => {
    const { key } = merchant;
    const email = `${crypto.randomUUID()}@example.com`;
    const body = { business_name: `x${'😀'.repeat(254)}`, email, country_code: 'US' };
    const made = await world.call('POST', '/api/channel/merchants', { key, body });
    expect(made.status).toBe(201);
    const start = { key, merchant: made.body.merchant_id };
    expect((await world.call('POST', '/api/channel/onboarding/start', start)).status).toBe(200);
  });
});

describe('other currencies', () => {
  test('yen have no minor unit', async () => {
    const japanese = await connected({ country: 'JP', currency: 'JPY' });
    await world.operator('PATCH', `merchants/${japanese.merchant_id}`, { platform_fee_percent: 3.3 });
    const made = await makeCapture(world, japanese, { amount: '1050', currency: 'JPY' });
    expect(made.captured.body).toMatchObject({
      status: 'captured',
      amount: 1050,
      platform_fee: 35,
      currency: 'JPY',
    });
    const event = (await eventsOf(made.transaction_id, japanese)).find(
      ({ type }) => type === 'payment.captured',
    );
    expect(event!.object).toMatchObject({ amount_cents: 1050, platform_fee_cents: 35, currency: 'JPY' });
    expectProblem(await refund(world, japanese, made.capture_id, { amount: '0.5' }), ['body', 'amount']);
    expect((await refund(world, japanese, made.capture_id, { amount: '50.00' })).status).toBe(200);
    expect(await transaction(made.transaction_id, japanese)).toMatchObject({ refunded_amount_cents: 50 });
  });

  test.each(['HUF', 'TWD'])('%s is taken whole and refused with decimals', async (currency) => {
    const seller = await connected({ country: currency === 'HUF' ? 'HU' : 'TW', currency });
    const made = await makeCapture(world, seller, { amount: '1500.00', currency });
    expect(made.captured.body).toMatchObject({ status: 'captured', amount: 1500, currency });
    const session = await makeSession(world, seller, { amount: '1500.50', currency });
    const refused = session.status === 201 ? await order(session.body.id) : session;
    expect([400, 422]).toContain(refused.status);
  });

  test('one that the wallet does not take is refused, not failed', async () => {
    const seller = await connected({ country: 'KW', currency: 'KWD' });
    const session = await makeSession(world, seller, { amount: '1.234', currency: 'KWD' });
    expect(session.status).toBe(201);
    expect((await order(session.body.id)).status).toBe(400);
  });
});

describe('several attempts', () => {
  test('of two orders of one session one takes the money', async () => {
    const session = (await makeSession(world, merchant)).body.id;
    const [one, other] = [await order(session), await order(session)];
    for (const { body } of [one, other]) await world.control('POST', `orders/${body.order_id}/approve`, {});
    const answers = await Promise.all(
      [one, other].map(({ body }) => capture(world, merchant, body.order_id)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const again = await Promise.all([one, other].map(({ body }) => capture(world, merchant, body.order_id)));
    expect(again.map(({ status }) => status)).toEqual(answers.map(({ status }) => status));
    const view = await world.call('GET', `/api/checkout-sessions/${session}`);
    expect(view.body.payment.status).toBe('captured');
  });

  test('after a failed attempt the next is a new transaction', async () => {
    const seller = await connected();
    const first = await makeOrder(world, seller);
    await world.control('PATCH', `accounts/${seller.account_id}`, {
      capture_issue: 'PAYEE_ACCOUNT_RESTRICTED',
    });
    expectRefused(await capture(world, seller, first.order_id), 400);
    expect((await transaction(first.transaction_id, seller)).status).toBe('failed');
    await world.control('PATCH', `accounts/${seller.account_id}`, { capture_issue: null });
    const second = await order(first.session_id);
    expect(second.status).toBe(201);
    expect(second.body.transaction_id).not.toBe(first.transaction_id);
    await world.control('POST', `orders/${second.body.order_id}/approve`, {});
    expect((await capture(world, seller, second.body.order_id)).body.status).toBe('captured');
    expectRefused(await capture(world, seller, first.order_id), 409);
  });

  test('an order that the buyer leaves can still be approved', async () => {
    const made = await makeOrder(world, merchant, { approved: false });
    await world.control('POST', `orders/${made.order_id}/cancel`, {});
    expectRefused(await capture(world, merchant, made.order_id), 409);
    await world.control('POST', `orders/${made.order_id}/approve`, {});
    expect((await capture(world, merchant, made.order_id)).status).toBe(200);
  });
});

describe('a refund that the provider holds', () => {
  test('is told of once, when it is done', async () => {
    const seller = await connected({ refund_outcome: 'pending' });
    const made = await makeCapture(world, seller);
    expect((await refund(world, seller, made.capture_id, { amount: '5.00' })).body).toEqual({
      success: true,
    });
    await world.advance(14 * 86_400);
    await world.drain();
    const events = (await eventsOf(made.transaction_id, seller)).filter(
      ({ type }) => type === 'payment.refunded',
    );
    expect(events.map(({ object }) => object['refund_amount_cents'])).toEqual([500]);
    expect(await transaction(made.transaction_id, seller)).toMatchObject({ refunded_amount_cents: 500 });
  });

  test('and does not carry out leaves everything refundable', async () => {
    const seller = await connected({ refund_outcome: 'pending_failed' });
    const made = await makeCapture(world, seller);
    expect((await refund(world, seller, made.capture_id, { amount: '15.00' })).status).toBe(200);
    const refused = await refund(world, seller, made.capture_id, { amount: '10.00' });
    expectRefused(refused, 409, undefined, { remaining_amount: '5.00', currency: 'USD' });
    await world.advance(14 * 86_400);
    await world.drain();
    await world.control('PATCH', `accounts/${seller.account_id}`, { refund_outcome: 'completed' });
    expect((await refund(world, seller, made.capture_id, { amount: '20.00' })).status).toBe(200);
    expect(await transaction(made.transaction_id, seller)).toMatchObject({
      status: 'refunded',
      refunded_amount_cents: 2000,
    });
  });
});

describe('money taken back by the provider', () => {
  test('after a partial refund: the totals add up', async () => {
    const made = await makeCapture(world, merchant);
    await refund(world, merchant, made.capture_id, { amount: '5.00' });
    await world.control('POST', `captures/${made.capture_id}/reverse`, { amount: '15.00' });
    await world.drain();
    expect(await transaction(made.transaction_id)).toMatchObject({
      status: 'refunded',
      refunded_amount_cents: 2000,
    });
    expectRefused(await refund(world, merchant, made.capture_id), 409);
  });

  test('in part ends what the provider lets be refunded, and reserves nothing', async () => {
    const made = await makeCapture(world, merchant);
    await world.control('POST', `captures/${made.capture_id}/reverse`, { amount: '5.00' });
    await world.drain();
    expect(await transaction(made.transaction_id)).toMatchObject({
      status: 'captured',
      refunded_amount_cents: 500,
    });
    expectRefused(await refund(world, merchant, made.capture_id), 409, undefined, {
      failure_code: expect.any(String),
    });
    await world.drain();
    expect(await transaction(made.transaction_id)).toMatchObject({
      status: 'captured',
      refunded_amount_cents: 500,
    });
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { minor } from '../../lib/money.ts';
import { startWalletWorld } from './wallet-world.fixture.ts';
import type { WalletWorld } from './wallet-world.fixture.ts';
import { wantedOrder } from '../orders.fixture.ts';
import { sellerNamed } from '../seller.fixture.ts';

// What the wallet does, held against a provider that speaks its wire protocol over HTTP.

let world: WalletWorld;
beforeAll(async () => {
  world = await startWalletWorld();
});
afterEach(() => world.control('DELETE', 'faults'));
afterAll(() => world?.close());

describe('orders', () => {
  test('an order is made once per request id and can be approved', async () => {
    const order = world.anOrder({
      items: [
        {
          name: 'Tea',
          unit_amount: minor(1000),
          category: 'PHYSICAL_GOODS',
          description: null,
          quantity: 2,
          sku: 'T',
        },
      ],
      shipping_amount: minor(700),
      shipping_address: {
        country_code: 'US',
        address_line_1: '1 Main St',
        admin_area_1: 'CA',
        admin_area_2: 'San Jose',
        postal_code: '95131',
      },
      wallet_client_metadata_id: 'meta-1',
    });
    const first = await world.rail.payments.open(order);
    expect(first).toMatchObject({
      kind: 'created',
      approve_url: expect.stringContaining('/checkoutnow?token='),
    });
    expect(await world.rail.payments.open(order)).toEqual(first);
  });

  test('money is taken after the buyer approved, not before, and only once', async () => {
    const orderId = await world.created();
    expect(await world.capture(orderId)).toMatchObject({
      kind: 'refused',
      by: 'not_approved',
      refusal: { issue: 'ORDER_NOT_APPROVED', debug_id: expect.any(String) },
    });
    await world.control('POST', `orders/${orderId}/approve`, {});
    const request = randomUUID();
    const first = await world.capture(orderId, request);
    expect(first).toMatchObject({
      kind: 'captured',
      capture: {
        provider_order_id: orderId,
        status: 'completed',
        amount: 2700,
        currency: 'USD',
        platform_fee_collected: 81,
        captured_at: expect.any(String),
      },
      order: { status: 'completed', payment_method_raw: 'paypal', buyer_email: 'buyer@sandbox.test' },
    });
    if (first.kind !== 'captured') return;
    expect(first.capture.net_amount).toBe(2700 - 81 - first.capture.provider_fee!);
    expect(await world.capture(orderId, request)).toEqual(first);
    expect(await world.capture(orderId)).toMatchObject({ kind: 'captured', capture: first.capture });
    expect(await world.capturesOf(orderId)).toBe(1);
  });

  test('a declined instrument leaves the order to be approved again', async () => {
    const orderId = await world.approved({}, 'declined');
    expect(await world.capture(orderId)).toMatchObject({
      kind: 'refused',
      by: 'buyer',
      refusal: { issue: 'INSTRUMENT_DECLINED' },
    });
    await world.control('POST', `orders/${orderId}/approve`, {});
    expect(await world.capture(orderId)).toMatchObject({ kind: 'captured' });
  });

  test('a card that is declined inside a success is a refusal', async () => {
    const orderId = await world.approved({}, 'card_declined');
    expect(await world.capture(orderId)).toMatchObject({
      kind: 'refused',
      by: 'buyer',
      refusal: { provider_status: 'DECLINED', issue: expect.stringMatching(/./) },
    });
  });

  test('a held payment is pending until it is settled', async () => {
    const orderId = await world.approved({}, 'pending');
    const outcome = await world.capture(orderId);
    expect(outcome).toMatchObject({ kind: 'pending', capture: { status: 'pending', provider_fee: null } });
    if (outcome.kind !== 'pending') return;
    const { provider_capture_id } = outcome.capture;
    await world.control('POST', `captures/${provider_capture_id}/settle`, { status: 'COMPLETED' });
    expect(await world.rail.payments.find(wantedOrder(world.seller, orderId))).toMatchObject({
      kind: 'found',
      order: { capture: { status: 'completed', provider_fee: expect.any(Number) } },
    });
  });

  test('a seller without a confirmed address cannot be paid', async () => {
    const unverified = await world.onboard({ email_confirmed: false });
    const orderId = await world.approved({ seller: unverified });
    expect(await world.capture(orderId)).toMatchObject({
      kind: 'refused',
      by: 'payee_unverified',
      refusal: { issue: 'PAYEE_ACCOUNT_NOT_VERIFIED', provider_status: 'NOT_AUTHORIZED' },
    });
  });

  test('an approval that was not used in time has lapsed', async () => {
    const orderId = await world.approved();
    const request_id = randomUUID();
    world.clock.move(4 * 3_600);
    expect(await world.capture(orderId, request_id)).toMatchObject({ kind: 'missing' });
    expect(await world.rail.payments.find(wantedOrder(world.seller, orderId))).toEqual({
      kind: 'missing',
    });
  });

  test('a currency without decimals is written without them', async () => {
    const hungarian = await world.onboard({ country: 'HU', currency: 'HUF' });
    const order = { seller: hungarian, amount: minor(123_400), currency: 'HUF', platform_fee: minor(3_045) };
    const orderId = await world.approved(order);
    expect(await world.capture(orderId)).toMatchObject({
      capture: { amount: 123_400, currency: 'HUF', platform_fee_collected: 3_000 },
    });
    expect(
      await world.rail.payments.open(world.anOrder({ amount: minor(123_450), currency: 'HUF' })),
    ).toMatchObject({
      kind: 'refused',
      by: 'request',
      refusal: { issue: 'DECIMAL_PRECISION' },
    });
  });

  test('a seller who granted nothing, or whom nobody knows, is refused', async () => {
    const account_id = await world.newAccount();
    const stranger = sellerNamed(account_id);
    const outcome = await world.rail.payments.open(world.anOrder({ seller: stranger }));
    expect(outcome).toMatchObject({
      kind: 'refused',
      by: 'seller',
      refusal: { issue: 'PAYEE_NOT_CONSENTED' },
    });
  });
});

describe('a capture whose answer is lost', () => {
  const lost = [
    'error',
    'error_after_commit',
    'reset',
    'reset_after_commit',
    'hang',
    'hang_after_commit',
    'garbage',
  ];

  test.each(lost)('%s: unknown, and the same request id settles it with one capture', async (mode) => {
    const orderId = await world.approved();
    const request = randomUUID();
    await world.fault('orders.capture', mode);
    expect(await world.capture(orderId, request)).toMatchObject({ kind: 'unknown' });
    expect(await world.capture(orderId, request)).toMatchObject({ kind: 'captured' });
    expect(await world.capturesOf(orderId)).toBe(1);
  });

  test('still being worked on is unknown, turned away for now is not', async () => {
    const orderId = await world.approved();
    await world.fault('orders.capture', 'refuse', { status: 409, issue: 'PREVIOUS_REQUEST_IN_PROGRESS' });
    expect(await world.capture(orderId)).toMatchObject({ kind: 'unknown' });
    await world.fault('orders.capture', 'error', { status: 429, retry_after: 7 });
    expect(await world.capture(orderId)).toMatchObject({ kind: 'unreachable', retry_after_seconds: 7 });
    expect(await world.capturesOf(orderId)).toBe(0);
  });

  test('and cannot be read either, stays unknown', async () => {
    const orderId = await world.approved();
    expect(await world.capture(orderId)).toMatchObject({ kind: 'captured' });
    await world.fault('orders.read', 'error');
    expect(await world.capture(orderId)).toMatchObject({ kind: 'unknown' });
  });
});

describe('refunds', () => {
  test('parts are given back until nothing is left', async () => {
    const captureId = await world.captured();
    const part = world.aRefund(captureId, 1000, 30);
    const first = await world.rail.refunds.issue(part);
    expect(first).toMatchObject({
      kind: 'completed',
      refund: { provider_capture_id: captureId, amount: 1000, currency: 'USD', total_refunded: 1000 },
    });
    if (first.kind !== 'completed') return;
    expect(await world.rail.refunds.issue(part)).toEqual(first);
    const { provider_refund_id } = first.refund;
    expect(
      await world.rail.refunds.read({ provider_refund_id, seller: world.seller, currency: 'USD' }),
    ).toEqual({
      kind: 'found',
      refund: first.refund,
    });
    expect(await world.rail.refunds.issue(world.aRefund(captureId, 2000))).toMatchObject({
      kind: 'refused',
      refusal: { issue: 'REFUND_AMOUNT_EXCEEDED' },
    });
    expect(await world.rail.refunds.issue(world.aRefund(captureId, 1700, 51))).toMatchObject({
      kind: 'completed',
      refund: { total_refunded: 2700 },
    });
    expect(await world.rail.refunds.issue(world.aRefund(captureId, 1))).toMatchObject({
      kind: 'refused',
      refusal: { issue: 'CAPTURE_FULLY_REFUNDED' },
    });
  });

  test('no more of the fee is returned than was taken', async () => {
    expect(await world.rail.refunds.issue(world.aRefund(await world.captured(), 1000, 82))).toMatchObject({
      kind: 'refused',
      refusal: { issue: 'PLATFORM_FEE_EXCEEDED' },
    });
  });

  test.each(['reset_after_commit', 'error', 'garbage'])('a lost answer (%s) is unknown', async (mode) => {
    const refund = world.aRefund(await world.captured({ platform_fee: minor(0) }), 2700);
    await world.fault('captures.refund', mode);
    expect(await world.rail.refunds.issue(refund)).toMatchObject({ kind: 'unknown' });
    expect(await world.rail.refunds.issue(refund)).toMatchObject({
      kind: 'completed',
      refund: { total_refunded: 2700 },
    });
  });

  test('the order shows every refund of its capture, whoever made it and whatever became of it', async () => {
    const order = { provider_order_id: await world.approved(), seller: world.seller, currency: 'USD' };
    const taken = await world.capture(order.provider_order_id);
    if (taken.kind !== 'captured') return expect(taken.kind).toBe('captured');
    const of = { ...order, provider_capture_id: taken.capture.provider_capture_id };
    expect(await world.rail.refunds.list(of)).toEqual({ kind: 'found', refunds: [] });
    const asked = world.aRefund(of.provider_capture_id, 1000);
    const ours = await world.rail.refunds.issue(asked);
    await world.control('POST', `captures/${of.provider_capture_id}/refund`, { amount: '2.00' });
    await world.control('POST', `captures/${of.provider_capture_id}/reverse`, {});
    const listed = await world.rail.refunds.list(of);
    if (listed.kind !== 'found' || ours.kind !== 'completed') return expect(listed.kind).toBe('found');
    expect(listed.refunds[0]).toEqual(ours.refund);
    expect(listed.refunds.map(({ amount, refund_id }) => [amount, refund_id])).toEqual([
      [1000, asked.refund_id],
      [200, undefined],
      [1500, undefined],
    ]);
  });

  test('where the order cannot be read, a capture that nothing was returned of says so', async () => {
    const { provider_order_id, ...asked } = {
      provider_order_id: await world.approved(),
      ...{ seller: world.seller, currency: 'USD' },
    };
    const taken = await world.capture(provider_order_id);
    if (taken.kind !== 'captured') return expect(taken.kind).toBe('captured');
    const { provider_capture_id } = taken.capture;
    const list = async () => {
      await world.fault('orders.read', 'error');
      return world.rail.refunds.list({ ...asked, provider_order_id, provider_capture_id });
    };
    expect(await list()).toEqual({ kind: 'found', refunds: [] });
    await world.rail.refunds.issue(world.aRefund(provider_capture_id, 1000));
    expect((await list()).kind).not.toBe('found');
  });

  test('refunds are not listed from an order that is not there, or is not of the capture', async () => {
    const provider_order_id = await world.approved();
    const of = { provider_capture_id: '0RF23456GH789012J', seller: world.seller, currency: 'USD' };
    expect(await world.rail.refunds.list({ ...of, provider_order_id })).toMatchObject({ kind: 'unknown' });
    const gone = '0AB12345CD678901E';
    expect(await world.rail.refunds.list({ ...of, provider_order_id: gone })).toMatchObject({
      kind: 'unknown',
    });
  });
});

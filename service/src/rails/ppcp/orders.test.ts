import { afterEach, describe, expect, test } from 'vitest';
import { minor } from '../../lib/money.ts';
import { createPpcpRail } from './index.ts';
import { optionsFor, refusal, sendJson, startProvider } from './provider.fixture.ts';
import type { FakeProvider } from './provider.fixture.ts';
import { captureOrder, newRefund, wantedOrder } from '../orders.fixture.ts';
import { sellerNamed } from '../seller.fixture.ts';

const SELLER = sellerNamed('7KQ2WHRB5NCXE');
const ORDER_ID = '4AB12345CD678901E';
const open: FakeProvider[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

interface Reply {
  status: number;
  body: object;
}

/** A rail on a provider that gives these answers one after the other. */
async function railOn(...replies: Reply[]) {
  const provider = await startProvider((_heard, response, count) => {
    const reply = replies[count - 1] ?? { status: 500, body: {} };
    sendJson(response, reply.status, reply.body);
  });
  open.push(provider);
  return { rail: createPpcpRail(optionsFor(provider.url)), heard: provider.heard };
}

function orderWith(capture: object | null, status = 'COMPLETED'): object {
  const payments = capture ? { captures: [capture] } : {};
  return { id: ORDER_ID, status, purchase_units: [{ payments }] };
}

const usd = (value: string) => ({ currency_code: 'USD', value });
const aCapture = (status: string, over: object = {}) => ({
  id: '9XY',
  status,
  amount: usd('27.00'),
  ...over,
});
const capture = captureOrder(SELLER, ORDER_ID, { request_id: 'r' });

describe('a capture is judged by its own status, not by the order’s', () => {
  test.each([
    ['COMPLETED', { kind: 'captured' }],
    ['PARTIALLY_REFUNDED', { kind: 'captured', capture: { status: 'partially_refunded' } }],
    ['REFUNDED', { kind: 'captured', capture: { status: 'refunded' } }],
    ['PENDING', { kind: 'pending' }],
    [
      'DECLINED',
      { kind: 'refused', by: 'buyer', refusal: { issue: 'DECLINED', provider_status: 'DECLINED' } },
    ],
    ['FAILED', { kind: 'refused', by: 'buyer', refusal: { provider_status: 'FAILED' } }],
    ['SOMETHING_NEW', { kind: 'unknown' }],
  ])('%s', async (status, expected) => {
    const { rail } = await railOn({ status: 201, body: orderWith(aCapture(status)) });
    expect(await rail.payments.take(capture)).toMatchObject(expected);
  });

  test('a declined card says with which code', async () => {
    const declined = aCapture('DECLINED', { processor_response: { response_code: '5120' } });
    const { rail } = await railOn({ status: 201, body: orderWith(declined) });
    expect(await rail.payments.take(capture)).toMatchObject({
      refusal: { issue: '5120', description: 'The card was declined with response code 5120.' },
    });
  });
});

describe('when the capture’s answer does not say it, the order does', () => {
  const already = { status: 422, body: refusal('ORDER_ALREADY_CAPTURED') };

  test.each<[string, Reply[], object]>([
    [
      'an answer without the capture',
      [
        { status: 201, body: { id: ORDER_ID, status: 'COMPLETED' } },
        { status: 200, body: orderWith(aCapture('COMPLETED')) },
      ],
      { kind: 'captured' },
    ],
    [
      'an answer about another order',
      [
        { status: 201, body: { ...orderWith(aCapture('COMPLETED')), id: 'OTHER' } },
        { status: 200, body: orderWith(aCapture('PENDING')) },
      ],
      { kind: 'pending' },
    ],
    [
      'captured before',
      [already, { status: 200, body: orderWith(aCapture('COMPLETED')) }],
      { kind: 'captured' },
    ],
    [
      'declined before',
      [already, { status: 200, body: orderWith(aCapture('DECLINED')) }],
      { kind: 'refused' },
    ],
    [
      'voided',
      [
        { status: 422, body: refusal('ORDER_COMPLETED_OR_VOIDED') },
        { status: 200, body: orderWith(null, 'VOIDED') },
      ],
      { kind: 'lapsed', refusal: { issue: 'ORDER_COMPLETED_OR_VOIDED' } },
    ],
    ['no capture to be seen', [already, { status: 200, body: orderWith(null) }], { kind: 'unknown' }],
    ['not to be read', [already, { status: 404, body: refusal('INVALID_RESOURCE_ID') }], { kind: 'unknown' }],
  ])('%s', async (_case, replies, expected) => {
    const { rail, heard } = await railOn(...replies);
    expect(await rail.payments.take(capture)).toMatchObject(expected);
    expect(heard.map((call) => `${call.method} ${call.path}`)).toEqual([
      `POST /v2/checkout/orders/${ORDER_ID}/capture`,
      `GET /v2/checkout/orders/${ORDER_ID}`,
    ]);
  });
});

describe('reading', () => {
  const order = wantedOrder(SELLER, ORDER_ID);

  test.each<[string, Reply, string]>([
    ['found', { status: 200, body: orderWith(null, 'APPROVED') }, 'found'],
    ['gone', { status: 404, body: refusal('INVALID_RESOURCE_ID') }, 'missing'],
    ['forbidden', { status: 403, body: refusal('PERMISSION_DENIED') }, 'unknown'],
    ['another order', { status: 200, body: { id: 'OTHER', status: 'APPROVED' } }, 'unknown'],
    ['failing', { status: 500, body: {} }, 'unreachable'],
  ])('%s', async (_case, reply, kind) => {
    expect(await (await railOn(reply)).rail.payments.find(order)).toMatchObject({ kind });
  });

  test('an id cannot lead to another path', async () => {
    const { rail, heard } = await railOn({ status: 404, body: refusal('INVALID_RESOURCE_ID') });
    await rail.payments.find({ ...order, provider_order_id: '../../v1/x?y#z' });
    expect(heard[0]!.path).toBe('/v2/checkout/orders/..%2F..%2Fv1%2Fx%3Fy%23z');
  });
});

describe('a refund', () => {
  const refund = newRefund(SELLER, {
    ...{ request_id: 'refund-request', refund_id: 'refund-1', provider_capture_id: '9XY' },
    ...{ amount: minor(500), platform_fee: minor(15) },
  });

  test('names the part of the fee that is given back, and no fee when there is none', async () => {
    const made = { status: 201, body: { id: '1RF', status: 'COMPLETED' } };
    const { rail, heard } = await railOn(made, made);
    expect(await rail.refunds.issue(refund)).toEqual({
      kind: 'completed',
      refund: {
        provider_refund_id: '1RF',
        provider_capture_id: '9XY',
        status: 'completed',
        amount: 500,
        currency: 'USD',
        total_refunded: null,
      },
    });
    await rail.refunds.issue({ ...refund, platform_fee: minor(0) });
    expect(heard.map((call) => JSON.parse(call.body) as unknown)).toEqual([
      {
        amount: usd('5.00'),
        custom_id: 'refund-1',
        payment_instruction: { platform_fees: [{ amount: usd('0.15') }] },
      },
      { amount: usd('5.00'), custom_id: 'refund-1' },
    ]);
    expect(heard[0]!.headers).toMatchObject({
      'paypal-request-id': 'refund-request',
      'paypal-auth-assertion': expect.stringMatching(/\.$/),
    });
  });

  test.each([
    ['PENDING', 'pending'],
    ['FAILED', 'failed'],
    ['CANCELLED', 'failed'],
    ['SOMETHING_NEW', 'unknown'],
  ])('that is %s', async (status, kind) => {
    const { rail } = await railOn({ status: 201, body: { id: '1RF', status } });
    expect(await rail.refunds.issue(refund)).toMatchObject({ kind });
  });

  test.each<[string, object]>([
    [
      'of another capture',
      { links: [{ rel: 'up', href: 'https://api.example/v2/payments/captures/OTHER' }] },
    ],
    ['in another currency', { amount: { currency_code: 'EUR', value: '5.00' } }],
    ['of an amount that cannot be read', { amount: { currency_code: 'USD', value: 5 } }],
  ])('%s is not the one that was asked for', async (_case, over) => {
    const body = { id: '1RF', status: 'COMPLETED', amount: usd('5.00'), ...over };
    const { rail } = await railOn({ status: 201, body });
    expect(await rail.refunds.issue(refund)).toMatchObject({ kind: 'unknown' });
  });

  test.each(['CAPTURE_FULLY_REFUNDED', 'REFUND_AMOUNT_EXCEEDED', 'TRANSACTION_DISPUTED'])(
    'that is refused with %s keeps the issue',
    async (issue) => {
      const { rail } = await railOn({ status: 422, body: refusal(issue) });
      expect(await rail.refunds.issue(refund)).toMatchObject({ kind: 'refused', refusal: { issue } });
    },
  );

  test('finer than the currency is refused before anything is sent', async () => {
    const { rail, heard } = await railOn();
    expect(await rail.refunds.issue({ ...refund, currency: 'TWD', amount: minor(150) })).toMatchObject({
      kind: 'refused',
      refusal: { issue: 'DECIMAL_PRECISION' },
    });
    expect(heard).toEqual([]);
  });
});

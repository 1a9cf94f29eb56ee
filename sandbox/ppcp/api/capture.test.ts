import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  ALL_FEATURES,
  type Answered,
  approvedOrder,
  assertion,
  beginAnew,
  type Bench,
  capturedOrder,
  orderBody,
  SELLER,
  startBench,
} from '../../tests/bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());
beforeEach(() => beginAnew(bench));

const capture = (id: string, headers: Record<string, string> = {}): Promise<Answered> =>
  bench.api('POST', `/v2/checkout/orders/${id}/capture`, undefined, {
    'content-type': 'application/json',
    ...headers,
  });
const refusal = (answer: Answered): unknown[] => [answer.status, answer.body['details'][0].issue];
const told = async (): Promise<string[]> => {
  await bench.sandbox.drain();
  return bench.heard
    .map(({ event }) => event['event_type'])
    .filter((type) => type !== 'CHECKOUT.ORDER.APPROVED');
};

describe('a capture is refused', () => {
  test('before approval', async () => {
    const { body } = await bench.api('POST', '/v2/checkout/orders', orderBody());
    expect(refusal(await capture(body['id']))).toEqual([422, 'ORDER_NOT_APPROVED']);
  });

  test('when the seller has not confirmed the address, and leaves the order approved', async () => {
    const id = await approvedOrder(bench);
    await bench.control('PATCH', `/accounts/${SELLER}`, { email_confirmed: false });
    expect(refusal(await capture(id))).toEqual([403, 'PAYEE_ACCOUNT_NOT_VERIFIED']);
    await bench.control('PATCH', `/accounts/${SELLER}`, { email_confirmed: true });
    expect((await capture(id)).status).toBe(201);
  });

  test('when the funding is declined, with the way back to the buyer', async () => {
    const id = await approvedOrder(bench, { funding_source: 'declined' });
    const refused = await capture(id);
    expect(refusal(refused)).toEqual([422, 'INSTRUMENT_DECLINED']);
    const redirect = refused.body['links'].find((link: { rel: string }) => link.rel === 'redirect');
    expect(redirect.href).toBe(`${bench.sandbox.url}/checkoutnow?token=${id}`);
    await bench.control('POST', `/orders/${id}/approve`, { funding_source: 'paypal' });
    expect((await capture(id)).status).toBe(201);
  });

  test('when permission, the account or a mocked answer says so', async () => {
    const id = await approvedOrder(bench, {}, orderBody('5.00', null));
    await bench.control('PATCH', `/accounts/${SELLER}`, { granted: ['REFUND'] });
    expect(refusal(await capture(id))).toEqual([403, 'PERMISSION_DENIED']);
    await bench.control('PATCH', `/accounts/${SELLER}`, {
      granted: ALL_FEATURES,
      capture_issue: 'PAYEE_ACCOUNT_RESTRICTED',
    });
    expect(refusal(await capture(id))).toEqual([422, 'PAYEE_ACCOUNT_RESTRICTED']);
    await bench.control('PATCH', `/accounts/${SELLER}`, { capture_issue: null });
    const mock = { 'PayPal-Mock-Response': '{"mock_application_codes":"TRANSACTION_REFUSED"}' };
    expect(refusal(await capture(id, mock))).toEqual([422, 'TRANSACTION_REFUSED']);
    expect((await capture(id)).status).toBe(201);
  });

  test('a second time, though its own request id repeats the answer', async () => {
    const id = await approvedOrder(bench);
    const header = { 'PayPal-Request-Id': 'capture-1' };
    const first = await capture(id, header);
    expect(first.status).toBe(201);
    const again = await capture(id, header);
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect(refusal(await capture(id, { 'PayPal-Request-Id': 'capture-2' }))).toEqual([
      422,
      'ORDER_ALREADY_CAPTURED',
    ]);
    bench.advance(6 * 3600);
    expect(refusal(await capture(id, header))).toEqual([422, 'ORDER_ALREADY_CAPTURED']);
  });

  test('for an invoice the seller was already paid', async () => {
    const invoice = orderBody('3.00', null, { invoice_id: 'inv-1' });
    await capturedOrder(bench, {}, invoice);
    expect(refusal(await capture(await approvedOrder(bench, {}, invoice)))).toEqual([
      422,
      'DUPLICATE_INVOICE_ID',
    ]);
  });

  test('without the media type', async () => {
    const id = await approvedOrder(bench);
    expect((await bench.api('POST', `/v2/checkout/orders/${id}/capture`)).status).toBe(415);
  });
});

describe('a capture that is not completed', () => {
  test('a declined card comes in a 201, on a completed order', async () => {
    const { order_id, capture: made } = await capturedOrder(bench, { funding_source: 'card_declined' });
    expect([made['status'], made['processor_response'].response_code]).toEqual(['DECLINED', '5120']);
    expect(made['seller_receivable_breakdown']).toBeUndefined();
    expect((await bench.api('GET', `/v2/checkout/orders/${order_id}`)).body['status']).toBe('COMPLETED');
    expect(await told()).toEqual(['PAYMENT.CAPTURE.DECLINED']);
  });

  test('a pending one completes by itself as time passes', async () => {
    const { capture: made } = await capturedOrder(bench, { funding_source: 'pending' });
    expect([made['status'], made['status_details'].reason]).toEqual(['PENDING', 'PENDING_REVIEW']);
    expect(await told()).toEqual(['PAYMENT.CAPTURE.PENDING']);
    bench.advance(300);
    expect(await told()).toEqual(['PAYMENT.CAPTURE.PENDING', 'PAYMENT.CAPTURE.COMPLETED']);
    const read = await bench.api('GET', `/v2/payments/captures/${made['id']}`, undefined, assertion());
    expect(read.body).toMatchObject({
      status: 'COMPLETED',
      seller_receivable_breakdown: { net_amount: { value: '24.76' } },
    });
    expect(read.body['status_details']).toBeUndefined();
  });

  test('a pending one can be ended by hand, once', async () => {
    const { capture: made } = await capturedOrder(bench, { funding_source: 'paypal_pending' });
    const settle = (): Promise<Answered> =>
      bench.control('POST', `/captures/${made['id']}/settle`, { status: 'DECLINED' });
    expect((await settle()).body['status']).toBe('DECLINED');
    expect((await settle()).status).toBe(409);
    bench.advance(300);
    expect(await told()).toEqual(['PAYMENT.CAPTURE.PENDING', 'PAYMENT.CAPTURE.DECLINED']);
  });

  test('money in a currency the seller does not hold waits for the seller', async () => {
    const euros = orderBody('9.00', null, { amount: { currency_code: 'EUR', value: '9.00' } });
    const { capture: made } = await capturedOrder(bench, {}, euros);
    expect(made['status_details'].reason).toBe('RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION');
  });
});

test('fifty orders captured at once are fifty captures', async () => {
  const ids = await Promise.all(Array.from({ length: 50 }, () => approvedOrder(bench)));
  const answers = await Promise.all(ids.map((id) => capture(id)));
  expect(answers.every(({ status }) => status === 201)).toBe(true);
  expect((await bench.control('GET', '/captures?limit=1')).body['total']).toBe(50);
});

test('a capture is read only for the seller it belongs to', async () => {
  const { capture: made } = await capturedOrder(bench);
  const path = `/v2/payments/captures/${made['id']}`;
  expect(refusal(await bench.api('GET', path))).toEqual([403, 'PERMISSION_DENIED']);
  const { body } = await bench.control('POST', '/accounts', { granted: ['PAYMENT'] });
  expect(refusal(await bench.api('GET', path, undefined, assertion(body['account_id'])))).toEqual([
    404,
    'INVALID_RESOURCE_ID',
  ]);
});

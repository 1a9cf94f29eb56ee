import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type Answered,
  assertion,
  beginAnew,
  type Bench,
  capturedOrder,
  SELLER,
  startBench,
} from '../../tests/bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());
beforeEach(() => beginAnew(bench));

const usd = (value: string): object => ({ currency_code: 'USD', value });
const fee = (value: string): object => ({ payment_instruction: { platform_fees: [{ amount: usd(value) }] } });
const refund = (id: string, body: object = {}, headers: Record<string, string> = {}): Promise<Answered> =>
  bench.api('POST', `/v2/payments/captures/${id}/refund`, body, {
    ...assertion(),
    prefer: 'return=representation',
    ...headers,
  });
const refusal = (answer: Answered): unknown[] => [answer.status, answer.body['details'][0].issue];
const paid = async (): Promise<string> => (await capturedOrder(bench)).capture['id'];
const statusOf = async (id: string): Promise<string> =>
  (await bench.api('GET', `/v2/payments/captures/${id}`, undefined, assertion())).body['status'];
const told = async (): Promise<string[]> => {
  await bench.sandbox.drain();
  return bench.heard
    .map(({ event }) => event['event_type'])
    .filter((type) => !/APPROVED|COMPLETED/.test(type));
};

test('parts are returned until nothing remains, and the totals add up', async () => {
  const id = await paid();
  expect((await refund(id, { amount: usd('10.00'), ...fee('0.30') })).status).toBe(201);
  const second = await refund(id, { amount: usd('5.00'), ...fee('0.15') });
  expect(second.body['seller_payable_breakdown']).toEqual({
    gross_amount: usd('5.00'),
    paypal_fee: usd('0.00'),
    platform_fees: [{ amount: usd('0.15') }],
    net_amount: usd('4.85'),
    total_refunded_amount: usd('15.00'),
  });
  expect(refusal(await refund(id, { amount: usd('12.01') }))).toEqual([422, 'REFUND_AMOUNT_EXCEEDED']);
  expect(refusal(await refund(id, { amount: usd('1.00'), ...fee('0.37') }))).toEqual([
    422,
    'PLATFORM_FEE_EXCEEDED',
  ]);
  const rest = await refund(id, fee('0.36'));
  expect(rest.body).toMatchObject({ amount: usd('12.00'), status: 'COMPLETED' });
  expect(await statusOf(id)).toBe('REFUNDED');
  expect(refusal(await refund(id))).toEqual([422, 'CAPTURE_FULLY_REFUNDED']);
  const shown = await bench.api('GET', `/v2/payments/refunds/${rest.body['id']}`, undefined, assertion());
  expect(shown.body).toEqual(rest.body);
});

test('without Prefer only id, status and links come back', async () => {
  const answer = await bench.api('POST', `/v2/payments/captures/${await paid()}/refund`, {}, assertion());
  expect(Object.keys(answer.body)).toEqual(['id', 'status', 'links']);
  expect(answer.body['links'].map((link: { rel: string }) => link.rel)).toEqual(['self', 'up']);
});

test('a request id returns one refund for forty-five days, whatever the clock adds', async () => {
  const id = await paid();
  const header = { 'PayPal-Request-Id': 'r-1' };
  const first = await refund(id, { amount: usd('1.00') }, header);
  bench.advance(45 * 24 * 3600 - 1);
  const again = await refund(id, { amount: usd('1.00') }, header);
  expect([again.status, again.body['id']]).toEqual([200, first.body['id']]);
  bench.advance(1);
  expect((await refund(id, { amount: usd('1.00') }, header)).status).toBe(201);
});

test('many calls with one request id at once refund once, the others wait or repeat', async () => {
  const id = await paid();
  const send = (): Promise<Answered> => refund(id, { amount: usd('1.00') }, { 'PayPal-Request-Id': 'r-2' });
  const statuses = (await Promise.all(Array.from({ length: 30 }, send))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.every((status) => [200, 201, 409].includes(status))).toBe(true);
  expect((await refund(id)).body['amount']).toEqual(usd('26.00'));
});

test('parallel refunds with ids of their own never exceed the capture', async () => {
  const id = await paid();
  const answers = await Promise.all(Array.from({ length: 30 }, () => refund(id, { amount: usd('1.00') })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(27);
  expect(await statusOf(id)).toBe('REFUNDED');
});

test('a refund needs the seller named, the permission, and the currency of the capture', async () => {
  const id = await paid();
  const bare = await bench.api('POST', `/v2/payments/captures/${id}/refund`, {});
  expect(refusal(bare)).toEqual([403, 'PERMISSION_DENIED']);
  const euros = await refund(id, { amount: { currency_code: 'EUR', value: '1.00' } });
  expect(refusal(euros)).toEqual([422, 'REFUND_CAPTURE_CURRENCY_MISMATCH']);
  expect(refusal(await refund(id, { amount: usd('1.001') }))).toEqual([422, 'DECIMALS_NOT_SUPPORTED']);
  expect(refusal(await refund(id, { amount: usd('0.00') }))).toEqual([422, 'CANNOT_BE_ZERO_OR_NEGATIVE']);
  await bench.control('PATCH', `/accounts/${SELLER}`, { granted: ['PAYMENT'] });
  expect(refusal(await refund(id))).toEqual([403, 'PERMISSION_DENIED']);
});

test('a pending refund completes in time, and one that fails gives the money back', async () => {
  const id = await paid();
  await bench.control('PATCH', `/accounts/${SELLER}`, { refund_outcome: 'pending' });
  expect((await refund(id, { amount: usd('7.00') })).body).toMatchObject({
    status: 'PENDING',
    status_details: { reason: 'ECHECK' },
  });
  await bench.control('PATCH', `/accounts/${SELLER}`, { refund_outcome: 'pending_failed' });
  await refund(id, { amount: usd('20.00') });
  expect(await statusOf(id)).toBe('REFUNDED');
  bench.advance(300);
  expect((await told()).sort()).toEqual([
    'PAYMENT.CAPTURE.REFUNDED',
    'PAYMENT.REFUND.FAILED',
    'PAYMENT.REFUND.PENDING',
    'PAYMENT.REFUND.PENDING',
  ]);
  expect(await statusOf(id)).toBe('PARTIALLY_REFUNDED');
  await bench.control('PATCH', `/accounts/${SELLER}`, { refund_outcome: 'completed' });
  expect((await refund(id)).body['amount']).toEqual(usd('20.00'));
});

test('the seller, a chargeback and a dispute act at the provider, and each is told', async () => {
  const id = await paid();
  const bySeller = await bench.control('POST', `/captures/${id}/refund`, { amount: '2.00' });
  expect(bySeller.body['seller_payable_breakdown'].platform_fees).toBeUndefined();
  const dispute = await bench.control('POST', `/captures/${id}/dispute`, {
    reason: 'UNAUTHORISED',
    due_in_hours: 48,
  });
  expect(dispute.body).toMatchObject({
    status: 'WAITING_FOR_SELLER_RESPONSE',
    dispute_life_cycle_stage: 'CHARGEBACK',
    dispute_amount: usd('25.00'),
    disputed_transactions: [{ seller_transaction_id: id, seller: { merchant_id: SELLER } }],
  });
  expect(Date.parse(dispute.body['seller_response_due_date']) - Date.parse(dispute.body['create_time'])).toBe(
    48 * 3_600_000,
  );
  expect(refusal(await refund(id, { amount: usd('1.00') }))).toEqual([422, 'TRANSACTION_DISPUTED']);
  expect((await bench.control('POST', `/captures/${id}/reverse`, {})).body['amount']).toEqual(usd('25.00'));
  expect(refusal(await refund(id))).toEqual([422, 'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK']);
  expect(await told()).toEqual([
    'PAYMENT.CAPTURE.REFUNDED',
    'CUSTOMER.DISPUTE.CREATED',
    'PAYMENT.CAPTURE.REVERSED',
  ]);
  expect((await bench.control('POST', `/captures/${id}/refund`, { amount: '1.00' })).status).toBe(409);
});

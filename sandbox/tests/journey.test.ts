import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ALL_FEATURES,
  approvedOrder,
  assertion,
  orderBody,
  SELLER,
  startBench,
  WALLET,
  type Bench,
  type Json,
} from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

const partner = `/v1/customer/partners/${WALLET.partner_id}/merchant-integrations`;

const referral = {
  tracking_id: 'm_01-a1',
  operations: [
    {
      operation: 'API_INTEGRATION',
      api_integration_preference: {
        rest_api_integration: {
          integration_method: 'PAYPAL',
          integration_type: 'THIRD_PARTY',
          third_party_details: { features: ALL_FEATURES },
        },
      },
    },
  ],
  products: ['PPCP', 'PAYMENT_METHODS'],
  legal_consents: [{ type: 'SHARE_DATA_CONSENT', granted: true }],
  partner_config_override: { return_url: 'http://127.0.0.1:9/back' },
};

async function connect(): Promise<void> {
  const created = await bench.api('POST', '/v2/customer/partner-referrals', referral);
  expect(created.status).toBe(201);
  const action = created.body['links'].find((link: { rel: string }) => link.rel === 'action_url').href;
  const token = encodeURIComponent(new URL(action).searchParams.get('token') ?? '');
  expect((await bench.api('GET', `${partner}?tracking_id=m_01-a1`)).status).toBe(404);
  const finished = await bench.control('POST', `/referrals/${token}/finish`, { account_id: SELLER });
  expect(Object.fromEntries(new URL(finished.body['return_url']).searchParams)).toMatchObject({
    merchantId: 'm_01-a1',
    merchantIdInPayPal: SELLER,
    permissionsGranted: 'true',
    consentStatus: 'true',
    isEmailConfirmed: 'true',
    riskStatus: 'MANUAL_REVIEW',
  });
  const found = await bench.api('GET', `${partner}?tracking_id=m_01-a1`);
  expect(found.body['merchant_id']).toBe(SELLER);
  const status = await bench.api('GET', `${partner}/${SELLER}`);
  expect(status.body).toMatchObject({
    primary_email_confirmed: true,
    payments_receivable: true,
    country: 'US',
  });
}

async function pay(): Promise<Json> {
  const path = `/v2/checkout/orders/${await approvedOrder(bench)}/capture`;
  const captured = await bench.api('POST', path, {}, { prefer: 'return=representation' });
  expect(captured.status).toBe(201);
  return captured.body['purchase_units'][0].payments.captures[0];
}

test('a seller connects, a buyer pays, part is refunded, and every step is told', async () => {
  await connect();
  const capture = await pay();
  const usd = (value: string): object => ({ currency_code: 'USD', value });
  expect(capture.seller_receivable_breakdown).toEqual({
    gross_amount: usd('27.00'),
    paypal_fee: usd('1.43'),
    platform_fees: [{ amount: usd('0.81'), payee: { merchant_id: WALLET.partner_id } }],
    net_amount: usd('24.76'),
  });
  const refunded = await bench.api(
    'POST',
    `/v2/payments/captures/${capture.id}/refund`,
    { amount: usd('10.00') },
    { ...assertion(), prefer: 'return=representation', 'PayPal-Request-Id': 'refund-1' },
  );
  expect([refunded.status, refunded.body['seller_payable_breakdown'].total_refunded_amount]).toEqual([
    201,
    usd('10.00'),
  ]);
  const read = await bench.api('GET', `/v2/payments/captures/${capture.id}`, undefined, assertion());
  expect(read.body['status']).toBe('PARTIALLY_REFUNDED');
  await bench.sandbox.drain();
  expect(bench.heard.map(({ event }) => event['event_type'])).toEqual([
    'MERCHANT.ONBOARDING.COMPLETED',
    'CHECKOUT.ORDER.APPROVED',
    'PAYMENT.CAPTURE.COMPLETED',
    'PAYMENT.CAPTURE.REFUNDED',
  ]);
});

test('fifty captures of one order at once take the money once', async () => {
  const path = `/v2/checkout/orders/${await approvedOrder(bench, {}, orderBody('5.00', null))}/capture`;
  const answers = await Promise.all(Array.from({ length: 50 }, () => bench.api('POST', path, {})));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(new Set(refused.map(({ body }) => body['details'][0].issue))).toEqual(
    new Set(['ORDER_ALREADY_CAPTURED']),
  );
});

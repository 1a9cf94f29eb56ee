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
} from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

const partner = `/v1/customer/partners/${WALLET.partner_id}/merchant-integrations`;

test('a seller connects, a buyer pays, part is refunded, and every step is told', async () => {
  const created = await bench.api('POST', '/v2/customer/partner-referrals', {
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
  });
  expect(created.status).toBe(201);
  const action = created.body['links'].find((link: { rel: string }) => link.rel === 'action_url').href;
  const token = new URL(action).searchParams.get('token') ?? '';

  expect((await bench.api('GET', `${partner}?tracking_id=m_01-a1`)).status).toBe(404);
  const finished = await bench.control('POST', `/referrals/${encodeURIComponent(token)}/finish`, {
    account_id: SELLER,
  });
  expect(finished.status).toBe(200);
  const back = new URL(finished.body['return_url']);
  expect(Object.fromEntries(back.searchParams)).toMatchObject({
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

  const orderId = await approvedOrder(bench);
  const captured = await bench.api(
    'POST',
    `/v2/checkout/orders/${orderId}/capture`,
    {},
    {
      prefer: 'return=representation',
    },
  );
  expect(captured.status).toBe(201);
  const capture = captured.body['purchase_units'][0].payments.captures[0];
  expect(capture.seller_receivable_breakdown).toEqual({
    gross_amount: { currency_code: 'USD', value: '27.00' },
    paypal_fee: { currency_code: 'USD', value: '1.43' },
    platform_fees: [
      { amount: { currency_code: 'USD', value: '0.81' }, payee: { merchant_id: WALLET.partner_id } },
    ],
    net_amount: { currency_code: 'USD', value: '24.76' },
  });

  const refunded = await bench.api(
    'POST',
    `/v2/payments/captures/${capture.id}/refund`,
    { amount: { currency_code: 'USD', value: '10.00' } },
    { ...assertion(), prefer: 'return=representation', 'PayPal-Request-Id': 'refund-1' },
  );
  expect(refunded.status).toBe(201);
  expect(refunded.body['seller_payable_breakdown'].total_refunded_amount.value).toBe('10.00');
  const read = await bench.api('GET', `/v2/payments/captures/${capture.id}`, undefined, assertion());
  expect(read.body['status']).toBe('PARTIALLY_REFUNDED');

  await bench.sandbox.drain();
  expect(bench.heard.map(({ event }) => event['event_type']).sort()).toEqual([
    'CHECKOUT.ORDER.APPROVED',
    'MERCHANT.ONBOARDING.COMPLETED',
    'PAYMENT.CAPTURE.COMPLETED',
    'PAYMENT.CAPTURE.REFUNDED',
  ]);
});

test('fifty captures of one order at once take the money once', async () => {
  const orderId = await approvedOrder(bench, {}, orderBody('5.00', null));
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => bench.api('POST', `/v2/checkout/orders/${orderId}/capture`, {})),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(new Set(refused.map(({ body }) => body['details'][0].issue))).toEqual(
    new Set(['ORDER_ALREADY_CAPTURED']),
  );
});

/** Answers of the provider as they were recorded, each whole and in order. */

const API = 'https://api.provider.example';
export const OWN_CLIENT_ID = 'own-client';
export const SELLER_ID = '7KQ2WHRB5NCXE';
export const ORDER_ID = '4AB12345CD678901E';
export const CAPTURE_ID = '9XY87654ZW321098V';
export const REFUND_ID = '1RF23456GH789012J';
export const TRACKING_ID = 'm_01-a3';

const usd = (value: string) => ({ currency_code: 'USD', value });
const link = (rel: string, path: string, method = 'GET') => ({ href: `${API}${path}`, rel, method });
const BUYER = { email_address: 'jo@example.com', name: { given_name: 'Jo', surname: 'Buyer' } };

export const CAPTURE = {
  id: CAPTURE_ID,
  status: 'COMPLETED',
  amount: usd('27.00'),
  final_capture: true,
  custom_id: 'transaction',
  invoice_id: 'transaction',
  seller_protection: { status: 'ELIGIBLE', dispute_categories: ['ITEM_NOT_RECEIVED'] },
  seller_receivable_breakdown: {
    gross_amount: usd('27.00'),
    paypal_fee: usd('1.43'),
    platform_fees: [{ amount: usd('0.81'), payee: { merchant_id: 'PARTNERACC234' } }],
    net_amount: usd('24.76'),
  },
  supplementary_data: { related_ids: { order_id: ORDER_ID } },
  links: [link('self', `/v2/payments/captures/${CAPTURE_ID}`), link('up', `/v2/checkout/orders/${ORDER_ID}`)],
  create_time: '2026-01-02T03:04:05Z',
  update_time: '2026-01-02T03:04:05Z',
};

export const ORDER = {
  id: ORDER_ID,
  intent: 'CAPTURE',
  status: 'COMPLETED',
  payment_source: { paypal: { ...BUYER, account_id: 'QX4MVT9ZLB6HJ', address: { country_code: 'US' } } },
  purchase_units: [
    {
      reference_id: 'default',
      amount: usd('27.00'),
      payee: { merchant_id: SELLER_ID },
      shipping: {
        name: { full_name: 'Jo Buyer' },
        address: { address_line_1: '1 Main St', country_code: 'US' },
      },
      payments: { captures: [CAPTURE] },
    },
  ],
  payer: { ...BUYER, payer_id: 'QX4MVT9ZLB6HJ', address: { country_code: 'US' } },
  links: [link('self', `/v2/checkout/orders/${ORDER_ID}`)],
};

export const APPROVED_ORDER = {
  ...ORDER,
  status: 'APPROVED',
  purchase_units: [{ reference_id: 'default', amount: usd('27.00'), payee: { merchant_id: SELLER_ID } }],
};

export const NEW_ORDER = {
  id: ORDER_ID,
  status: 'PAYER_ACTION_REQUIRED',
  payment_source: { paypal: {} },
  links: [
    link('self', `/v2/checkout/orders/${ORDER_ID}`),
    {
      href: `https://www.provider.example/checkoutnow?token=${ORDER_ID}`,
      rel: 'payer-action',
      method: 'GET',
    },
  ],
};

export const REFUND = {
  id: REFUND_ID,
  status: 'COMPLETED',
  amount: usd('5.00'),
  custom_id: 'refund-row',
  seller_payable_breakdown: {
    gross_amount: usd('5.00'),
    paypal_fee: usd('0.00'),
    platform_fees: [{ amount: usd('0.15') }],
    net_amount: usd('4.85'),
    total_refunded_amount: usd('15.00'),
  },
  links: [
    link('self', `/v2/payments/refunds/${REFUND_ID}`),
    link('up', `/v2/payments/captures/${CAPTURE_ID}`),
  ],
  create_time: '2026-01-02T03:04:05Z',
};

export const REFUNDED_ORDER = {
  ...ORDER,
  purchase_units: [
    {
      ...ORDER.purchase_units[0],
      payments: { captures: [{ ...CAPTURE, status: 'PARTIALLY_REFUNDED' }], refunds: [REFUND] },
    },
  ],
};

export const REFERRAL = {
  links: [
    link('self', '/v2/customer/partner-referrals/Wk0='),
    { href: 'https://www.provider.example/onboard?token=Wk0=', rel: 'action_url', method: 'GET' },
  ],
};

export const FOUND_SELLER = { merchant_id: SELLER_ID, tracking_id: TRACKING_ID, links: [] };

const SCOPES = [
  'payments/realtimepayment',
  'payments/payment/authcapture',
  'payments/refund',
  'payments/partnerfee',
  'vault/payment-tokens/read',
  'vault/payment-tokens/readwrite',
].map((scope) => `https://uri.paypal.com/services/${scope}`);

export const SELLER = {
  merchant_id: SELLER_ID,
  tracking_id: TRACKING_ID,
  primary_email_confirmed: true,
  payments_receivable: true,
  country: 'US',
  primary_currency: 'USD',
  products: [
    { name: 'PPCP_CUSTOM', vetting_status: 'SUBSCRIBED', status: 'ACTIVE', active: true },
    { name: 'PAYMENT_METHODS', vetting_status: 'SUBSCRIBED' },
    { name: 'ADVANCED_VAULTING', vetting_status: 'SUBSCRIBED' },
  ],
  capabilities: [
    { name: 'CUSTOM_CARD_PROCESSING', status: 'ACTIVE' },
    { name: 'APPLE_PAY', status: 'ACTIVE', limits: [{ type: 'GENERAL' }] },
    { name: 'GOOGLE_PAY', status: 'ACTIVE' },
    { name: 'PAYPAL_WALLET_VAULTING_ADVANCED', status: 'ACTIVE' },
  ],
  oauth_integrations: [
    {
      integration_type: 'OAUTH_THIRD_PARTY',
      integration_method: 'PAYPAL',
      status: 'A',
      oauth_third_party: [{ partner_client_id: OWN_CLIENT_ID, scopes: SCOPES }],
    },
  ],
};

export const CLIENT_TOKEN = { client_token: 'eyJhIjoxfQ==', expires_in: 3600 };

export const REFUSAL = {
  name: 'UNPROCESSABLE_ENTITY',
  message: 'No.',
  debug_id: 'f0a1b2c3d4e5f',
  details: [{ issue: 'INSTRUMENT_DECLINED', description: 'Declined.' }],
  links: [],
};

export const NOTICES = [
  ['CHECKOUT.ORDER.APPROVED', APPROVED_ORDER],
  ['CHECKOUT.PAYMENT-APPROVAL.REVERSED', { order_id: ORDER_ID }],
  ['PAYMENT.CAPTURE.COMPLETED', CAPTURE],
  ['PAYMENT.CAPTURE.REFUNDED', REFUND],
  ['PAYMENT.CAPTURE.REVERSED', REFUND],
  ['PAYMENT.REFUND.FAILED', REFUND],
  ['MERCHANT.PARTNER-CONSENT.REVOKED', { merchant_id: SELLER_ID }],
  [
    'MERCHANT.ONBOARDING.COMPLETED',
    { partner_client_id: OWN_CLIENT_ID, merchant_id: SELLER_ID, tracking_id: TRACKING_ID },
  ],
].map(([event_type, resource]) => ({ id: 'WH-7A-5B', event_type, resource }));

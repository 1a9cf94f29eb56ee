import { describe, expect, test } from 'vitest';
import { minor } from '../../../lib/money.ts';
import { toCapture, toOrder, toRefund } from './translate.ts';
import { identifyNotice, toNotice } from './translate-notice.ts';

const usd = (value: string) => ({ currency_code: 'USD', value });
const API = 'https://api.provider.test';

const CAPTURE = {
  id: '9XY87654ZW321098V',
  status: 'COMPLETED',
  amount: usd('27.00'),
  final_capture: true,
  seller_receivable_breakdown: {
    gross_amount: usd('27.00'),
    paypal_fee: usd('1.43'),
    platform_fees: [{ amount: usd('0.81'), payee: { merchant_id: 'PLATFORM' } }],
    net_amount: usd('24.76'),
  },
  links: [{ rel: 'up', href: `${API}/v2/checkout/orders/4AB12345CD678901E`, method: 'GET' }],
  create_time: '2026-01-02T03:04:05Z',
};

const ORDER = {
  id: '4AB12345CD678901E',
  status: 'COMPLETED',
  payment_source: { paypal: { email_address: 'source@example.com', address: { country_code: 'US' } } },
  purchase_units: [
    {
      shipping: {
        name: { full_name: 'Pat Doe' },
        address: { address_line_1: '1 Main St', country_code: 'US' },
      },
      payments: { captures: [CAPTURE] },
    },
  ],
  payer: { email_address: 'buyer@example.com' },
};

const REFUND = {
  id: '1RF23456GH789012J',
  status: 'COMPLETED',
  amount: usd('5.00'),
  seller_payable_breakdown: { total_refunded_amount: usd('15.00') },
  links: [{ rel: 'up', href: `${API}/v2/payments/captures/9XY87654ZW321098V`, method: 'GET' }],
};

const READ_CAPTURE = {
  provider_capture_id: '9XY87654ZW321098V',
  provider_order_id: '4AB12345CD678901E',
  status: 'completed',
  status_raw: 'COMPLETED',
  status_reason: null,
  amount: 2700,
  currency: 'USD',
  provider_fee: 143,
  platform_fee_collected: 81,
  net_amount: 2476,
  captured_at: '2026-01-02T03:04:05Z',
  changed_at: null,
  processor_response: null,
};

const READ_REFUND = {
  provider_refund_id: '1RF23456GH789012J',
  provider_capture_id: '9XY87654ZW321098V',
  status: 'completed',
  amount: 500,
  currency: 'USD',
  total_refunded: 1500,
};

test('a captured order is read whole', () => {
  expect(toOrder(ORDER)).toEqual({
    provider_order_id: '4AB12345CD678901E',
    status: 'completed',
    status_raw: 'COMPLETED',
    transaction_id: null,
    capture: READ_CAPTURE,
    payment_method_raw: 'paypal',
    payment_method_scheme: null,
    processor: null,
    processor_definition_id: null,
    buyer_email: 'buyer@example.com',
    billing_address: { country_code: 'US' },
    shipping_address: { full_name: 'Pat Doe', address_line_1: '1 Main St', country_code: 'US' },
  });
});

test('a card and a phone wallet tell their scheme', () => {
  const sources = [{ card: { brand: 'VISA' } }, { apple_pay: { card: { brand: 'MASTERCARD' } } }];
  const read = sources.map((payment_source) => toOrder({ ...ORDER, payment_source }));
  expect(read.map((order) => [order?.payment_method_raw, order?.payment_method_scheme])).toEqual([
    ['card', 'VISA'],
    ['apple_pay', 'MASTERCARD'],
  ]);
});

test('a new order has no capture, and one without an id is no order', () => {
  expect(toOrder({ id: 'A', status: 'SAVED', purchase_units: [{}] })).toMatchObject({
    status: 'other',
    status_raw: 'SAVED',
    capture: null,
  });
  expect(toOrder({ status: 'CREATED', purchase_units: [{}] })).toBeNull();
});

test.each<[string, unknown]>([
  ['no units', undefined],
  ['units that are none', ['default']],
  ['payments that are none', [{ payments: 'yes' }]],
  ['captures that are no list', [{ payments: { captures: CAPTURE } }]],
  ['a capture that cannot be read', [{ payments: { captures: [{ ...CAPTURE, amount: null }] } }]],
  [
    'a capture that cannot be read beside one that was declined',
    [
      {
        payments: {
          captures: [
            { ...CAPTURE, status: 'DECLINED' },
            { ...CAPTURE, status: 7 },
          ],
        },
      },
    ],
  ],
])('an order with %s is not taken for one without a capture', (_case, purchase_units) => {
  expect(toOrder({ ...ORDER, purchase_units })).toBeNull();
});

test('of several captures the one that moved money counts', () => {
  const captures = [{ ...CAPTURE, id: 'FIRST', status: 'DECLINED' }, CAPTURE];
  const order = toOrder({ ...ORDER, purchase_units: [{ payments: { captures } }] });
  expect(order?.capture?.provider_capture_id).toBe(CAPTURE.id);
});

describe('a capture', () => {
  test.each([
    ['COMPLETED', 'completed'],
    ['PENDING', 'pending'],
    ['DECLINED', 'declined'],
    ['FAILED', 'declined'],
    ['REFUNDED', 'refunded'],
    ['PARTIALLY_REFUNDED', 'partially_refunded'],
    ['SOMETHING_NEW', 'other'],
  ])('that is %s is %s', (raw, status) => {
    expect(toCapture({ ...CAPTURE, status: raw }, null)).toMatchObject({ status, status_raw: raw });
  });

  test('without a breakdown has fees that are not known, with one without fees has none', () => {
    const { seller_receivable_breakdown: breakdown, ...pending } = CAPTURE;
    const unknown = { provider_fee: null, platform_fee_collected: null, net_amount: null };
    expect(toCapture(pending, null)).toMatchObject(unknown);
    const { platform_fees: _none, ...rest } = breakdown;
    expect(toCapture({ ...pending, seller_receivable_breakdown: rest }, null)).toMatchObject({
      platform_fee_collected: 0,
    });
  });

  test('with fees in another currency has fees that are not known', () => {
    const breakdown = {
      ...CAPTURE.seller_receivable_breakdown,
      paypal_fee: { currency_code: 'EUR', value: '1.43' },
    };
    expect(toCapture({ ...CAPTURE, seller_receivable_breakdown: breakdown }, null)?.provider_fee).toBeNull();
  });

  test('that was declined tells why', () => {
    const declined = {
      ...CAPTURE,
      status: 'DECLINED',
      status_details: { reason: 'DECLINED_BY_RISK_FRAUD_FILTERS' },
      processor_response: { response_code: '5120' },
    };
    expect(toCapture(declined, null)).toMatchObject({
      status_reason: 'DECLINED_BY_RISK_FRAUD_FILTERS',
      processor_response: '5120',
    });
  });

  test('without a readable amount is none', () => {
    expect(toCapture({ ...CAPTURE, amount: usd('27.005') }, null)).toBeNull();
  });

  test('names its order among its related ids or by its link', () => {
    const related = { ...CAPTURE, links: [], supplementary_data: { related_ids: { order_id: 'OTHER' } } };
    expect(toCapture(related, null)?.provider_order_id).toBe('OTHER');
    expect(toCapture(CAPTURE, null)?.provider_order_id).toBe('4AB12345CD678901E');
  });
});

describe('a refund', () => {
  test('is read whole', () => {
    expect(toRefund(REFUND)).toEqual(READ_REFUND);
  });

  test.each([
    ['COMPLETED', 'completed'],
    ['PENDING', 'pending'],
    ['FAILED', 'failed'],
    ['CANCELLED', 'failed'],
    ['SOMETHING_NEW', 'other'],
  ])('that is %s is %s', (raw, status) => {
    expect(toRefund({ ...REFUND, status: raw })).toMatchObject({ status });
  });

  test('told in short has the amount that was asked for', () => {
    const short = { id: 'R', status: 'COMPLETED' };
    expect(toRefund(short, { amount: minor(500), currency: 'USD' })).toMatchObject({
      amount: 500,
      total_refunded: null,
    });
    expect(toRefund(short)).toBeNull();
  });

  test('with an amount that cannot be read is not one of the amount that was asked for', () => {
    const asked = { amount: minor(500), currency: 'USD' };
    for (const amount of [null, 5, usd('5.001'), usd('-5.00'), { value: '5.00' }]) {
      expect(toRefund({ ...REFUND, amount }, asked)).toBeNull();
    }
  });
});

test('a notice of the vault counts, and one of the older interface under the same name does not', () => {
  const body = (event_type: string, resource_version: string) => ({
    event_type,
    resource_version,
    resource: { id: '5C991763VB278161', customer: { id: 'cust_1' } },
  });
  const removed = { about: 'instrument_removed', provider_token_id: '5C991763VB278161' };
  expect(toNotice(body('VAULT.PAYMENT-TOKEN.DELETED', '3.0'), 'own')).toEqual(removed);
  expect(toNotice(body('VAULT.PAYMENT-TOKEN.DELETION-INITIATED', '3.0'), 'own')).toEqual(removed);
  expect(toNotice(body('VAULT.PAYMENT-TOKEN.CREATED', '3.0'), 'own')).toEqual({
    about: 'instrument_saved',
    provider_customer_id: 'cust_1',
  });
  expect(toNotice(body('VAULT.PAYMENT-TOKEN.DELETED', '1.0'), 'own')).toBeNull();
  expect(toNotice(body('VAULT.PAYMENT-TOKEN.CREATED', '1.0'), 'own')).toBeNull();
});

describe('a notice', () => {
  const seller = { merchant_id: '7KQ2WHRB5NCXE' };
  const changed = { about: 'seller_changed', provider_account: '7KQ2WHRB5NCXE' };
  const captureChanged = {
    about: 'capture_changed',
    provider_capture_id: '9XY87654ZW321098V',
    provider_order_id: '4AB12345CD678901E',
    transaction_id: null,
    is_taken: true,
  };
  const noneTaken = { ...captureChanged, is_taken: false };
  const reversal = { id: '1RV', amount: usd('27.00') };

  test.each<[string, object, object | null]>([
    [
      'MERCHANT.ONBOARDING.COMPLETED',
      { ...seller, partner_client_id: 'own', tracking_id: 'm_01-a3' },
      { about: 'seller_onboarded', tracking_id: 'm_01-a3', provider_account: '7KQ2WHRB5NCXE' },
    ],
    [
      'MERCHANT.ONBOARDING.COMPLETED',
      { ...seller, partner_client_id: 'foreign', tracking_id: 'm_01-a3' },
      null,
    ],
    ['MERCHANT.ONBOARDING.COMPLETED', seller, changed],
    ['MERCHANT.PARTNER-CONSENT.REVOKED', seller, { ...changed, about: 'consent_revoked' }],
    ['CUSTOMER.MERCHANT-INTEGRATION.CAPABILITY-UPDATED', seller, changed],
    ['CUSTOMER.MERCHANT-INTEGRATION.SELLER-EMAIL-CONFIRMED', seller, changed],
    ['CUSTOMER.ACCOUNT-LIMITATION.ADDED', seller, changed],
    ['CUSTOMER.MERCHANT-INTEGRATION.CAPABILITY-UPDATED', {}, null],
    ['CHECKOUT.ORDER.APPROVED', ORDER, { about: 'order_approved', provider_order_id: '4AB12345CD678901E' }],
    ['CHECKOUT.ORDER.COMPLETED', ORDER, null],
    [
      'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
      { order_id: '4AB12345CD678901E' },
      { about: 'approval_reversed', provider_order_id: '4AB12345CD678901E' },
    ],
    ['PAYMENT.CAPTURE.COMPLETED', CAPTURE, captureChanged],
    ['PAYMENT.CAPTURE.PENDING', CAPTURE, captureChanged],
    ['PAYMENT.CAPTURE.DENIED', CAPTURE, noneTaken],
    ['PAYMENT.CAPTURE.DECLINED', CAPTURE, noneTaken],
    [
      'PAYMENT.CAPTURE.REFUNDED',
      REFUND,
      { about: 'capture_refunded', refund: READ_REFUND, provider_capture_id: '9XY87654ZW321098V' },
    ],
    ['PAYMENT.CAPTURE.REFUNDED', { ...REFUND, links: [] }, null],
    [
      'PAYMENT.CAPTURE.REVERSED',
      { ...reversal, links: REFUND.links },
      {
        about: 'capture_reversed',
        provider_capture_id: '9XY87654ZW321098V',
        reversal_id: '1RV',
        amount: 2700,
      },
    ],
    [
      'PAYMENT.CAPTURE.REVERSED',
      reversal,
      { about: 'capture_reversed', provider_capture_id: '1RV', reversal_id: '1RV', amount: 2700 },
    ],
    [
      'PAYMENT.REFUND.FAILED',
      REFUND,
      {
        about: 'refund_changed',
        provider_refund_id: '1RF23456GH789012J',
        provider_capture_id: '9XY87654ZW321098V',
      },
    ],
    ['CATALOG.PRODUCT.CREATED', { id: 'P' }, null],
  ])('%s with %j', (event_type, resource, expected) => {
    expect(toNotice({ id: 'WH-1', event_type, resource }, 'own')).toEqual(expected);
  });

  test.each([null, 'text', [], {}, { event_type: 'CHECKOUT.ORDER.APPROVED' }])('%j is none', (body) => {
    expect(toNotice(body, 'own')).toBeNull();
  });

  test('is known by the provider’s id and type', () => {
    const notice_type = 'CHECKOUT.ORDER.APPROVED';
    const known = { provider_notice_id: 'WH-1', notice_type };
    expect(identifyNotice({ id: 'WH-1', event_type: notice_type })).toEqual(known);
    expect(identifyNotice({ id: 'W'.repeat(200), event_type: notice_type })).toBeNull();
    expect(identifyNotice({ event_type: notice_type })).toBeNull();
  });
});

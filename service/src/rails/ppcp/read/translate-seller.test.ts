import { describe, expect, test } from 'vitest';
import type { CapabilityStatus } from '../../rail.ts';
import { statusOf, toSeller, worstOf } from './translate-seller.ts';

const OWN = 'own-client';
const PREFIX = 'https://uri.paypal.com/services/';
const ALL_SCOPES = [
  'payments/realtimepayment',
  'payments/payment/authcapture',
  'payments/refund',
  'payments/partnerfee',
  'customer/merchant-integrations/read',
  'disputes/read-seller',
  'disputes/update-seller',
  'reporting/search/read',
  'vault/payment-tokens/read',
  'vault/payment-tokens/readwrite',
];

function integration(scopes: string[], clientId = OWN, status = 'A') {
  return {
    integration_type: 'OAUTH_THIRD_PARTY',
    status,
    oauth_third_party: [{ partner_client_id: clientId, scopes: scopes.map((scope) => PREFIX + scope) }],
  };
}

function answer(over: Record<string, unknown> = {}) {
  return {
    merchant_id: '7KQ2WHRB5NCXE',
    tracking_id: 'm_01-a3',
    primary_email_confirmed: true,
    payments_receivable: true,
    country: 'US',
    primary_currency: 'USD',
    products: [
      { name: 'PPCP_STANDARD', vetting_status: 'SUBSCRIBED', status: 'ACTIVE' },
      { name: 'PPCP_CUSTOM', vetting_status: 'SUBSCRIBED' },
      { name: 'PAYMENT_METHODS', vetting_status: 'SUBSCRIBED' },
      { name: 'ADVANCED_VAULTING', vetting_status: 'SUBSCRIBED' },
    ],
    capabilities: [
      { name: 'CUSTOM_CARD_PROCESSING', status: 'ACTIVE' },
      { name: 'APPLE_PAY', status: 'ACTIVE', limits: [{ type: 'GENERAL' }] },
      { name: 'GOOGLE_PAY', status: 'ACTIVE' },
      { name: 'PAYPAL_WALLET_VAULTING_ADVANCED', status: 'ACTIVE' },
    ],
    oauth_integrations: [integration(ALL_SCOPES)],
    ...over,
  };
}

const read = (over?: Record<string, unknown>) => toSeller(answer(over), OWN)!;

test('a ready seller is read whole', () => {
  expect(read()).toEqual({
    wallet_merchant_id: '7KQ2WHRB5NCXE',
    tracking_id: 'm_01-a3',
    email_confirmed: true,
    payments_receivable: true,
    country: 'US',
    primary_currency: 'USD',
    has_checkout_product: true,
    granted: {
      missing_scopes: [],
      features: {
        checkout_platform_fee: true,
        disputes: true,
        transaction_search: true,
        reporting_reconciliation: true,
        merchant_info: true,
        advanced_card_checkout: true,
      },
    },
    acdc_status: 'active',
    apple_pay_status: 'active',
    google_pay_status: 'active',
    can_vault: true,
  });
});

const CLOSED_GATES = {
  merchant_id: '7KQ2WHRB5NCXE',
  primary_email_confirmed: false,
  payments_receivable: false,
};

test('an answer that says nothing else is a seller with nothing', () => {
  expect(toSeller(CLOSED_GATES, OWN)).toEqual({
    wallet_merchant_id: '7KQ2WHRB5NCXE',
    tracking_id: null,
    email_confirmed: false,
    payments_receivable: false,
    country: null,
    primary_currency: null,
    has_checkout_product: false,
    granted: null,
    acdc_status: 'unavailable',
    apple_pay_status: 'unavailable',
    google_pay_status: 'unavailable',
    can_vault: false,
  });
});

test.each<[string, object]>([
  ['no seller', { merchant_id: undefined }],
  ['no word on the email', { primary_email_confirmed: undefined }],
  ['a word on the email that is none', { primary_email_confirmed: 'true' }],
  ['no word on receiving', { payments_receivable: null }],
  ['products that are no list', { products: { name: 'PPCP_STANDARD' } }],
  ['grants that are no list', { oauth_integrations: 'none' }],
])('an answer with %s says nothing of a seller', (_case, over) => {
  expect(toSeller({ ...CLOSED_GATES, ...over }, OWN)).toBeNull();
});

test.each<[string | null, CapabilityStatus]>([
  ['SUBSCRIBED_WITH_LIMIT', 'unavailable'],
  ['IN_REVIEW', 'in_review'],
  ['PENDING', 'in_review'],
  ['APPROVED', 'in_review'],
  ['NEED_MORE_DATA', 'need_more_data'],
  ['NEED_DATA', 'need_more_data'],
  ['DENIED', 'denied'],
  ['DENY', 'denied'],
  ['DECLINED', 'denied'],
  ['SUSPENDED', 'denied'],
  ['REVOKED', 'denied'],
  ['INACTIVE', 'denied'],
  ['ACTIVE', 'active'],
  ['SUBSCRIBED', 'active'],
  ['SOMETHING_NEW', 'unavailable'],
  [null, 'unavailable'],
])('the provider status %s means %s', (raw, expected) => {
  expect(statusOf(raw)).toBe(expected);
});

test('of two halves the worse wins', () => {
  const order: CapabilityStatus[] = ['denied', 'need_more_data', 'in_review', 'unavailable', 'active'];
  for (const [index, worse] of order.entries()) {
    for (const better of order.slice(index)) {
      expect(worstOf([better, worse])).toBe(worse);
      expect(worstOf([worse, better])).toBe(worse);
    }
  }
});

// product vetting, capability status (null: absent), advanced cards, Apple Pay
test.each<[string | null, string | null, CapabilityStatus, CapabilityStatus]>([
  ['SUBSCRIBED', 'ACTIVE', 'active', 'active'],
  ['ACTIVE', 'ACTIVE', 'active', 'active'],
  ['SUBSCRIBED', null, 'unavailable', 'unavailable'],
  ['SUBSCRIBED', 'SUBSCRIBED', 'unavailable', 'unavailable'],
  ['SUBSCRIBED_WITH_LIMIT', 'ACTIVE', 'unavailable', 'active'],
  ['SUBSCRIBED', 'NEED_DATA', 'need_more_data', 'need_more_data'],
  ['IN_REVIEW', 'ACTIVE', 'in_review', 'active'],
  ['IN_REVIEW', null, 'in_review', 'unavailable'],
  ['NEED_MORE_DATA', 'PENDING', 'need_more_data', 'in_review'],
  ['DENIED', 'ACTIVE', 'denied', 'active'],
  ['SUBSCRIBED', 'SUSPENDED', 'denied', 'denied'],
  ['SOMETHING_NEW', 'ACTIVE', 'unavailable', 'active'],
  // Without a product nothing vetted the cards; the wallets are reported as capabilities alone.
  [null, 'ACTIVE', 'unavailable', 'active'],
  [null, 'DENY', 'denied', 'denied'],
  [null, 'PENDING', 'in_review', 'in_review'],
  [null, null, 'unavailable', 'unavailable'],
])('product %s and capability %s: cards %s, wallets %s', (vetting, status, cards, wallets) => {
  const seller = read({
    products: vetting
      ? ['PPCP_CUSTOM', 'PAYMENT_METHODS'].map((name) => ({ name, vetting_status: vetting }))
      : [],
    capabilities: status
      ? ['CUSTOM_CARD_PROCESSING', 'APPLE_PAY', 'GOOGLE_PAY'].map((name) => ({ name, status }))
      : [],
    limitations: [{ name: 'MERCHANT_LIMITED_BY_POLICY', restrictions: ['APPLE_PAY'] }],
  });
  expect([seller.acdc_status, seller.apple_pay_status, seller.google_pay_status]).toEqual([
    cards,
    wallets,
    wallets,
  ]);
  expect(seller.granted?.features.advanced_card_checkout).toBe(cards === 'active');
});

// Every status that is named, one that is not, and none: the whole table of both halves.
const MEANS: Readonly<Record<string, CapabilityStatus>> = {
  SUBSCRIBED_WITH_LIMIT: 'unavailable',
  IN_REVIEW: 'in_review',
  PENDING: 'in_review',
  APPROVED: 'in_review',
  NEED_MORE_DATA: 'need_more_data',
  NEED_DATA: 'need_more_data',
  DENIED: 'denied',
  DENY: 'denied',
  DECLINED: 'denied',
  SUSPENDED: 'denied',
  REVOKED: 'denied',
  INACTIVE: 'denied',
  ACTIVE: 'active',
  SUBSCRIBED: 'active',
};
const EVERY = [...Object.keys(MEANS), 'SOMETHING_NEW', null];
const FROM_WORST = ['denied', 'need_more_data', 'in_review', 'unavailable', 'active'];

test.each(EVERY)(
  'advanced cards with the product %s follow the worse half, whatever the capability',
  (vetting) => {
    for (const status of EVERY) {
      const { acdc_status } = read({
        products: vetting === null ? [] : [{ name: 'PPCP_CUSTOM', vetting_status: vetting }],
        capabilities: status === null ? [] : [{ name: 'CUSTOM_CARD_PROCESSING', status }],
      });
      const product = MEANS[vetting ?? ''] ?? 'unavailable';
      // Of the capability itself only ACTIVE is active.
      const capability = status === 'SUBSCRIBED' ? 'unavailable' : (MEANS[status ?? ''] ?? 'unavailable');
      const worst = FROM_WORST.find((one) => one === product || one === capability);
      expect([vetting, status, acdc_status]).toEqual([vetting, status, worst]);
    }
  },
);

test('a product without vetting counts by its plain status', () => {
  const cards = (product: object) => read({ products: [{ name: 'PPCP_CUSTOM', ...product }] }).acdc_status;
  expect(cards({ status: 'ACTIVE' })).toBe('active');
  expect(cards({ status: 'INACTIVE' })).toBe('denied');
  expect(cards({ status: 'PENDING' })).toBe('in_review');
  expect(cards({})).toBe('unavailable');
  expect(cards({ vetting_status: 'IN_REVIEW', status: 'ACTIVE' })).toBe('in_review');
});

test.each<[string, object[], boolean]>([
  ['a subscribed product', [{ name: 'PPCP_STANDARD', vetting_status: 'SUBSCRIBED' }], true],
  ['a limited product', [{ name: 'PPCP_STANDARD', vetting_status: 'SUBSCRIBED_WITH_LIMIT' }], true],
  ['a product without vetting', [{ name: 'EXPRESS_CHECKOUT' }], true],
  ['an unvetted product that is active', [{ name: 'EXPRESS_CHECKOUT', status: 'ACTIVE' }], true],
  ['a product under review', [{ name: 'PPCP_STANDARD', vetting_status: 'IN_REVIEW' }], false],
  ['a denied product', [{ name: 'PPCP_CUSTOM', vetting_status: 'DENIED' }], false],
  ['an inactive product', [{ name: 'EXPRESS_CHECKOUT', status: 'INACTIVE' }], false],
  ['a product whose vetting cannot be read', [{ name: 'PPCP_STANDARD', vetting_status: 1 }], false],
  ['another product', [{ name: 'PAYFLOW_PRO', vetting_status: 'SUBSCRIBED' }], false],
  ['no product', [], false],
])('%s makes checkout possible or not', (_case, products, expected) => {
  expect(read({ products }).has_checkout_product).toBe(expected);
});

describe('granted access', () => {
  test.each([
    ['payments/realtimepayment', ['PAYMENT']],
    ['payments/payment/authcapture', ['PAYMENT']],
    ['payments/refund', ['REFUND']],
    ['payments/partnerfee', ['PARTNER_FEE']],
    ['reporting/search/read', []],
  ])('without %s the missing features are %j', (withheld, missing) => {
    const scopes = ALL_SCOPES.filter((scope) => scope !== withheld);
    expect(read({ oauth_integrations: [integration(scopes)] }).granted?.missing_scopes).toEqual(missing);
  });

  test('is the union of our own entries and never that of another partner', () => {
    const seller = read({
      oauth_integrations: [
        integration(['payments/refund'], 'somebody-else'),
        integration(['payments/realtimepayment']),
        integration(['payments/payment/authcapture', 'payments/partnerfee']),
        integration(['disputes/read-seller', 'disputes/update-seller'], OWN, 'I'),
      ],
    });
    expect(seller.granted?.missing_scopes).toEqual(['REFUND']);
    expect(seller.granted?.features).toMatchObject({ checkout_platform_fee: true, disputes: false });
  });

  test.each([
    ['an empty list', []],
    ['a list without us', [integration(ALL_SCOPES, 'somebody-else')]],
    ['no list', undefined],
  ])('is not known with %s', (_case, oauth_integrations) => {
    expect(read({ oauth_integrations }).granted).toBeNull();
  });

  test('of nothing is everything missing', () => {
    const { granted } = read({ oauth_integrations: [integration([])] });
    expect(granted?.missing_scopes).toEqual(['PAYMENT', 'REFUND', 'PARTNER_FEE']);
    expect(Object.values(granted!.features).filter(Boolean)).toEqual([true]); // advanced cards: not a scope
  });
});

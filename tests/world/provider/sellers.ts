import { type TSchema, Type } from 'typebox';
import type { Described } from './described.ts';
import {
  AccountId,
  AddressShape,
  closed,
  Country,
  CurrencyCode,
  Email,
  Links,
  linksWith,
  listOf,
  oneOf,
  open,
  text,
  Time,
  Url,
  Word,
  Yes,
} from './scalars.ts';

const FEATURES =
  'PAYOUTS PAYMENT REFUND FUTURE_PAYMENT DIRECT_PAYMENT PARTNER_FEE DELAY_FUNDS_DISBURSEMENT ' +
  'READ_SELLER_DISPUTE UPDATE_SELLER_DISPUTE ADVANCED_TRANSACTIONS_SEARCH SWEEP_FUNDS_EXTERNAL_SINK ' +
  'ACCESS_MERCHANT_INFORMATION TRACKING_SHIPMENT_READWRITE INVOICE_READ_WRITE DISPUTE_READ_BUYER ' +
  'UPDATE_CUSTOMER_DISPUTES VAULT BILLING_AGREEMENT';
const PRODUCTS =
  'EXPRESS_CHECKOUT PPCP PAYMENT_METHODS ADVANCED_VAULTING PAYPAL_COMMERCE_PLATFORM_BUSINESS PPPLUS ' +
  'WEBSITE_PAYMENT_PRO IZETTLE';
// The last one is newer than the provider's published document and taken all the same.
const CAPABILITIES = 'PAYPAL_WALLET_VAULTING_ADVANCED PAY_UPON_INVOICE APPLE_PAY GOOGLE_PAY';
const CALLBACK_MAX = 127;

const Callback = Type.String({ format: 'uri', minLength: 1, maxLength: CALLBACK_MAX });
const Operation = closed({
  operation: oneOf('API_INTEGRATION'),
  api_integration_preference: closed({
    rest_api_integration: closed({
      integration_method: oneOf('PAYPAL BRAINTREE'),
      integration_type: oneOf('THIRD_PARTY'),
      third_party_details: closed({ features: listOf(oneOf(FEATURES), 20, 1) }),
    }),
  }),
});

const BusinessEntity = closed(
  {},
  {
    names: listOf(
      closed({ type: oneOf('DOING_BUSINESS_AS LEGAL_NAME') }, { business_name: text(300), id: text(20) }),
      5,
      1,
    ),
    addresses: listOf(closed({ type: Word }, { ...membersOfAddress() }), 5),
    emails: listOf(closed({ type: Word, email: Email }), 5),
    website: Url,
  },
);

function membersOfAddress() {
  const { properties } = AddressShape as unknown as { properties: Record<string, TSchema> };
  return properties;
}

const NewReferral = Type.Unsafe({
  ...closed(
    {
      operations: listOf(Operation, 5, 1),
      legal_consents: listOf(closed({ type: oneOf('SHARE_DATA_CONSENT'), granted: Yes }), 5, 1),
    },
    {
      tracking_id: text(127),
      email: Email,
      preferred_language_code: text(10),
      legal_country_code: Country,
      business_entity: BusinessEntity,
      partner_config_override: closed(
        {},
        {
          partner_logo_url: Callback,
          return_url: Callback,
          return_url_description: text(CALLBACK_MAX),
          action_renewal_url: Callback,
          show_add_credit_card: Yes,
        },
      ),
      products: listOf(oneOf(PRODUCTS), 5, 1),
      capabilities: listOf(oneOf(CAPABILITIES), 4, 1),
    },
  ),
  dependentRequired: { capabilities: ['products'] },
});

const Capability = closed(
  {
    name: Word,
    status: oneOf('ACTIVE SUSPENDED REVOKED APPROVED NEED_DATA DENY IN_REVIEW INACTIVE PENDING'),
  },
  { limits: listOf(open({ type: Word }), 10) },
);
const VETTING = 'APPROVED PENDING DECLINED SUBSCRIBED SUBSCRIBED_WITH_LIMIT IN_REVIEW NEED_MORE_DATA DENIED';
const Product = closed(
  { name: Word },
  {
    vetting_status: oneOf(VETTING),
    status: oneOf('ACTIVE INACTIVE PENDING'),
    capabilities: listOf(Word, 50),
    active: Yes,
  },
);
const ThirdParty = closed(
  { partner_client_id: text(127) },
  {
    merchant_client_id: text(127),
    scopes: listOf(Type.String({ format: 'uri', pattern: '^https://uri\\.paypal\\.com/' }), 100),
    access_token: text(4_000),
    refresh_token: text(4_000),
  },
);
const Grant = closed(
  {
    integration_type: oneOf(
      'OAUTH_THIRD_PARTY THIRD_PARTY FIRST_PARTY_INTEGRATED FIRST_PARTY_NON_INTEGRATED',
    ),
    integration_method: oneOf('PAYPAL BRAINTREE'),
    status: oneOf('A I'),
  },
  { oauth_third_party: listOf(ThirdParty, 50) },
);

const SellerStatus = closed(
  { merchant_id: AccountId, links: linksWith('self') },
  {
    primary_email_confirmed: Yes,
    payments_receivable: Yes,
    products: listOf(Product, 50),
    capabilities: listOf(Capability, 50),
    oauth_integrations: listOf(Grant, 50),
    tracking_id: text(127),
    legal_name: text(300),
    given_name: text(140),
    surname: text(140),
    primary_email: Email,
    date_created: Time,
    country: Country,
    primary_currency: CurrencyCode,
    granted_permissions: listOf(Word, 100),
    limitations: listOf(closed({ name: Word }, { restrictions: listOf(Word, 50) }), 50),
    partner_onboarding_session: open({}),
  },
);

const Domain = open({}, { provider_type: oneOf('APPLE_PAY'), links: Links });

const integrations = '/v1/customer/partners/{partner_id}/merchant-integrations';

/** The platform's own calls about its sellers. None is made in a seller's name. */
export const SELLER_CALLS: readonly Described[] = [
  {
    method: 'POST',
    path: '/v2/customer/partner-referrals',
    family: 'referrals',
    body: NewReferral,
    // The document has no answer to a repeated call; it is answered like any other repeated call.
    answers: { 200: minted(), 201: minted() },
    requestId: 'required',
    assertion: 'never',
  },
  {
    method: 'GET',
    path: '/v2/customer/partner-referrals/{referral_id}',
    family: 'referrals',
    params: { referral_id: text(300) },
    answers: {
      200: closed(
        {
          partner_referral_id: text(300),
          referral_data: NewReferral,
          links: linksWith('self', 'action_url'),
        },
        { submitter_payer_id: AccountId },
      ),
    },
    assertion: 'never',
  },
  {
    method: 'GET',
    path: integrations,
    family: 'other',
    params: { partner_id: AccountId },
    query: closed({ tracking_id: text(127) }),
    // The document says 201; the interface says 200.
    answers: {
      200: closed({ merchant_id: AccountId, tracking_id: text(127), links: linksWith('self') }),
    },
    assertion: 'never',
  },
  {
    method: 'GET',
    path: `${integrations}/{merchant_id}`,
    family: 'other',
    params: { partner_id: AccountId, merchant_id: AccountId },
    query: closed({}, { fields: text(500) }),
    answers: { 200: SellerStatus },
    assertion: 'never',
  },
  ...['/v1/customer/wallet-domains', '/v1/customer/unregister-wallet-domain'].map((path): Described => ({
    method: 'POST',
    path,
    family: 'other',
    body: closed(
      { provider_type: oneOf('APPLE_PAY'), domain: closed({ name: text(253) }) },
      { reason: text(500) },
    ),
    answers: { 200: Domain, 201: Domain },
    assertion: 'required',
  })),
  {
    method: 'GET',
    path: '/v1/customer/wallet-domains',
    family: 'other',
    query: open({}),
    answers: { 200: open({}, { wallet_domains: listOf(Domain, 100) }) },
    assertion: 'required',
  },
];

// There is no id in it: the last part of `self` is the id.
function minted() {
  return closed({ links: linksWith('self', 'action_url') });
}

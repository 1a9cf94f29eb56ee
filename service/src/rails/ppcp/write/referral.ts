import type { NewReferral } from '../../rail.ts';
import type { JsonObject } from '../../http/json.ts';
import { shorten } from '../../shorten.ts';

const RETURN_URL_MAX = 127;
const BUSINESS_NAME_MAX = 300;

const FEATURES = [
  'PAYMENT',
  'REFUND',
  'PARTNER_FEE',
  'ACCESS_MERCHANT_INFORMATION',
  'READ_SELLER_DISPUTE',
  'UPDATE_SELLER_DISPUTE',
  'ADVANCED_TRANSACTIONS_SEARCH',
  'VAULT',
  'BILLING_AGREEMENT',
  'INVOICE_READ_WRITE',
];

// Where the provider processes cards itself. Elsewhere a seller gets the plain wallet checkout.
const CARD_COUNTRIES = new Set(
  (
    'AT AU BE BG CA CN CY CZ DE DK EE ES FI FR GB GR HK HU IE IT JP LI LT LU LV MT MX NL NO NZ PL PT RO ' +
    'SE SG SI SK US'
  ).split(' '),
);

/** What the provider is asked to offer a seller. The names given are only filled in for the seller to
 *  confirm. */
export function toWireReferral(referral: NewReferral): JsonObject {
  const business_name = shorten(referral.merchant_name, BUSINESS_NAME_MAX);
  return {
    tracking_id: referral.tracking_id,
    email: referral.email,
    legal_country_code: referral.country_code,
    ...(business_name && { business_entity: { names: [{ business_name, type: 'DOING_BUSINESS_AS' }] } }),
    ...returnOf(referral.return_url),
    operations: [
      {
        operation: 'API_INTEGRATION',
        api_integration_preference: {
          rest_api_integration: {
            integration_method: 'PAYPAL',
            integration_type: 'THIRD_PARTY',
            third_party_details: { features: FEATURES },
          },
        },
      },
    ],
    ...productsFor(referral.country_code),
    legal_consents: [{ type: 'SHARE_DATA_CONSENT', granted: true }],
  };
}

// A longer address is refused. Coming back is only navigation, so the seller goes without rather than not
// at all.
function returnOf(return_url: string): JsonObject {
  if (return_url.length > RETURN_URL_MAX) return {};
  return {
    partner_config_override: { return_url, return_url_description: 'Return to finish the connection.' },
  };
}

function productsFor(country: string): JsonObject {
  if (!CARD_COUNTRIES.has(country)) return { products: ['EXPRESS_CHECKOUT'] };
  return {
    products: ['PPCP', 'PAYMENT_METHODS', 'ADVANCED_VAULTING'],
    capabilities: ['APPLE_PAY', 'GOOGLE_PAY', 'PAYPAL_WALLET_VAULTING_ADVANCED'],
  };
}

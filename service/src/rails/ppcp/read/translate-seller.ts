import { SCOPE_FEATURES } from '../../rail.ts';
import type { CapabilityStatus, FeatureStatus, ProviderSeller, ScopeFeature } from '../../rail.ts';
import { plainIdAt, isListOrAbsent, objectsAt, textAt, textsAt } from '../../http/json.ts';
import type { JsonObject } from '../../http/json.ts';

const SCOPE_PREFIX = 'https://uri.paypal.com/services/';
const PAYMENT_SCOPES = ['payments/realtimepayment', 'payments/payment/authcapture'];
const FEATURE_SCOPES: Readonly<Record<ScopeFeature, readonly string[]>> = {
  PAYMENT: PAYMENT_SCOPES,
  REFUND: ['payments/refund'],
  PARTNER_FEE: ['payments/partnerfee'],
};
const VAULT_SCOPES = ['vault/payment-tokens/read', 'vault/payment-tokens/readwrite'];

const GATES = ['primary_email_confirmed', 'payments_receivable'];
const LISTS = ['products', 'capabilities', 'oauth_integrations'];
const UNREADABLE = 'UNREADABLE';
const CHECKOUT_PRODUCTS = new Set(['EXPRESS_CHECKOUT', 'PPCP_STANDARD', 'PPCP_CUSTOM']);
// A product with a limit takes payments up to it; only what the provider has not decided or has refused
// does not.
const USABLE_VETTING = new Set(['SUBSCRIBED', 'SUBSCRIBED_WITH_LIMIT', 'ACTIVE']);

// The provider names the same state differently on products and on capabilities; this is the union of both.
const STATUS: Readonly<Record<string, CapabilityStatus>> = {
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
const WORST_FIRST: readonly CapabilityStatus[] = [
  'denied',
  'need_more_data',
  'in_review',
  'unavailable',
  'active',
];

/** A seller's state in our words, or null when the answer does not say whose it is or leaves a gate open to guessing:
 *  a seller must not lose the payments, or get them, because an answer could not be read. `ownClientId` tells our
 *  grants from those of other partners. */
export function toSeller(body: JsonObject, ownClientId: string): ProviderSeller | null {
  const wallet_merchant_id = plainIdAt(body, 'merchant_id');
  if (!wallet_merchant_id || !GATES.every((gate) => typeof body[gate] === 'boolean')) return null;
  if (!LISTS.every((list) => isListOrAbsent(body, list))) return null;
  const scopes = ownScopes(body, ownClientId);
  const acdc_status = capabilityStatus(body, CARDS);
  return {
    wallet_merchant_id,
    tracking_id: textAt(body, 'tracking_id'),
    email_confirmed: body['primary_email_confirmed'] === true,
    payments_receivable: body['payments_receivable'] === true,
    country: matching(/^[A-Z][A-Z0-9]$/, textAt(body, 'country')),
    primary_currency: matching(/^[A-Z]{3}$/, textAt(body, 'primary_currency')),
    has_checkout_product: objectsAt(body, 'products').some(isUsableCheckout),
    granted: scopes && {
      missing_scopes: missingScopes(scopes),
      features: featureStatus(scopes, acdc_status === 'active'),
    },
    acdc_status,
    apple_pay_status: capabilityStatus(body, APPLE_PAY),
    google_pay_status: capabilityStatus(body, GOOGLE_PAY),
    can_vault: capabilityStatus(body, VAULTING) === 'active' && holdsAll(scopes, VAULT_SCOPES),
  };
}

/** One status of a product or capability in our words. A missing or unknown one is no usable answer. */
export function statusOf(raw: string | null): CapabilityStatus {
  return STATUS[raw ?? ''] ?? 'unavailable';
}

/** Two halves make one status: the worse one wins. */
export function worstOf(halves: readonly CapabilityStatus[]): CapabilityStatus {
  return WORST_FIRST.find((status) => halves.includes(status)) ?? 'unavailable';
}

interface Halves {
  capability: string;
  /** Cards are vetted as a product, and saved instruments may be. Null: reported as a capability alone. Gap G49. */
  product: string | null;
  isProductRequired: boolean;
}

const CARDS: Halves = {
  capability: 'CUSTOM_CARD_PROCESSING',
  product: 'PPCP_CUSTOM',
  isProductRequired: true,
};
const APPLE_PAY: Halves = { capability: 'APPLE_PAY', product: null, isProductRequired: false };
const GOOGLE_PAY: Halves = { capability: 'GOOGLE_PAY', product: null, isProductRequired: false };
const VAULTING: Halves = {
  capability: 'PAYPAL_WALLET_VAULTING_ADVANCED',
  product: 'ADVANCED_VAULTING',
  isProductRequired: false,
};

function capabilityStatus(
  body: JsonObject,
  { capability, product, isProductRequired }: Halves,
): CapabilityStatus {
  const vetting = product === null ? null : vettingOf(named(body, 'products', product));
  const ofCapability = textAt(named(body, 'capabilities', capability), 'status');
  const halves = [onlyActive(ofCapability)];
  if (vetting !== null || isProductRequired) halves.push(statusOf(vetting));
  return worstOf(halves);
}

// A product is ready when it is subscribed, a capability only when it is active.
function onlyActive(capability: string | null): CapabilityStatus {
  return capability === 'SUBSCRIBED' ? 'unavailable' : statusOf(capability);
}

function named(body: JsonObject, list: string, name: string): JsonObject | null {
  return objectsAt(body, list).find((element) => element['name'] === name) ?? null;
}

// A product that is not vetted has no vetting status and may have a plain one.
function vettingOf(product: JsonObject | null): string | null {
  return wordAt(product, 'vetting_status') ?? wordAt(product, 'status');
}

// A word that is there and cannot be read is a word nobody knows, and not none.
function wordAt(from: JsonObject | null, key: string): string | null {
  const value = from?.[key];
  return value === undefined || value === null ? null : (textAt(from, key) ?? UNREADABLE);
}

function isUsableCheckout(product: JsonObject): boolean {
  if (!CHECKOUT_PRODUCTS.has(textAt(product, 'name') ?? '')) return false;
  if ((product['active'] ?? true) !== true || product['status'] === 'INACTIVE') return false;
  const vetting = vettingOf(product);
  return vetting === null || USABLE_VETTING.has(vetting);
}

// Other partners' integrations stand in the same list, and ours may stand there several times.
function ownScopes(body: JsonObject, ownClientId: string): ReadonlySet<string> | null {
  const own = objectsAt(body, 'oauth_integrations')
    .filter((integration) => (integration['status'] ?? 'A') === 'A')
    .flatMap((integration) => objectsAt(integration, 'oauth_third_party'))
    .filter((party) => party['partner_client_id'] === ownClientId);
  return own.length === 0 ? null : new Set(own.flatMap((party) => textsAt(party, 'scopes')));
}

function missingScopes(scopes: ReadonlySet<string>): ScopeFeature[] {
  return SCOPE_FEATURES.filter((feature) => !holdsAll(scopes, FEATURE_SCOPES[feature]));
}

function featureStatus(scopes: ReadonlySet<string>, advanced_card_checkout: boolean): FeatureStatus {
  const isSearchGranted = holdsAll(scopes, ['reporting/search/read']);
  return {
    checkout_platform_fee: holdsAll(scopes, [...PAYMENT_SCOPES, ...FEATURE_SCOPES.PARTNER_FEE]),
    disputes: holdsAll(scopes, ['disputes/read-seller', 'disputes/update-seller']),
    transaction_search: isSearchGranted,
    reporting_reconciliation: isSearchGranted,
    merchant_info: holdsAll(scopes, ['customer/merchant-integrations/read']),
    advanced_card_checkout,
  };
}

function holdsAll(scopes: ReadonlySet<string> | null, names: readonly string[]): boolean {
  return scopes !== null && names.every((name) => scopes.has(SCOPE_PREFIX + name));
}

function matching(pattern: RegExp, text: string | null): string | null {
  return text !== null && pattern.test(text) ? text : null;
}

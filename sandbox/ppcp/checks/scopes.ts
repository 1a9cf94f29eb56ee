import type { Account } from '../shapes/shapes.ts';
import { refuse } from './problem.ts';

const PREFIX = 'https://uri.paypal.com/services/';

/** The scopes a seller's consent to each feature gives the partner, without their common prefix. */
const FEATURE_SCOPES: Readonly<Record<string, readonly string[]>> = {
  PAYMENT: ['payments/realtimepayment', 'payments/payment/authcapture'],
  REFUND: ['payments/refund'],
  PARTNER_FEE: ['payments/partnerfee'],
  DELAY_FUNDS_DISBURSEMENT: ['payments/delay-funds-disbursement'],
  ACCESS_MERCHANT_INFORMATION: ['customer/merchant-integrations/read'],
  READ_SELLER_DISPUTE: ['disputes/read-seller'],
  UPDATE_SELLER_DISPUTE: ['disputes/update-seller'],
  ADVANCED_TRANSACTIONS_SEARCH: ['reporting/search/read'],
  VAULT: ['vault/payment-tokens/read', 'vault/payment-tokens/readwrite'],
  BILLING_AGREEMENT: ['billing-agreements', 'payments/reference-transaction'],
  TRACKING_SHIPMENT_READWRITE: ['shipping/trackers/readwrite'],
  INVOICE_READ_WRITE: ['invoicing'],
};

/** Every feature a referral may ask for; those without a scope above grant nothing readable. */
export const FEATURES: ReadonlySet<string> = new Set([
  ...Object.keys(FEATURE_SCOPES),
  ...'PAYOUTS FUTURE_PAYMENT DIRECT_PAYMENT SWEEP_FUNDS_EXTERNAL_SINK DISPUTE_READ_BUYER'.split(' '),
  ...'UPDATE_CUSTOMER_DISPUTES WITHDRAWALS USER_PROFILE TRANSACTION_RISK_DATA PAYPAL_BALANCE'.split(' '),
  'LINKED_FINANCIAL_INSTRUMENTS',
]);

/** What the partner's own token carries. */
export const PARTNER_SCOPES: readonly string[] = [
  'customer/partner',
  'customer/partner-referrals/readwrite',
  'customer/merchant-integrations/read',
  'payments/realtimepayment',
  'payments/payment/authcapture',
  'payments/refund',
  'payments/partnerfee',
  'payments/payment',
  'disputes/read-seller',
  'disputes/update-seller',
  'reporting/search/read',
  'vault/payment-tokens/readwrite',
  'vault/payment-tokens/read',
  'applications/webhooks',
  'subscriptions',
  'invoicing',
  'identity/generate-token',
].map((name) => `${PREFIX}${name}`);

/** The scopes of a list of features, as full URIs, each once. */
export function scopesOf(features: readonly string[]): string[] {
  const names = new Set(features.flatMap((feature) => FEATURE_SCOPES[feature] ?? []));
  return [...names].map((name) => `${PREFIX}${name}`);
}

/** Whether the seller's consent stands and covers the feature. */
export function hasGranted(account: Account, feature: string): boolean {
  return account.consent === 'granted' && account.granted.includes(feature);
}

/** Refuses with 403 PERMISSION_DENIED unless the seller granted every feature. */
export function requireGrant(account: Account, ...features: string[]): void {
  if (features.every((feature) => hasGranted(account, feature))) return;
  refuse('PERMISSION_DENIED');
}

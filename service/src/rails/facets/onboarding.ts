import type { ProviderRefusal, Unknown, Unreachable } from './outcome.ts';

export interface OnboardingFacet {
  startReferral(referral: NewReferral): Promise<ReferralOutcome>;
  /** The seller id that finished under this tracking id; `missing` is the normal "not yet". */
  findSeller(tracking_id: string): Promise<FindSellerOutcome>;
  readSeller(provider_account: string): Promise<ReadSellerOutcome>;
  /** The currency a seller's money is kept in, from the balances: null when none of them is the primary one. */
  readPrimaryCurrency(provider_account: string): Promise<PrimaryCurrencyOutcome>;
}

export interface NewReferral {
  request_id: string;
  tracking_id: string;
  return_url: string;
  merchant_name: string;
  email: string;
  country_code: string;
}

export type ReferralOutcome =
  | { kind: 'minted'; action_url: string }
  | { kind: 'refused'; refusal: ProviderRefusal }
  | Unreachable
  | Unknown;

export type FindSellerOutcome =
  { kind: 'found'; provider_account: string } | { kind: 'missing' } | Unreachable | Unknown;

export type ReadSellerOutcome =
  { kind: 'found'; seller: ProviderSeller } | { kind: 'gone' } | Unreachable | Unknown;

export type PrimaryCurrencyOutcome =
  | { kind: 'found'; currency: string | null }
  | { kind: 'refused'; refusal: ProviderRefusal }
  | Unreachable
  | Unknown;

export const SCOPE_FEATURES = ['PAYMENT', 'REFUND', 'PARTNER_FEE'] as const;
export type ScopeFeature = (typeof SCOPE_FEATURES)[number];

export type CapabilityStatus = 'unavailable' | 'in_review' | 'need_more_data' | 'denied' | 'active';

/** A seller's state in the service's words; what the provider calls things stays inside the rail. */
export interface ProviderSeller {
  wallet_merchant_id: string;
  tracking_id: string | null;
  email_confirmed: boolean;
  payments_receivable: boolean;
  country: string | null;
  primary_currency: string | null;
  has_checkout_product: boolean;
  /** null: the provider did not list our integration at all, so what it granted is not known. */
  granted: { missing_scopes: ScopeFeature[]; features: FeatureStatus } | null;
  acdc_status: CapabilityStatus;
  apple_pay_status: CapabilityStatus;
  google_pay_status: CapabilityStatus;
  can_vault: boolean;
}

export interface FeatureStatus {
  checkout_platform_fee: boolean;
  disputes: boolean;
  transaction_search: boolean;
  reporting_reconciliation: boolean;
  merchant_info: boolean;
  advanced_card_checkout: boolean;
}

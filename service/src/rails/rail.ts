import type { Minor } from '../lib/money.ts';

/** The payment providers a merchant can be routed to. `ppcp` is the wallet. */
export type RailCode = 'ppcp' | 'gravy' | 'nmi';

/** A provider behind one interface. A facet is absent where the provider has no such thing; no facet ever throws for
 *  what the provider answered: an outcome of a foreign call is a value, and "unknown" is one of them. */
export interface Rail {
  readonly code: RailCode;
  readonly orders: OrdersFacet;
  readonly refunds: RefundsFacet;
  readonly onboarding?: OnboardingFacet;
  readonly browser?: BrowserFacet;
  readonly notices: NoticesFacet;
}

/** The provider said no, in words worth keeping. `issue` is its code, `debug_id` what its support asks for. */
export interface ProviderRefusal {
  issue: string;
  description: string;
  debug_id: string | null;
  provider_status: string | null;
}

/** Nobody knows whether the call had its effect: no answer, a broken one, a server error, or "already in progress". */
export interface Unknown {
  kind: 'unknown';
  problem: string;
}

/** The call certainly had no effect because the provider was not reached or asked us to come back. */
export interface Unreachable {
  kind: 'unreachable';
  problem: string;
  retry_after_seconds: number | null;
}

export interface Seller {
  wallet_merchant_id: string;
}

// ---------------------------------------------------------------------------------------------------- orders

export interface OrdersFacet {
  create(order: NewOrder): Promise<CreateOrderOutcome>;
  read(order: { provider_order_id: string; seller: Seller }): Promise<ReadOrderOutcome>;
  capture(order: CaptureOrder): Promise<CaptureOutcome>;
  readCapture(capture: { provider_capture_id: string; seller: Seller }): Promise<ReadCaptureOutcome>;
}

export interface NewOrder {
  /** Stable over retries of one attempt; becomes the provider's idempotency key. */
  request_id: string;
  transaction_id: string;
  seller: Seller;
  amount: Minor;
  currency: string;
  platform_fee: Minor;
  description: string | null;
  merchant_name: string;
  items: readonly OrderItem[] | null;
  shipping_address: ShippingAddress | null;
  shipping_amount: Minor | null;
  requires_shipping: boolean | null;
  return_url: string;
  cancel_url: string;
  wallet_client_metadata_id: string | null;
}

export interface OrderItem {
  name: string;
  unit_amount: Minor;
  category: string;
  description: string | null;
  quantity: number;
  sku: string | null;
}

export interface ShippingAddress {
  country_code: string;
  address_line_1?: string | null;
  address_line_2?: string | null;
  admin_area_1?: string | null;
  admin_area_2?: string | null;
  postal_code?: string | null;
}

export type CreateOrderOutcome =
  | { kind: 'created'; provider_order_id: string; approve_url: string | null }
  | { kind: 'refused'; by: RefusalCause; refusal: ProviderRefusal }
  | Unreachable
  | Unknown;

export interface CaptureOrder {
  request_id: string;
  provider_order_id: string;
  seller: Seller;
  wallet_client_metadata_id: string | null;
}

/** Who can do something about a refusal: the buyer (another instrument or approval; the session stays open and no
 *  payment.failed is raised), the seller's account, or nobody but us. `payee_unverified` is the seller whose account
 *  cannot receive the money; it has consequences of its own. */
export type RefusalCause = 'buyer' | 'not_approved' | 'payee_unverified' | 'seller' | 'terminal' | 'request';

export type CaptureOutcome =
  | { kind: 'captured'; capture: ProviderCapture; order: ProviderOrder }
  | { kind: 'pending'; capture: ProviderCapture; order: ProviderOrder }
  | { kind: 'refused'; by: RefusalCause; refusal: ProviderRefusal }
  | { kind: 'lapsed'; refusal: ProviderRefusal }
  | Unreachable
  | Unknown;

export type ReadOrderOutcome =
  { kind: 'found'; order: ProviderOrder } | { kind: 'missing' } | Unreachable | Unknown;

export type ReadCaptureOutcome =
  { kind: 'found'; capture: ProviderCapture } | { kind: 'missing' } | Unreachable | Unknown;

export interface ProviderOrder {
  provider_order_id: string;
  status: 'created' | 'payer_action_required' | 'approved' | 'completed' | 'voided' | 'other';
  status_raw: string;
  /** The first capture of the order, whatever its status. */
  capture: ProviderCapture | null;
  payment_method_raw: string | null;
  payment_method_scheme: string | null;
  buyer_email: string | null;
  billing_address: Record<string, string> | null;
  shipping_address: Record<string, string> | null;
}

export interface ProviderCapture {
  provider_capture_id: string;
  provider_order_id: string | null;
  status: 'completed' | 'pending' | 'declined' | 'refunded' | 'partially_refunded' | 'other';
  status_raw: string;
  status_reason: string | null;
  amount: Minor;
  currency: string;
  provider_fee: Minor | null;
  platform_fee_collected: Minor | null;
  net_amount: Minor | null;
  captured_at: string | null;
  /** Why a card was declined, when the provider says. */
  processor_response: string | null;
}

// ---------------------------------------------------------------------------------------------------- refunds

export interface RefundsFacet {
  issue(refund: NewRefund): Promise<RefundOutcome>;
  read(refund: { provider_refund_id: string; seller: Seller; currency: string }): Promise<ReadRefundOutcome>;
}

export interface NewRefund {
  request_id: string;
  provider_capture_id: string;
  seller: Seller;
  amount: Minor;
  currency: string;
  /** The part of the platform's fee given back; 0 omits it from the call. */
  platform_fee: Minor;
  refund_id: string;
}

export type RefundOutcome =
  | { kind: 'completed'; refund: ProviderRefund }
  | { kind: 'pending'; refund: ProviderRefund }
  | { kind: 'failed'; refund: ProviderRefund }
  | { kind: 'refused'; refusal: ProviderRefusal }
  | Unreachable
  | Unknown;

export type ReadRefundOutcome =
  { kind: 'found'; refund: ProviderRefund } | { kind: 'missing' } | Unreachable | Unknown;

export interface ProviderRefund {
  provider_refund_id: string;
  provider_capture_id: string | null;
  status: 'completed' | 'pending' | 'failed' | 'other';
  amount: Minor;
  currency: string;
  /** Everything returned on the capture so far, when the provider says. */
  total_refunded: Minor | null;
}

// ---------------------------------------------------------------------------------------------------- onboarding

export interface OnboardingFacet {
  startReferral(referral: NewReferral): Promise<ReferralOutcome>;
  /** The seller id that finished under this tracking id; `missing` is the normal "not yet". */
  findSeller(tracking_id: string): Promise<FindSellerOutcome>;
  readSeller(wallet_merchant_id: string): Promise<ReadSellerOutcome>;
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
  { kind: 'found'; wallet_merchant_id: string } | { kind: 'missing' } | Unreachable | Unknown;

export type ReadSellerOutcome =
  { kind: 'found'; seller: ProviderSeller } | { kind: 'gone' } | Unreachable | Unknown;

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

// ---------------------------------------------------------------------------------------------------- browser

/** What the rail's script in the buyer's browser needs. */
export interface BrowserFacet {
  /** Where the provider's browser script is loaded from, and the public ids it is given. */
  readonly script: { url: string; client_id: string; partner_attribution_id: string };
  mintClientToken(seller: Seller): Promise<TokenOutcome>;
  mintUserIdToken(seller: Seller): Promise<TokenOutcome>;
}

export type TokenOutcome =
  { kind: 'minted'; token: string } | { kind: 'refused'; refusal: ProviderRefusal } | Unreachable | Unknown;

// ---------------------------------------------------------------------------------------------------- notices

export interface NoticesFacet {
  /** Checks that the provider sent these bytes. Fetches nothing but a certificate from the provider's own host. */
  verify(
    received: ReceivedNotice,
  ): Promise<{ kind: 'genuine' } | { kind: 'forged'; problem: string } | Unreachable>;
  /** Reads what a genuine notice says; null for one that is of no interest here. */
  read(body: unknown): Notice | null;
  /** The provider's own id of a notice, on which repeated deliveries are recognised. */
  identify(body: unknown): { provider_notice_id: string; notice_type: string } | null;
}

export interface ReceivedNotice {
  headers: Readonly<Record<string, string | undefined>>;
  raw_body: Buffer;
}

/** A hint that something moved. Whoever acts on it reads the thing back from the provider before money moves. */
export type Notice =
  | { about: 'seller_onboarded'; tracking_id: string; wallet_merchant_id: string }
  | { about: 'seller_changed'; wallet_merchant_id: string }
  | { about: 'consent_revoked'; wallet_merchant_id: string }
  | { about: 'order_approved'; provider_order_id: string }
  | { about: 'approval_reversed'; provider_order_id: string }
  | { about: 'capture_changed'; provider_capture_id: string; provider_order_id: string | null }
  | { about: 'capture_refunded'; refund: ProviderRefund; provider_capture_id: string }
  | { about: 'refund_changed'; provider_refund_id: string; provider_capture_id: string | null }
  | { about: 'capture_reversed'; provider_capture_id: string; reversal_id: string; amount: Minor | null };

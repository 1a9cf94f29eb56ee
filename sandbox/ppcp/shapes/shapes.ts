import type { Money } from './money.ts';

/** A link as the provider writes it. */
export interface Link {
  href: string;
  rel: string;
  method: string;
}

export interface Product {
  name: string;
  vetting_status?: string;
  status?: string;
  capabilities?: string[];
  active?: boolean;
}

export interface Capability {
  name: string;
  status: string;
  limits?: { type: string }[];
}

interface Limitation {
  name: string;
  restrictions: string[];
}

/** A seller's or a buyer's account at the provider. */
export interface Account {
  account_id: string;
  kind: 'business' | 'personal';
  email: string;
  business_name: string;
  given_name: string;
  surname: string;
  country: string;
  currency: string | null;
  email_confirmed: boolean;
  payments_receivable: boolean;
  products: Product[];
  capabilities: Capability[];
  granted: string[];
  consent: 'none' | 'granted' | 'revoked';
  /** Whether a status read lists what was granted to us; false withholds our entry, the consent stands. */
  consent_shown: boolean;
  /** What a status read answers after the consent was revoked. */
  after_revocation: 'empty' | 'not_found' | 'forbidden';
  tracking_id: string | null;
  funded: boolean;
  /** What limits the account as a whole; says nothing about its capabilities. */
  limitations: Limitation[];
  /** An issue every capture is refused with while it is set, as seller or as buyer. */
  capture_issue: string | null;
  /** An issue every refund of the seller is refused with while it is set. */
  refund_issue: string | null;
  refund_outcome: 'completed' | 'pending' | 'pending_failed' | 'failed';
  blocks_duplicate_invoices: boolean;
  /** How long what moved is not shown by the search yet. */
  search_lag_seconds?: number;
  created_at: string;
}

/** One seller sign-up a partner started; `data` is the request as it came. */
export interface Referral {
  referral_id: string;
  data: Record<string, unknown>;
  tracking_id: string | null;
  features: string[];
  return_url: string | null;
  state: 'open' | 'finished' | 'abandoned';
  account_id: string | null;
  created_at: string;
  finished_at: string | null;
}

/** Which account finished under a partner's tracking id. */
export interface Integration {
  tracking_id: string;
  merchant_id: string;
  referral_id: string;
}

export interface PurchaseUnit {
  reference_id: string;
  amount: Money & { breakdown?: Record<string, Money> };
  payee: { merchant_id: string; email_address?: string };
  payment_instruction?: { disbursement_mode?: string; platform_fees?: PlatformFee[] };
  description?: string;
  custom_id?: string;
  invoice_id?: string;
  soft_descriptor?: string;
  items?: unknown[];
  shipping?: unknown;
}

export interface PlatformFee {
  amount: Money;
  payee?: { merchant_id?: string; email_address?: string };
}

/** How the buyer chose to pay and what that choice leads to at capture. */
export interface Funding {
  source: string;
  outcome: 'completed' | 'instrument_declined' | 'declined' | 'pending' | 'pending_declined';
}

export interface Order {
  id: string;
  intent: string;
  status: 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED' | 'VOIDED';
  purchase_units: PurchaseUnit[];
  payment_source: Record<string, Record<string, unknown>> | null;
  return_url: string | null;
  cancel_url: string | null;
  brand_name: string | null;
  payer_id: string | null;
  funding: Funding | null;
  canceled: boolean;
  capture_ids: string[];
  expires_at: string;
  create_time: string;
  update_time: string;
}

export interface Capture {
  id: string;
  /** Empty when an invoice was paid and no order. */
  order_id: string;
  payee_id: string;
  payer_id: string | null;
  reference_id: string;
  status: 'COMPLETED' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'PENDING' | 'REFUNDED' | 'FAILED';
  status_reason: string | null;
  amount: Money;
  platform_fee: Money | null;
  paypal_fee: Money | null;
  total_refunded: Money;
  fee_returned: Money;
  reversed: boolean;
  disputed: boolean;
  custom_id: string | null;
  invoice_id: string | null;
  disbursement_mode: string;
  card: boolean;
  create_time: string;
  update_time: string;
}

export interface Refund {
  id: string;
  capture_id: string;
  payee_id: string;
  status: 'COMPLETED' | 'PENDING' | 'FAILED' | 'CANCELLED';
  status_reason: string | null;
  amount: Money;
  platform_fee: Money | null;
  total_refunded: Money;
  custom_id: string | null;
  invoice_id: string | null;
  note_to_payer: string | null;
  reversal: boolean;
  create_time: string;
  update_time: string;
}

/** A registered receiver of the provider's webhooks. */
export interface Webhook {
  id: string;
  url: string;
  event_types: { name: string }[];
}

/** What a request id stood for, and until when that is remembered. */
export interface Replay {
  resource_id: string;
  expires_at: string;
  /** The body it came with, where another one is refused. */
  asked?: unknown;
}

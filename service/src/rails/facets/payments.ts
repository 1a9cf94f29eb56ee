import type { Minor } from '../../lib/money.ts';
import type { ProviderRefusal, Seller, Unknown, Unreachable } from './outcome.ts';

export interface PaymentsFacet {
  /** Whether a text may be what the provider's fields gave, by its form. Left out where only the provider can tell. */
  mayBeGiven?(text: string): boolean;
  /** Opens an order, which never takes money. */
  open(order: NewOrder): Promise<OpenOutcome>;
  /** What the provider shows of it. */
  find(order: WantedOrder): Promise<FindPaymentOutcome>;
  /** Takes the money: once for each attempt. */
  take(order: CaptureOrder): Promise<CaptureOutcome>;
  /** Lets go of what a buyer agreed to and nobody will take. Left out where the provider holds nothing for it. */
  release?(order: WantedOrder): Promise<ReleaseOutcome>;
}

export interface WantedOrder {
  provider_order_id: string;
  /** What we call the payment, and told the provider. */
  transaction_id: string;
  seller: Seller;
  currency: string;
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
  /** How the buyer chose to pay, in the words of the session's `supported_funding`; null leaves it to the provider. */
  funding_source: string | null;
  wallet_client_metadata_id: string | null;
  /** What the provider's fields in the buyer's browser gave for it. It is anybody's word until the provider was asked. */
  in_hand: string | null;
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

export type OpenOutcome =
  | {
      kind: 'created';
      provider_order_id: string;
      approve_url: string | null;
      /** Kept sealed with the order, for `take`. */
      in_hand?: string;
      /** Where it began in the browser, the `transaction_id` that its credential was made for. */
      transaction_id?: string;
      /** The buyer has agreed to it before: when, as far as the provider tells. */
      approved_at?: string | null;
    }
  | { kind: 'refused'; by: RefusalCause; refusal: ProviderRefusal }
  | Unreachable
  | Unknown;

export interface CaptureOrder extends WantedOrder {
  request_id: string;
  amount: Minor;
  description: string | null;
  wallet_client_metadata_id: string | null;
  /** What was kept when it was opened; null where nothing was, or no longer is. */
  in_hand: string | null;
}

/** Who can do something about a refusal: the buyer (another instrument or approval; the session stays open and no
 *  payment.failed is raised), the seller's account, or nobody but us. `payee_unverified` and `payee_restricted` are
 *  of a seller whose account can receive nothing; they have consequences of their own. */
export type RefusalCause =
  'buyer' | 'not_approved' | 'payee_unverified' | 'payee_restricted' | 'seller' | 'terminal' | 'request';

export type CaptureOutcome =
  | { kind: 'captured'; capture: ProviderCapture; order: ProviderOrder }
  | { kind: 'pending'; capture: ProviderCapture; order: ProviderOrder }
  | {
      kind: 'refused';
      by: RefusalCause;
      refusal: ProviderRefusal;
      /** The order stands as declined at the provider, and no other try can take it. */
      is_final?: true;
    }
  | { kind: 'lapsed'; refusal: ProviderRefusal }
  // It says twice that it does not know the order, which one that was just made may hear as well.
  | { kind: 'missing'; refusal: ProviderRefusal }
  | Unreachable
  | Unknown;

/** `refused`: also of what was taken, or let go, before. */
export type ReleaseOutcome =
  { kind: 'released' } | { kind: 'refused'; refusal: ProviderRefusal } | Unreachable | Unknown;

export type FindPaymentOutcome =
  { kind: 'found'; order: ProviderOrder } | { kind: 'missing' } | Unreachable | Unknown;

export interface ProviderOrder {
  provider_order_id: string;
  status: 'created' | 'payer_action_required' | 'approved' | 'completed' | 'voided' | 'other';
  status_raw: string;
  /** The `transaction_id` it was made with, when the provider shows it. */
  transaction_id: string | null;
  /** The first capture of the order, whatever its status. */
  capture: ProviderCapture | null;
  payment_method_raw: string | null;
  payment_method_scheme: string | null;
  /** Who carried it out behind the provider, as a person reads it and as the provider lists it. */
  processor: string | null;
  processor_definition_id: string | null;
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
  /** When it last changed, where that is told: of one that was held back, when the money was taken after all. */
  changed_at?: string | null;
  /** Why a card was declined, when the provider says. */
  processor_response: string | null;
}

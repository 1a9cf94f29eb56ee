import type { Minor } from '../../lib/money.ts';
import type { ProviderRefusal, Seller, Unknown, Unreachable } from './outcome.ts';

export interface RefundsFacet {
  issue(refund: NewRefund): Promise<RefundOutcome>;
  read(refund: { provider_refund_id: string; seller: Seller; currency: string }): Promise<ReadRefundOutcome>;
  /** Every refund of a capture, whoever started it, as its order shows them. It is `found`, also when empty, only when
   *  the provider shows the whole of it: what does not stand in it was not made. */
  list(of: RefundsOfOrder): Promise<ListRefundsOutcome>;
}

export interface RefundsOfOrder {
  provider_order_id: string;
  provider_capture_id: string;
  seller: Seller;
  currency: string;
}

export interface NewRefund {
  request_id: string;
  provider_order_id: string;
  provider_capture_id: string;
  seller: Seller;
  /** All that was captured, and what of it was returned before this. */
  captured: Minor;
  returned_before: Minor;
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

/** `unlisted`: the provider shows the refunds of such a payment to nobody, and never will. */
export type ListRefundsOutcome =
  | { kind: 'found'; refunds: ProviderRefund[] }
  | { kind: 'unlisted'; problem: string }
  | Unreachable
  | Unknown;

export interface ProviderRefund {
  provider_refund_id: string;
  provider_capture_id: string | null;
  status: 'completed' | 'pending' | 'failed' | 'other';
  amount: Minor;
  currency: string;
  /** Everything returned on the capture so far, when the provider says. */
  total_refunded: Minor | null;
  /** When it was done, by the provider's clock; left out when the provider does not say. */
  refunded_at?: string;
  /** The `refund_id` it was asked for with; absent when the provider does not tell or we did not ask. */
  refund_id?: string;
}

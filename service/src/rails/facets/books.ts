import type { Minor } from '../../lib/money.ts';
import type { Seller, Unknown, Unreachable } from './outcome.ts';

/** What the provider has in its own books of a payment, read when somebody asks and kept nowhere. */
export interface BooksFacet {
  detail(of: BookedPayment): Promise<DetailOutcome>;
}

export interface BookedPayment {
  provider_order_id: string;
  provider_capture_id: string | null;
  seller: Seller;
  currency: string;
}

export type DetailOutcome =
  { kind: 'found'; detail: PaymentDetail } | { kind: 'missing' } | Unreachable | Unknown;

/** Null where the provider says nothing of it. Amounts are minor units of the payment's currency. */
export interface PaymentDetail {
  authorized: Minor | null;
  captured: Minor | null;
  /** What we named the payment there. */
  external_identifier: string | null;
  payment_service_definition_id: string | null;
  payment_service_display_name: string | null;
  provider_status: string;
  provider_updated_at: string | null;
  reconciliation_id: string | null;
  /** Its own words, without what is personal, a secret or leads anywhere. */
  payload: Readonly<Record<string, unknown>>;
}

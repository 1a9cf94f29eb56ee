import type { Minor } from '../../lib/money.ts';
import type { Seller, Unknown, Unreachable } from './outcome.ts';
import type { SearchFacet } from './search.ts';

/** What the provider has in its own books. */
export interface BooksFacet {
  /** What it has of a payment, read when somebody asks and kept nowhere. */
  detail(of: BookedPayment): Promise<DetailOutcome>;
  /** Left out where the provider settles what it captures, and says so nowhere. */
  settlement?(of: BookedPayment): Promise<SettlementOutcome>;
  /** Left out where the provider cannot be asked what moved. */
  readonly search?: SearchFacet;
}

export interface BookedPayment {
  provider_order_id: string;
  provider_capture_id: string | null;
  seller: Seller;
  currency: string;
}

export type DetailOutcome =
  { kind: 'found'; detail: PaymentDetail } | { kind: 'missing' } | Unreachable | Unknown;

export type SettlementOutcome =
  { kind: 'found'; settlement: PaymentSettlement } | { kind: 'missing' } | Unreachable | Unknown;

/** What came of a capture with the merchant. */
export interface PaymentSettlement {
  settled: boolean;
  /** Minor units of `currency`; null while it is not settled. */
  amount: Minor | null;
  currency: string | null;
  /** What the provider and those behind it kept, in the payment's currency; null where that is not told. */
  provider_fee: Minor | null;
}

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

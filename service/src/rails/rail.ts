import type { AccountsFacet } from './facets/accounts.ts';
import type { BooksFacet } from './facets/books.ts';
import type { DisputesFacet } from './facets/disputes.ts';
import type { InvoicesFacet } from './facets/invoices.ts';
import type { PageFacet } from './facets/page.ts';
import type { NoticesFacet } from './facets/notices.ts';
import type { OfferFacts } from './facets/offers.ts';
import type { OnboardingFacet } from './facets/onboarding.ts';
import type { PaymentsFacet } from './facets/payments.ts';
import type { RefundsFacet } from './facets/refunds.ts';
import type { SettingsFacet } from './facets/settings.ts';
import type { Traits } from './facets/traits.ts';
import type { VaultFacet } from './facets/vault.ts';

export type * from './facets/accounts.ts';
export type * from './facets/books.ts';
export * from './facets/disputes.ts';
export type * from './facets/invoices.ts';
export type * from './facets/page.ts';
export type * from './facets/notices.ts';
export type * from './facets/offers.ts';
export * from './facets/onboarding.ts';
export type * from './facets/payments.ts';
export type * from './facets/outcome.ts';
export * from './facets/outcome-shown.ts';
export type * from './facets/refunds.ts';
export type * from './facets/search.ts';
export type * from './facets/settings.ts';
export type * from './facets/traits.ts';
export type * from './facets/vault.ts';

/** A payment provider that a merchant can be routed to, as far as it is known without reaching it. */
export interface RailKind {
  /** What it is called in rows, in the interface and in the address of its notices. */
  readonly code: string;
  readonly traits: Traits;
  readonly accounts: AccountsFacet;
  /** How the buyer may pay, in the words of a session's `supported_funding`. */
  offers(facts: OfferFacts): string[];
}

/** A provider behind one interface. A facet is absent where the provider has no such thing; no facet ever throws for
 *  what the provider answered: an outcome of a foreign call is a value, and "unknown" is one of them. */
export interface Rail extends RailKind {
  readonly payments: PaymentsFacet;
  readonly refunds: RefundsFacet;
  readonly books?: BooksFacet;
  readonly onboarding?: OnboardingFacet;
  readonly page?: PageFacet;
  readonly vault?: VaultFacet;
  readonly disputes?: DisputesFacet;
  readonly invoices?: InvoicesFacet;
  readonly notices: NoticesFacet;
  readonly settings?: SettingsFacet;
}

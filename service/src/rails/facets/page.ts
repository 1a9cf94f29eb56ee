import type { ProviderRefusal, Seller, Unknown, Unreachable } from './outcome.ts';

/** What brings the provider into the buyer's browser. */
export interface PageFacet {
  kit(session: PagedSession): PageKit;
  /** What the kit needs for one page load. */
  credential(seller: Seller): Promise<TokenOutcome>;
  /** For saving an instrument; with the provider's id of a customer, also for what that one has saved before. */
  saverToken(of: { seller: Seller; provider_customer_id: string | null }): Promise<TokenOutcome>;
}

/** A session as far as a page that sells by it goes by it. */
export interface PagedSession {
  /** What it is paid into; null while there is nothing. */
  provider_account: string | null;
  currency: string;
  supported_funding: readonly string[];
  saves_instrument: boolean;
}

export interface PageKit {
  /** The address of the provider's script for this session; null where none is of use. */
  script: string | null;
  /** Where the script, its windows and the page that the buyer approves on are. */
  source: string;
  /** Who this deployment is there, which anybody may know. */
  client_id: string;
  partner_attribution_id: string;
}

export type TokenOutcome =
  { kind: 'minted'; token: string } | { kind: 'refused'; refusal: ProviderRefusal } | Unreachable | Unknown;

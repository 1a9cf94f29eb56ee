import type { ProviderRefusal, Seller, Unknown, Unreachable } from './outcome.ts';

/** What the rail's script in the buyer's browser needs. */
export interface BrowserFacet {
  /** Where the provider's browser script is loaded from, and the public ids it is given. */
  readonly script: { url: string; client_id: string; partner_attribution_id: string };
  mintClientToken(seller: Seller): Promise<TokenOutcome>;
  /** For saving an instrument; with the provider's id of a customer, also for what that one has saved before. */
  mintUserIdToken(of: { seller: Seller; provider_customer_id: string | null }): Promise<TokenOutcome>;
}

export type TokenOutcome =
  { kind: 'minted'; token: string } | { kind: 'refused'; refusal: ProviderRefusal } | Unreachable | Unknown;

import type { Minor } from '../../lib/money.ts';
import type { ProviderRefusal, Seller, Unknown, Unreachable } from './outcome.ts';

/** What brings the provider into the buyer's browser. */
export interface PageFacet {
  kit(session: PagedSession): PageKit;
  /** What any page of it loads from, whatever account is paid there: known before there is a session. */
  anywhere: Pick<PageKit, 'kit' | 'source'>;
  /** What the kit needs for one page load. */
  credential(of: { seller: Seller; payment: PinnedPayment | null }): Promise<TokenOutcome>;
  /** Left out where the provider's script needs none. For saving an instrument; with the provider's id of a customer, also for what that one has saved before. */
  saverToken?(of: { seller: Seller; provider_customer_id: string | null }): Promise<TokenOutcome>;
}

/** What a credential is made for, where a payment begins in the buyer's browser: by it nothing else can be paid. */
export interface PinnedPayment {
  transaction_id: string;
  amount: Minor;
  currency: string;
  /** Of the buyer, as far as it is known. */
  country: string;
}

/** A session as far as a page that sells by it goes by it. */
export interface PagedSession {
  /** What it is paid into; null while there is nothing. */
  provider_account: string | null;
  /** What anybody may know of that account. */
  shown: Readonly<Record<string, string>>;
  currency: string;
  supported_funding: readonly string[];
  /** What the merchant wants offered, where it does not want all. */
  allowed_funding?: readonly string[] | null;
  saves_instrument: boolean;
}

export interface PageKit {
  /** What a page sets up: the provider's buttons, its one form, or its fields one by one. */
  kit: 'buttons' | 'embed' | 'fields';
  /** The address of the provider's script for this session; null where none is of use. */
  script: string | null;
  /** Where the script, its windows and the page that the buyer approves on are. */
  source: string;
  /** Where else its frames and its calls are. */
  sources?: readonly string[];
  /** Who this deployment is there, which anybody may know. */
  client_id: string | null;
  partner_attribution_id: string | null;
}

export type TokenOutcome =
  // `with` is what the kit is set up with besides, none of it a secret.
  | { kind: 'minted'; token: string; expires_at?: Date; with?: Readonly<Record<string, unknown>> }
  | { kind: 'refused'; refusal: ProviderRefusal }
  | Unreachable
  | Unknown;

import type { Minor } from '../../lib/money.ts';
import type { ProviderRefusal, Seller, Unknown, Unreachable } from './outcome.ts';

/** The provider's own account of what moved on an account, whoever moved it. */
export interface SearchFacet {
  /** How long what moved may take to be shown. */
  readonly lag_seconds: number;
  /** How far back it reaches. */
  readonly reach_days: number;
  /** Whether what a buyer's bank took back stands there; else none of it is missed. */
  readonly shows_reversals: boolean;
  /** One page, counted from 1, of what moved the balance between two moments, both included, by when it was begun. `mark` is what
   *  the page before gave; null for the first, and where it gave none. */
  page(of: SearchedSpan & { page: number; mark: string | null }): Promise<SearchOutcome>;
  /** One of them by the provider's id, whether it moved the balance or not. */
  one(of: SearchedSpan & WantedEntry): Promise<SearchOutcome>;
}

export interface WantedEntry {
  provider_id: string;
  kind: 'capture' | 'return';
  /** Of the payment that it belongs to. */
  provider_order_id: string | null;
}

export interface SearchedSpan {
  seller: Seller;
  from: Date;
  to: Date;
}

export type SearchOutcome =
  | {
      kind: 'found';
      entries: ProviderEntry[];
      is_last: boolean;
      refreshed_at: Date | null;
      /** Where the next page begins, in the provider's own terms, where its number does not say it. */
      mark?: string;
    }
  // More fits than it shows at all: to be asked for in shorter spans.
  | { kind: 'too_many' }
  | { kind: 'denied'; refusal: ProviderRefusal }
  | Unreachable
  | Unknown;

/** What an entry is; `other` moved something that our books do not hold. */
export type EntryKind = 'capture' | 'refund' | 'reversal' | 'platform_fee' | 'fee_return' | 'other';

export interface ProviderEntry {
  /** The capture's or the refund's; of a fee, its own. */
  provider_id: string;
  kind: EntryKind;
  /** What it belongs to: of a capture its order, of a refund, a reversal and a fee its capture, of a fee's return its refund. */
  about_id: string | null;
  /** What we named the payment there. */
  transaction_id: string | null;
  status: 'completed' | 'pending' | 'denied' | 'other';
  /** Without sign; null where it cannot be read. */
  amount: Minor | null;
  currency: string | null;
  /** What the provider kept of it; null where it says nothing of one. */
  provider_fee: Minor | null;
  began_at: Date;
  updated_at: Date;
}

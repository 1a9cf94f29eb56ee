import { DISPUTE_ACTIONS } from '../../../../wire/disputes/schemas.ts';
import type { Minor } from '../../lib/money.ts';
import type { ProviderRefusal, Seller, Unknown, Unreachable } from './outcome.ts';

/** Complaints of buyers about captures, and what a seller may do about them. */
export interface DisputesFacet {
  read(dispute: { provider_dispute_id: string; seller: Seller }): Promise<ReadDisputeOutcome>;
  /** How far back the provider's search reaches, by when a dispute moved last. */
  readonly reach_days: number;
  /** A page of a seller's disputes. `since` leaves out what has not moved since then; null reaches as far back as the
   *  provider's search does. `page` is what the page before named as the next one. */
  list(of: { seller: Seller; since: Date | null; page: string | null }): Promise<ListDisputesOutcome>;
  /** Takes the seller's action. The provider remembers no request id for it: asked twice, it is taken twice. */
  act(act: DisputeAct): Promise<ActOnDisputeOutcome>;
  /** For how long an action that nobody heard back from may still arrive there. */
  readonly quiet_seconds: number;
}

export { DISPUTE_ACTIONS };
export type DisputeActionName = (typeof DISPUTE_ACTIONS)[number];

export interface DisputeAct {
  provider_dispute_id: string;
  seller: Seller;
  action: DisputeAction;
}

interface Proof {
  evidence_type: string;
  notes: string | null;
  /** Goes as a document where the provider takes documents. */
  document_text: string | null;
}

export type DisputeAction =
  | { action: 'accept-claim'; note: string }
  | { action: 'acknowledge-return-item'; acknowledgement_type: string; note: string | null }
  | ({ action: 'appeal' } & Proof)
  | { action: 'escalate'; note: string }
  | {
      action: 'make-offer';
      note: string;
      offer_type: string;
      offer_amount: { amount: Minor; currency: string } | null;
    }
  | ({ action: 'provide-evidence'; tracking_info: Readonly<Record<string, string>> | null } & Proof)
  | { action: 'provide-supporting-info'; notes: string; document_text: string | null }
  | { action: 'send-message'; message: string };

/** `denied`: the seller has not granted access to disputes, or took it back. */
export type ReadDisputeOutcome =
  | { kind: 'found'; dispute: ProviderDispute }
  | { kind: 'missing' }
  | { kind: 'denied'; refusal: ProviderRefusal }
  | Unreachable
  | Unknown;

export type ListDisputesOutcome =
  | { kind: 'found'; disputes: ListedDispute[]; next_page: string | null }
  | { kind: 'denied'; refusal: ProviderRefusal }
  // Such a page is not there, or is there no longer.
  | { kind: 'no_page' }
  | Unreachable
  | Unknown;

/** `unavailable`: the dispute does not take this action now. */
export type ActOnDisputeOutcome =
  | { kind: 'done' }
  | { kind: 'unavailable'; refusal: ProviderRefusal }
  | { kind: 'denied'; refusal: ProviderRefusal }
  | { kind: 'refused'; refusal: ProviderRefusal }
  | Unreachable
  | Unknown;

export interface ListedDispute {
  provider_dispute_id: string;
  /** When it moved last, when the provider says. */
  updated_at: Date | null;
}

/** A dispute as the provider shows it. States, reasons and outcomes are the provider's own words. */
export interface ProviderDispute {
  provider_dispute_id: string;
  /** The capture that is disputed. */
  provider_transaction_id: string | null;
  status: string;
  is_resolved: boolean;
  reason: string | null;
  amount: Minor | null;
  /** `XXX` where the provider names none. */
  currency: string;
  /** Until when the seller's answer counts; null while none is awaited. */
  response_deadline: Date | null;
  outcome: string | null;
  available_actions: DisputeActionName[];
  /** The actions that the seller has taken so far, as far as the dispute shows it. */
  answered: ShownAction[];
  /** Actions that can be taken no more, and of which it does not show whether they were. */
  unclear: DisputeActionName[];
  /** What the provider tells besides, without what is personal. */
  payload: Readonly<Record<string, unknown>>;
  opened_at: Date;
  updated_at: Date;
}

/** `words` are those it was taken with, where the dispute shows them; blanks are set to one space. */
export interface ShownAction {
  action: DisputeActionName;
  words: string | null;
}

import type { Minor } from '../../lib/money.ts';
import type { Seller, Unreachable } from './outcome.ts';
import type { ProviderRefund } from './refunds.ts';

export interface NoticesFacet {
  /** Which account it says it is of, as the provider calls it, before anything of it is believed. Null where the provider tells the
   *  deployment and not its accounts. */
  claim(received: ReceivedNotice): { account_hint: string | null };
  /** Checks that the provider sent these bytes, and to which of the accounts that it may be of. Fetches nothing but a certificate
   *  from the provider's own host. */
  verify(received: ReceivedNotice, candidates: readonly Seller[]): Promise<Verdict>;
  /** Reads what a genuine notice says; null for one that is of no interest here. */
  read(body: unknown): Notice | null;
  /** The provider's own id of a notice, on which repeated deliveries are recognised. */
  identify(body: unknown): { provider_notice_id: string; notice_type: string } | null;
}

/** `account_id`: the candidate that it is genuine for; null where it is for the deployment. */
export type Verdict =
  { kind: 'genuine'; account_id: string | null } | { kind: 'forged'; problem: string } | Unreachable;

export interface ReceivedNotice {
  /** Where it came from, as budgets are counted. */
  source_address: string;
  headers: Readonly<Record<string, string | undefined>>;
  raw_body: Buffer;
}

/** A certificate of the provider by which a notice turned out to be genuine. */
export interface NoticeCertificate {
  address: string;
  pem: string;
  fetched_at: Date;
}

/** Where such certificates outlive the process. */
export interface NoticeCertificates {
  all(): Promise<readonly NoticeCertificate[]>;
  keep(certificate: NoticeCertificate): Promise<void>;
  drop(address: string): Promise<void>;
}

/** A hint that something moved. Whoever acts on it reads the thing back from the provider before money moves. */
export type Notice =
  | { about: 'seller_onboarded'; tracking_id: string; provider_account: string }
  | { about: 'seller_changed'; provider_account: string }
  | { about: 'consent_revoked'; provider_account: string }
  | { about: 'order_approved'; provider_order_id: string }
  | { about: 'approval_reversed'; provider_order_id: string }
  | {
      about: 'capture_changed';
      /** Null where only the order is named; `provider_order_id` is set then. */
      provider_capture_id: string | null;
      provider_order_id: string | null;
      transaction_id: string | null;
      /** Whether it says that money was taken, or is held back. */
      is_taken: boolean;
    }
  | { about: 'capture_settled'; provider_capture_id: string | null; provider_order_id: string }
  // A batch of what was settled, in which others stand too.
  | { about: 'captures_settled'; provider_capture_ids: readonly string[] }
  | { about: 'several'; notices: readonly Notice[] }
  | { about: 'capture_refunded'; refund: ProviderRefund; provider_capture_id: string }
  // The capture is read with the refund where neither it nor its order is named.
  | {
      about: 'refund_changed';
      provider_refund_id: string;
      provider_capture_id: string | null;
      provider_order_id?: string;
    }
  | {
      about: 'capture_reversed';
      provider_capture_id: string;
      reversal_id: string;
      amount: Minor | null;
      /** By the provider's clock; left out when it does not say. */
      reversed_at?: string;
    }
  | { about: 'instrument_saved'; provider_customer_id: string }
  | { about: 'instrument_removed'; provider_token_id: string }
  | { about: 'invoice_changed'; provider_invoice_id: string }
  // The account is the seller's, when it is named.
  | { about: 'dispute_changed'; provider_dispute_id: string; provider_account: string | null };

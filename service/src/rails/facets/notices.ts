import type { Minor } from '../../lib/money.ts';
import type { Unreachable } from './outcome.ts';
import type { ProviderRefund } from './refunds.ts';

export interface NoticesFacet {
  /** Checks that the provider sent these bytes. Fetches nothing but a certificate from the provider's own host. */
  verify(
    received: ReceivedNotice,
  ): Promise<{ kind: 'genuine' } | { kind: 'forged'; problem: string } | Unreachable>;
  /** Reads what a genuine notice says; null for one that is of no interest here. */
  read(body: unknown): Notice | null;
  /** The provider's own id of a notice, on which repeated deliveries are recognised. */
  identify(body: unknown): { provider_notice_id: string; notice_type: string } | null;
}

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
      provider_capture_id: string;
      provider_order_id: string | null;
      transaction_id: string | null;
    }
  | { about: 'capture_refunded'; refund: ProviderRefund; provider_capture_id: string }
  | { about: 'refund_changed'; provider_refund_id: string; provider_capture_id: string | null }
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
  // The account is the seller's, when it is named.
  | { about: 'dispute_changed'; provider_dispute_id: string; provider_account: string | null };

import type { Minor } from '../../lib/money.ts';
import type { ProviderCapture, ProviderOrder } from './payments.ts';
import type { ProviderRefusal, Seller, Unknown, Unreachable } from './outcome.ts';

/** Bills in a seller's name that whoever has their link can pay. */
export interface InvoicesFacet {
  /** Writes one down, which nobody can pay yet. Asked twice there may be two. */
  draft(invoice: NewInvoice): Promise<DraftInvoiceOutcome>;
  /** Makes it payable, and sends it to nobody. Asked twice it is payable once. */
  publish(of: InvoiceAddress): Promise<PublishInvoiceOutcome>;
  read(of: InvoiceAddress): Promise<ReadInvoiceOutcome>;
  /** Looks for the one of a request whose id nobody heard. One that was asked for just now may be missing still. */
  find(of: { request_id: string; seller: Seller }): Promise<FindInvoiceOutcome>;
  /** Makes it payable no more, and deletes one that was never published. `found` is one that could not be withdrawn, as the
   *  provider shows it then. */
  withdraw(of: InvoiceAddress): Promise<WithdrawInvoiceOutcome>;
}

export interface InvoiceAddress {
  provider_invoice_id: string;
  seller: Seller;
}

export interface NewInvoice {
  request_id: string;
  seller: Seller;
  amount: Minor;
  currency: string;
  /** What is paid for. */
  topic: string;
  /** What the payer reads on it. */
  note: string;
  recipient: { first_name: string; last_name: string; phone: string };
}

/** `denied`: the seller has not granted access to invoices, or took it back. */
interface Denied {
  kind: 'denied';
  refusal: ProviderRefusal;
}
interface Refused {
  kind: 'refused';
  refusal: ProviderRefusal;
}

export type DraftInvoiceOutcome =
  { kind: 'drafted'; provider_invoice_id: string } | Denied | Refused | Unreachable | Unknown;

export type PublishInvoiceOutcome =
  { kind: 'payable'; pay_url: string } | Denied | Refused | Unreachable | Unknown;

export type ReadInvoiceOutcome =
  { kind: 'found'; invoice: ProviderInvoice } | { kind: 'missing' } | Denied | Unreachable | Unknown;

export type FindInvoiceOutcome =
  { kind: 'found'; provider_invoice_id: string } | { kind: 'missing' } | Denied | Unreachable | Unknown;

export type WithdrawInvoiceOutcome = { kind: 'withdrawn' } | Exclude<ReadInvoiceOutcome, { kind: 'missing' }>;

/** `unpublished`: nobody can pay it yet. `unpayable`: nobody can any more, since it was withdrawn. `paid_elsewhere`: its seller
 *  says that it was paid, past the provider. */
export interface ProviderInvoice {
  provider_invoice_id: string;
  status: 'unpublished' | 'payable' | 'processing' | 'paid' | 'paid_elsewhere' | 'unpayable' | 'other';
  status_raw: string;
  /** The money, once it is paid and the provider shows by what. */
  paid: { capture: ProviderCapture; order: ProviderOrder } | null;
  /** Why the money of one that is paid is not known. */
  problem?: string;
}

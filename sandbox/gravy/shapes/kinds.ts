import { anything, flag, number, object, orNull, text } from '../../machine/store/shape.ts';
import type { RecordShapes } from '../../machine/store/shapes.ts';

type TransactionStatus =
  | 'authorization_succeeded'
  | 'authorization_declined'
  | 'authorization_voided'
  | 'capture_pending'
  | 'capture_succeeded';

/** What becomes of a card: at once, or when its authorization is captured. */
export type CardOutcome = 'approved' | 'declined' | 'capture_declined' | 'capture_pending';

/** What is kept of a card. */
export interface Card {
  scheme: string;
  bin: string;
  last4: string;
  expiration_date: string;
  outcome: CardOutcome;
}

export interface Transaction {
  id: string;
  account_id: string;
  merchant_account_id: string;
  amount: number;
  currency: string;
  country: string | null;
  status: TransactionStatus;
  intent: 'authorize' | 'capture';
  authorized_amount: number;
  captured_amount: number;
  refunded_amount: number;
  settled: boolean;
  settled_amount: number;
  disputed: boolean;
  external_identifier: string | null;
  metadata: Record<string, string> | null;
  checkout_session_id: string | null;
  card: Card;
  payment_method_id: string | null;
  payment_source: string;
  merchant_initiated: boolean;
  is_subsequent_payment: boolean;
  error_code: string | null;
  raw_response_code: string | null;
  raw_response_description: string | null;
  created_at: string;
  updated_at: string;
  authorized_at: string | null;
  captured_at: string | null;
  voided_at: string | null;
}

export interface Capture {
  id: string;
  transaction_id: string;
  amount: number;
  status: 'succeeded' | 'pending' | 'declined';
  external_identifier: string | null;
  created_at: string;
  updated_at: string;
  captured_at: string | null;
}

export interface Refund {
  id: string;
  transaction_id: string;
  amount: number;
  status: 'processing' | 'succeeded' | 'failed' | 'declined';
  reason: string | null;
  external_identifier: string | null;
  settled: boolean;
  created_at: string;
  updated_at: string;
}

/** What a settlement report tells of a payment, of a refund, or of a chargeback. */
export interface Posting {
  id: string;
  transaction_id: string;
  refund_id: string | null;
  amount: number;
  commission: number;
  interchange: number;
  markup: number;
  scheme_fee: number;
  report_id: string;
  posted_at: string;
}

/** A card that a buyer let the merchant keep. */
interface StoredMethod {
  id: string;
  account_id: string;
  card: Card;
  created_at: string;
}

/** What a call with an idempotency key was answered, refusals included. */
interface KeptAnswer {
  status: number;
  /** As JSON text, so that a repeat is answered with the same bytes. */
  body: string;
  expires_at: string;
}

declare module '../../machine/store/shapes.ts' {
  interface RecordTypes {
    gravy_transaction: Transaction;
    gravy_capture: Capture;
    gravy_refund: Refund;
    gravy_settlement: Posting;
    gravy_refund_settlement: Posting;
    gravy_chargeback: Posting;
    gravy_method: StoredMethod;
    gravy_answer: KeptAnswer;
  }
}

const CARD = object({ scheme: text, bin: text, last4: text, expiration_date: text, outcome: text });
const POSTING = object({
  id: text,
  transaction_id: text,
  refund_id: orNull(text),
  amount: number,
  commission: number,
  interchange: number,
  markup: number,
  scheme_fee: number,
  report_id: text,
  posted_at: text,
});

/** The records that a snapshot holds. */
export const GRAVY_RECORDS: RecordShapes = {
  gravy_transaction: object({
    id: text,
    account_id: text,
    merchant_account_id: text,
    amount: number,
    currency: text,
    country: orNull(text),
    status: text,
    intent: text,
    authorized_amount: number,
    captured_amount: number,
    refunded_amount: number,
    settled: flag,
    settled_amount: number,
    disputed: flag,
    external_identifier: orNull(text),
    metadata: orNull(anything),
    checkout_session_id: orNull(text),
    card: CARD,
    payment_method_id: orNull(text),
    payment_source: text,
    merchant_initiated: flag,
    is_subsequent_payment: flag,
    error_code: orNull(text),
    raw_response_code: orNull(text),
    raw_response_description: orNull(text),
    created_at: text,
    updated_at: text,
    authorized_at: orNull(text),
    captured_at: orNull(text),
    voided_at: orNull(text),
  }),
  gravy_capture: object({
    id: text,
    transaction_id: text,
    amount: number,
    status: text,
    external_identifier: orNull(text),
    created_at: text,
    updated_at: text,
    captured_at: orNull(text),
  }),
  gravy_refund: object({
    id: text,
    transaction_id: text,
    amount: number,
    status: text,
    reason: orNull(text),
    external_identifier: orNull(text),
    settled: flag,
    created_at: text,
    updated_at: text,
  }),
  gravy_settlement: POSTING,
  gravy_refund_settlement: POSTING,
  gravy_chargeback: POSTING,
  gravy_method: object({ id: text, account_id: text, card: CARD, created_at: text }),
  gravy_answer: object({ status: number, body: text, expires_at: text }),
};

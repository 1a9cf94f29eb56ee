import type { Money } from './money.ts';

interface DisputeMessage {
  posted_by: 'BUYER' | 'SELLER' | 'ARBITER';
  time_posted: string;
  content: string;
  documents?: { name: string }[];
}

export interface Evidence {
  evidence_type: string;
  source: 'REQUESTED_FROM_BUYER' | 'REQUESTED_FROM_SELLER' | 'SUBMITTED_BY_BUYER' | 'SUBMITTED_BY_SELLER';
  date: string;
  dispute_life_cycle_stage: DisputeStage;
  notes?: string;
  evidence_info?: Record<string, unknown>;
  documents?: { name: string }[];
}

interface SupportingInfo {
  notes: string;
  source: 'SUBMITTED_BY_SELLER';
  provided_time: string;
  dispute_life_cycle_stage: DisputeStage;
  documents?: { name: string }[];
}

export interface OfferEvent {
  offer_time: string;
  actor: 'BUYER' | 'SELLER';
  event_type: 'PROPOSED' | 'ACCEPTED' | 'DENIED';
  offer_type: string;
  offer_amount?: Money;
  notes?: string;
  dispute_life_cycle_stage: DisputeStage;
}

/** What the seller offered last, and everything that was said about offers. */
export interface DisputeOffer {
  offer_type: string;
  amount: Money | null;
  history: OfferEvent[];
}

export interface Adjudication {
  type: 'DENY_BUYER' | 'PAYOUT_TO_BUYER' | 'PAYOUT_TO_SELLER' | 'RECOVER_FROM_SELLER';
  adjudication_time: string;
  reason: string;
  dispute_life_cycle_stage: DisputeStage;
}

export interface MoneyMovement {
  affected_party: 'SELLER' | 'BUYER';
  amount: Money;
  initiated_time: string;
  type: 'DEBIT' | 'CREDIT';
  reason: 'DISPUTE_SETTLEMENT';
}

type DisputeStage = 'INQUIRY' | 'CHARGEBACK' | 'PRE_ARBITRATION' | 'ARBITRATION';

type DisputeStatus =
  'WAITING_FOR_BUYER_RESPONSE' | 'WAITING_FOR_SELLER_RESPONSE' | 'UNDER_REVIEW' | 'RESOLVED';

export type OutcomeCode = 'RESOLVED_BUYER_FAVOUR' | 'RESOLVED_SELLER_FAVOUR' | 'CANCELED_BY_BUYER' | 'NONE';

/** What a return of the goods leads to, while the buyer or the goods are on the way. */
interface PendingReturn {
  refund_amount: Money;
  /** Null until the buyer has sent the goods back. */
  returned_time: string | null;
}

/** A buyer's complaint about one capture. */
export interface Dispute {
  dispute_id: string;
  capture_id: string;
  payee_id: string;
  payer_id: string | null;
  reason: string;
  amount: Money;
  status: DisputeStatus;
  stage: DisputeStage;
  /** How long each side has for an answer. */
  response_hours: number;
  seller_due: string | null;
  buyer_due: string | null;
  /** When the provider goes on by itself; null when it is over. */
  lapses_at: string | null;
  outcome_code: OutcomeCode | null;
  amount_refunded: Money | null;
  resolved_time: string | null;
  /** Whether the seller may still appeal once the buyer has won. */
  appealable: boolean;
  /** What an appeal that was won brought back. */
  recovered: { amount: Money; time: string } | null;
  pending_return: PendingReturn | null;
  offer: DisputeOffer | null;
  messages: DisputeMessage[];
  evidences: Evidence[];
  supporting_info: SupportingInfo[];
  adjudications: Adjudication[];
  money_movements: MoneyMovement[];
  create_time: string;
  update_time: string;
}

import {
  anything,
  flag,
  list,
  mapOf,
  number,
  object,
  optional,
  orNull,
  text,
  words,
  type Shape,
} from '../../machine/store/shape.ts';
import type { Dispute } from './dispute-shapes.ts';
import { MONEY } from './money.ts';

const DOCUMENTS = optional(list(object({ name: text })));

const EVIDENCE = object({
  evidence_type: text,
  source: text,
  date: text,
  dispute_life_cycle_stage: text,
  notes: optional(text),
  evidence_info: optional(mapOf(anything)),
  documents: DOCUMENTS,
});
const OFFER_EVENT = object({
  offer_time: text,
  actor: text,
  event_type: text,
  offer_type: text,
  offer_amount: optional(MONEY),
  notes: optional(text),
  dispute_life_cycle_stage: text,
});
const STATUS = words({
  WAITING_FOR_BUYER_RESPONSE: true,
  WAITING_FOR_SELLER_RESPONSE: true,
  UNDER_REVIEW: true,
  RESOLVED: true,
});

/** How a dispute is written in a snapshot. */
export const DISPUTE: Shape<Dispute> = object({
  dispute_id: text,
  capture_id: text,
  payee_id: text,
  payer_id: orNull(text),
  reason: text,
  amount: MONEY,
  status: STATUS,
  stage: text,
  response_hours: number,
  seller_due: orNull(text),
  buyer_due: orNull(text),
  lapses_at: orNull(text),
  outcome_code: orNull(text),
  amount_refunded: orNull(MONEY),
  resolved_time: orNull(text),
  appealable: flag,
  recovered: orNull(object({ amount: MONEY, time: text })),
  pending_return: orNull(object({ refund_amount: MONEY, returned_time: orNull(text) })),
  offer: orNull(object({ offer_type: text, amount: orNull(MONEY), history: list(OFFER_EVENT) })),
  messages: list(object({ posted_by: text, time_posted: text, content: text, documents: DOCUMENTS })),
  evidences: list(EVIDENCE),
  supporting_info: list(
    object({
      notes: text,
      source: text,
      provided_time: text,
      dispute_life_cycle_stage: text,
      documents: DOCUMENTS,
    }),
  ),
  adjudications: list(
    object({ type: text, adjudication_time: text, reason: text, dispute_life_cycle_stage: text }),
  ),
  money_movements: list(
    object({ affected_party: text, amount: MONEY, initiated_time: text, type: text, reason: text }),
  ),
  create_time: text,
  update_time: text,
});

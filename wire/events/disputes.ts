import { type Static, Type } from 'typebox';
import { nullable } from '../shapes.ts';
import { CAPTURE, MERCHANT, ORDER, PAYMENT_ID } from './one-shop.ts';
import {
  currency,
  from,
  merchant,
  of,
  order,
  text,
  textOrNull,
  time,
  timeOrNull,
  word,
  type EventDefinition,
} from './shapes.ts';

const disputed = {
  status: text("The dispute's present state at the provider."),
  reason: textOrNull('Why the buyer disputes.'),
};

const dispute = <const Name extends `dispute.${string}`>(type: Name) =>
  Type.Object(
    {
      id: text("The service's id of the dispute."),
      event_type: word([type], 'The type of this event.'),
      ...merchant,
      ...order,
      ...disputed,
      transaction_id: textOrNull('The transaction, null when the payment was not matched.'),
      provider: text('The code of the payment provider.'),
      provider_dispute_id: text("The provider's id of the dispute."),
      provider_transaction_id: textOrNull("The provider's id of the disputed payment."),
      amount: nullable(Type.Number({ description: "The disputed amount, in the currency's own units." })),
      currency,
      response_deadline: timeOrNull('Until when an answer counts.'),
      outcome: textOrNull('How it ended; null before.'),
    },
    of(type),
  );

export const DisputeCreatedObject = dispute('dispute.created');
export const DisputeUpdatedObject = dispute('dispute.updated');
export const DisputeResolvedObject = dispute('dispute.resolved');

export const DisputeEvidenceDeadlineApproachingObject = Type.Object(
  {
    dispute_id: text("The provider's id; match it with `provider_dispute_id` of the other dispute events."),
    ...merchant,
    ...order,
    ...disputed,
    response_deadline: time('Until when an answer counts.'),
  },
  of('dispute.evidence_deadline_approaching'),
);

const REASON = 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED';
const DEADLINE = '2026-01-15T00:00:00.000Z';

const DISPUTE = {
  ...MERCHANT,
  ...ORDER,
  id: '019b8b74-6c00-7e25-b0a3-84d1c6f7e9a0',
  transaction_id: PAYMENT_ID,
  provider: 'ppcp',
  provider_dispute_id: 'PP-D-12345',
  provider_transaction_id: CAPTURE,
  reason: REASON,
  amount: 29.5,
  currency: 'USD',
  response_deadline: DEADLINE,
};

const DISPUTE_CREATED: Static<typeof DisputeCreatedObject> = {
  ...DISPUTE,
  event_type: 'dispute.created',
  status: 'WAITING_FOR_SELLER_RESPONSE',
  outcome: null,
};

const DISPUTE_UPDATED: Static<typeof DisputeUpdatedObject> = {
  ...DISPUTE,
  event_type: 'dispute.updated',
  status: 'UNDER_REVIEW',
  outcome: null,
};

const DISPUTE_RESOLVED: Static<typeof DisputeResolvedObject> = {
  ...DISPUTE,
  event_type: 'dispute.resolved',
  status: 'RESOLVED',
  response_deadline: null,
  outcome: 'RESOLVED_SELLER_FAVOUR',
};

const DISPUTE_EVIDENCE_DEADLINE_APPROACHING: Static<typeof DisputeEvidenceDeadlineApproachingObject> = {
  ...MERCHANT,
  ...ORDER,
  dispute_id: DISPUTE.provider_dispute_id,
  status: 'WAITING_FOR_SELLER_RESPONSE',
  reason: REASON,
  response_deadline: DEADLINE,
};

const APPROACHING = 'The time to answer a dispute runs out in 72 hours.';

export const DISPUTE_EVENTS = {
  'dispute.created': {
    ...from('disputes', 'session', 'A buyer disputes a payment.'),
    object: DisputeCreatedObject,
    example: DISPUTE_CREATED,
  },
  'dispute.updated': {
    ...from('disputes', 'session', 'A dispute moved on at the provider.'),
    object: DisputeUpdatedObject,
    example: DISPUTE_UPDATED,
  },
  'dispute.resolved': {
    ...from('disputes', 'session', 'A dispute has ended; `outcome` says how.'),
    object: DisputeResolvedObject,
    example: DISPUTE_RESOLVED,
  },
  'dispute.evidence_deadline_approaching': {
    ...from('disputes', 'session', APPROACHING),
    object: DisputeEvidenceDeadlineApproachingObject,
    example: DISPUTE_EVIDENCE_DEADLINE_APPROACHING,
  },
} as const satisfies Record<string, EventDefinition>;

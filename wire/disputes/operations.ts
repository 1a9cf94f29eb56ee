import type { TSchema } from 'typebox';
import { BY_OPERATOR, DASHBOARD_OR_FOR_MERCHANT, type Operations } from '../operation.ts';
import {
  AcceptClaim,
  AcknowledgeReturnItem,
  Appeal,
  DisputeAnswerSettled,
  DisputeAnswerSettlement,
  DisputeDetail,
  DisputeNote,
  DisputePath,
  Disputes,
  DisputesQuery,
  Escalate,
  MakeOffer,
  NewDisputeNote,
  ProvideEvidence,
  ProvideSupportingInfo,
  SendMessage,
} from './schemas.ts';

const DISPUTES = '/api/merchants/disputes';

const ALIKE = {
  accepts: DASHBOARD_OR_FOR_MERCHANT,
  tag: 'Disputes',
  permission: 'disputes.manage',
} as const;

const ANSWERED =
  'Look at `available_actions` first: an answer that the dispute does not take now is 409. The same call in parallel ' +
  'gives one answer. After a 503 with `outcome_unknown` nothing is ever sent again: the outcome is read back from the ' +
  'provider, and until then every answer to this dispute is refused.';

const REFUSALS = [
  'dispute_not_found',
  'dispute_action_unavailable',
  'dispute_action_under_way',
  'dispute_action_refused',
  'dispute_access_denied',
  'provider_unavailable',
  'outcome_unknown',
  'rail_not_configured',
] as const;

const answer = <const Action extends string, Body extends TSchema>(
  action: Action,
  row: { summary: string; notes: string; body: Body; example?: object },
) =>
  ({
    ...ALIKE,
    method: 'POST',
    path: `${DISPUTES}/:dispute_id/${action}`,
    budget: 10,
    params: DisputePath,
    refusals: REFUSALS,
    responses: { 200: DisputeDetail },
    ...row,
    notes: `${row.notes} ${ANSWERED}`,
  }) as const;

export const DISPUTE_OPERATIONS = {
  'disputes.list': {
    ...ALIKE,
    method: 'GET',
    path: DISPUTES,
    budget: 600,
    summary: 'List disputes',
    notes:
      'Those that were opened last come first; `created_at` is when the buyer opened it at the provider. `status`, ' +
      "`reason` and `outcome` are the provider's words, `event_type` the last event about it.",
    query: DisputesQuery,
    responses: { 200: Disputes },
  },
  'disputes.read': {
    ...ALIKE,
    method: 'GET',
    path: `${DISPUTES}/:dispute_id`,
    budget: 600,
    summary: 'Read a dispute',
    notes:
      '`available_actions` are the answers it takes now. `provider_payload` is what the provider shows: messages, evidence, ' +
      "offers, decisions and amounts, without the buyer's name and addresses and without links to documents. `notes` are " +
      'what the operator wrote beside it, the last hundred.',
    params: DisputePath,
    refusals: ['dispute_not_found'],
    responses: { 200: DisputeDetail },
  },
  'disputes.accept_claim': answer('accept-claim', {
    summary: 'Accept the claim',
    notes: 'The buyer is given the disputed amount back by the provider; the refund has its own event.',
    body: AcceptClaim,
  }),
  'disputes.acknowledge_return_item': answer('acknowledge-return-item', {
    summary: 'Say whether the returned goods came',
    notes: 'Once `ITEM_RECEIVED` is said the provider refunds; anything else has it decide.',
    body: AcknowledgeReturnItem,
    example: { acknowledgement_type: 'ITEM_RECEIVED' },
  }),
  'disputes.appeal': answer('appeal', {
    summary: 'Appeal against a decision',
    notes: 'Possible once, after the buyer has won, with evidence that is new.',
    body: Appeal,
    example: { notes: 'The parcel was delivered after the decision.' },
  }),
  'disputes.escalate': answer('escalate', {
    summary: 'Have the provider decide',
    notes: 'Makes a claim of an inquiry.',
    body: Escalate,
  }),
  'disputes.make_offer': answer('make-offer', {
    summary: 'Offer the buyer a settlement',
    notes:
      "`offer_amount` is in the dispute's currency, as a decimal; without it everything that is disputed is offered.",
    body: MakeOffer,
    example: { note: 'We are sorry. Would half be fair?', offer_type: 'REFUND', offer_amount: '10.00' },
  }),
  'disputes.provide_evidence': answer('provide-evidence', {
    summary: 'Hand in evidence',
    notes: 'A tracking number or a document decides more disputes than words.',
    body: ProvideEvidence,
    example: {
      notes: 'Signed for by the buyer.',
      tracking_info: { carrier_name: 'UPS', tracking_number: '1Z999AA10123456784' },
    },
  }),
  'disputes.provide_supporting_info': answer('provide-supporting-info', {
    summary: 'Add to what is under review',
    notes: 'While the provider reviews a claim.',
    body: ProvideSupportingInfo,
  }),
  'disputes.send_message': answer('send-message', {
    summary: 'Write to the buyer',
    notes: 'As long as the dispute is an inquiry. A message answers nothing: the deadline stands.',
    body: SendMessage,
  }),
} as const satisfies Operations;

export const OPERATOR_DISPUTE_OPERATIONS = {
  'operator.disputes.note': {
    ...BY_OPERATOR,
    method: 'POST',
    path: '/api/operator/disputes/:dispute_id/notes',
    summary: 'Write a note beside a dispute',
    notes: 'The merchant and its channel read it in the detail. A note is never changed or taken back.',
    params: DisputePath,
    body: NewDisputeNote,
    refusals: ['dispute_not_found'],
    responses: { 201: DisputeNote },
  },
  'operator.disputes.settle': {
    ...BY_OPERATOR,
    method: 'POST',
    path: '/api/operator/disputes/:dispute_id/settle-answer',
    summary: 'Say what became of an answer in doubt',
    notes:
      'For an answer that the dispute does not show as it was given, once somebody has looked at the provider: until then ' +
      'the dispute takes no other. What is said is believed.',
    params: DisputePath,
    body: DisputeAnswerSettlement,
    refusals: ['dispute_not_found', 'unsettled_not_found', 'dispute_action_under_way'],
    responses: { 200: DisputeAnswerSettled },
  },
} as const satisfies Operations;

import { type TSchema, Type } from 'typebox';
import { ACTS, CLAIMS, Documents, EvidenceInfo, Note, OFFERS, RETURNED } from './dispute-acts.ts';
import type { Described } from './described.ts';
import {
  AccountId,
  closed,
  Email,
  Links,
  linksWith,
  listOf,
  Money,
  oneOf,
  open,
  shared,
  text,
  Time,
  Word,
  Yes,
} from './scalars.ts';

const TEXT_MAX = 2_000;
const DisputeId = text(255, '^[A-Za-z0-9-]+$');
const Stage = oneOf('INQUIRY CHARGEBACK PRE_ARBITRATION ARBITRATION');
const REASONS =
  'MERCHANDISE_OR_SERVICE_NOT_RECEIVED MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED UNAUTHORISED ' +
  'CREDIT_NOT_PROCESSED DUPLICATE_TRANSACTION INCORRECT_AMOUNT PAYMENT_BY_OTHER_MEANS ' +
  'CANCELED_RECURRING_BILLING PROBLEM_WITH_REMITTANCE OTHER';
const OUTCOMES =
  'RESOLVED_BUYER_FAVOUR RESOLVED_SELLER_FAVOUR RESOLVED_WITH_PAYOUT CANCELED_BY_BUYER ACCEPTED DENIED NONE';
const Sources = oneOf(
  'REQUESTED_FROM_BUYER REQUESTED_FROM_SELLER SUBMITTED_BY_BUYER SUBMITTED_BY_SELLER SUBMITTED_BY_PARTNER',
);

const DisputedTransaction = open(
  { seller_transaction_id: text(255, '^[A-Za-z0-9-]+$') },
  {
    buyer_transaction_id: text(255, '^[A-Za-z0-9-]+$'),
    reference_id: text(255, '^[A-Za-z0-9-]+$'),
    create_time: Time,
    transaction_status: Word,
    gross_amount: Money,
    invoice_number: text(127, '^[A-Za-z0-9:\\-|]+$'),
    custom: text(2_000),
    buyer: open({}, { name: text(2_000), email: Email }),
    seller: open({}, { merchant_id: AccountId, name: text(2_000), email: Email }),
    items: listOf(open({}), 100),
    seller_protection_eligible: Yes,
    seller_protection_type: Word,
  },
);

const SUMMARY = {
  dispute_id: DisputeId,
  create_time: Time,
  update_time: Time,
  reason: oneOf(REASONS),
  status: oneOf('OPEN WAITING_FOR_BUYER_RESPONSE WAITING_FOR_SELLER_RESPONSE UNDER_REVIEW RESOLVED OTHER'),
  dispute_amount: Money,
  dispute_life_cycle_stage: Stage,
  dispute_channel: oneOf('INTERNAL EXTERNAL ALERT'),
};
const SUMMARY_MORE = {
  disputed_transactions: listOf(DisputedTransaction, 1_000, 1),
  buyer_response_due_date: Time,
  seller_response_due_date: Time,
};

const Row = closed(
  { ...SUMMARY, links: linksWith('self') },
  {
    ...SUMMARY_MORE,
    dispute_state: oneOf(
      'OPEN_INQUIRIES REQUIRED_ACTION REQUIRED_OTHER_PARTY_ACTION UNDER_PAYPAL_REVIEW APPEALABLE RESOLVED',
    ),
    outcome: oneOf('WON LOST'),
    dispute_asset: open({}),
  },
);

function options(name: string, words: string): TSchema {
  return closed({}, { [name]: listOf(oneOf(words), 10) });
}

/** A dispute in full; its links say what may be done with it now. */
export const Dispute = shared(
  'Dispute',
  closed(
    { ...SUMMARY, disputed_transactions: SUMMARY_MORE.disputed_transactions, links: linksWith('self') },
    {
      ...SUMMARY_MORE,
      dispute_outcome: closed({ outcome_code: oneOf(OUTCOMES) }, { amount_refunded: Money }),
      adjudications: listOf(
        open({
          type: oneOf('DENY_BUYER PAYOUT_TO_BUYER PAYOUT_TO_SELLER RECOVER_FROM_SELLER'),
          adjudication_time: Time,
        }),
        10,
      ),
      money_movements: listOf(
        closed(
          { affected_party: oneOf('SELLER BUYER PAYMENT_PROCESSOR'), type: oneOf('DEBIT CREDIT') },
          {
            amount: Money,
            initiated_time: Time,
            reason: oneOf('DISPUTE_SETTLEMENT_FEE DISPUTE_SETTLEMENT DISPUTE_FEE CHARGEBACK_FEE'),
          },
        ),
        50,
      ),
      messages: listOf(
        closed(
          { posted_by: oneOf('BUYER SELLER ARBITER'), time_posted: Time },
          { content: Type.String({ maxLength: TEXT_MAX }), documents: Documents },
        ),
        1_000,
      ),
      evidences: listOf(
        closed(
          {},
          {
            evidence_type: Word,
            evidence_info: EvidenceInfo,
            documents: Documents,
            notes: Note,
            source: Sources,
            date: Time,
            dispute_life_cycle_stage: Stage,
            item_id: text(255),
            item_type: Word,
            action_info: open({}),
          },
        ),
        100,
      ),
      supporting_info: listOf(
        closed(
          {},
          {
            notes: Note,
            documents: Documents,
            source: Sources,
            provided_time: Time,
            dispute_life_cycle_stage: Stage,
          },
        ),
        100,
      ),
      offer: closed(
        {},
        {
          buyer_requested_amount: Money,
          seller_offered_amount: Money,
          offer_type: oneOf(OFFERS),
          history: listOf(open({}), 1_000),
        },
      ),
      refund_details: closed({}, { allowed_refund_amount: Money }),
      communication_details: open({}),
      extensions: open({}),
      fee_policy: open({}),
      external_reason_code: text(2_000),
      allowed_response_options: closed(
        {},
        {
          acknowledge_return_item: options('acknowledgement_types', RETURNED),
          accept_claim: options('accept_claim_types', CLAIMS),
          make_offer: options('offer_types', OFFERS),
        },
      ),
    },
  ),
);

const disputes = '/v1/customer/disputes';

/** Disputes, read and acted on in the seller's name. The provider knows no request ids here. */
export const DISPUTE_CALLS: readonly Described[] = [
  {
    method: 'GET',
    path: disputes,
    family: 'other',
    query: Type.Unsafe({
      ...closed(
        {},
        {
          start_time: Time,
          disputed_transaction_id: text(255),
          dispute_state: text(500, '^[A-Z_]+(,[A-Z_]+)*$'),
          update_time_after: Time,
          update_time_before: Time,
          page_size: Type.String({ pattern: '^([1-9]|[1-4][0-9]|50)$' }),
          next_page_token: text(255),
        },
      ),
      not: { required: ['start_time', 'disputed_transaction_id'] },
    }),
    answers: { 200: closed({ links: Links }, { items: listOf(Row, 50) }) },
    assertion: 'required',
    requestId: 'never',
  },
  {
    method: 'GET',
    path: `${disputes}/{dispute_id}`,
    family: 'other',
    params: { dispute_id: DisputeId },
    answers: { 200: Dispute },
    assertion: 'required',
    requestId: 'never',
  },
  ...ACTS.map(([act, body, sends]): Described => ({
    method: 'POST',
    path: `${disputes}/{dispute_id}/${act}`,
    family: 'other',
    params: { dispute_id: DisputeId },
    body,
    ...(sends ? { sends } : {}),
    answers: { 200: closed({ links: Links }) },
    assertion: 'required',
    requestId: 'never',
  })),
];

import type { Dispute } from '../shapes/dispute-shapes.ts';

/** An action of the provider's interface, as a link's `rel` names it. */
export type DisputeAction =
  | 'send_message'
  | 'make_offer'
  | 'accept_claim'
  | 'escalate'
  | 'provide_evidence'
  | 'acknowledge_return_item'
  | 'provide_supporting_info'
  | 'appeal'
  | 'adjudicate'
  | 'require_evidence';

export const DISPUTE_REASONS = [
  'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
  'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED',
  'UNAUTHORISED',
  'CREDIT_NOT_PROCESSED',
  'DUPLICATE_TRANSACTION',
  'INCORRECT_AMOUNT',
  'PAYMENT_BY_OTHER_MEANS',
  'CANCELED_RECURRING_BILLING',
  'PROBLEM_WITH_REMITTANCE',
  'OTHER',
] as const;

export const ACKNOWLEDGEMENTS = [
  'ITEM_RECEIVED',
  'ITEM_NOT_RECEIVED',
  'DAMAGED',
  'EMPTY_PACKAGE_OR_DIFFERENT',
  'MISSING_ITEMS',
];

/** What the seller may do now; everything the provider allows stands in the links, and nothing else. The
 *  last two of a review are the provider's own people, whom its test environment lends to the seller. */
export function actionsOf(dispute: Dispute): DisputeAction[] {
  const isInquiry = dispute.stage === 'INQUIRY';
  switch (dispute.status) {
    case 'WAITING_FOR_SELLER_RESPONSE': {
      if (isReturned(dispute)) return ['acknowledge_return_item'];
      if (!isInquiry) return ['provide_evidence', 'accept_claim'];
      return ['send_message', 'make_offer', 'accept_claim', 'escalate'];
    }
    case 'UNDER_REVIEW': {
      const review: DisputeAction[] = ['adjudicate', 'require_evidence'];
      return isInquiry ? review : ['provide_supporting_info', ...review];
    }
    case 'RESOLVED':
      return dispute.appealable ? ['appeal'] : [];
    case 'WAITING_FOR_BUYER_RESPONSE':
      return [];
  }
}

/** The state of a dispute as the seller's list names it. */
export function stateOf(dispute: Dispute): string {
  if (dispute.status === 'RESOLVED') return dispute.appealable ? 'APPEALABLE' : 'RESOLVED';
  if (dispute.status === 'UNDER_REVIEW') return 'UNDER_PAYPAL_REVIEW';
  if (dispute.stage === 'INQUIRY') return 'OPEN_INQUIRIES';
  return dispute.status === 'WAITING_FOR_SELLER_RESPONSE' ? 'REQUIRED_ACTION' : 'REQUIRED_OTHER_PARTY_ACTION';
}

/** How a claim on this dispute can be accepted. */
export function claimTypesOf(dispute: Dispute): string[] {
  const plain = ['REFUND', 'PARTIAL_REFUND'];
  return hasGoods(dispute) ? [...plain, 'REFUND_WITH_RETURN', 'REFUND_WITH_RETURN_SHIPMENT_LABEL'] : plain;
}

/** What can be offered on this dispute. */
export function offerTypesOf(dispute: Dispute): string[] {
  const plain = ['REFUND', 'REFUND_WITH_REPLACEMENT', 'REPLACEMENT_WITHOUT_REFUND'];
  return hasGoods(dispute) ? [...plain, 'REFUND_WITH_RETURN'] : plain;
}

// Only goods that came can be sent back.
function hasGoods(dispute: Dispute): boolean {
  return dispute.reason === 'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED';
}

/** Whether the goods are on their way back, or are back. */
export function isReturned(dispute: Dispute): boolean {
  return dispute.pending_return !== null && dispute.pending_return.returned_time !== null;
}

import { type TSchema, Type } from 'typebox';
import { Address, closed, listOf, oneOf, open, SentMoney, text, Word } from './scalars.ts';

export const Note = text(2_000);
export const OFFERS = 'REFUND REFUND_WITH_RETURN REFUND_WITH_REPLACEMENT REPLACEMENT_WITHOUT_REFUND';
export const CLAIMS = 'REFUND REFUND_WITH_RETURN PARTIAL_REFUND REFUND_WITH_RETURN_SHIPMENT_LABEL';
export const RETURNED = 'ITEM_RECEIVED ITEM_NOT_RECEIVED DAMAGED EMPTY_PACKAGE_OR_DIFFERENT MISSING_ITEMS';
export const Documents = listOf(closed({ name: text(2_000) }, { url: text(4_000), size: text(20) }), 100);
const Tracking = closed(
  { tracking_number: text(255) },
  { carrier_name: Word, carrier_name_other: Note, tracking_url: text(4_000) },
);
export const EvidenceInfo = closed(
  {},
  { tracking_info: listOf(Tracking, 10), refund_ids: listOf(Type.Union([text(255), open({})]), 100) },
);

const Evidence = closed(
  { evidence_type: Word },
  { evidence_info: EvidenceInfo, documents: Documents, notes: Note, item_id: text(255) },
);
const Proof = closed({ evidences: listOf(Evidence, 100, 1) }, { return_address: Address });
const InvoiceId = text(127, '^[A-Za-z0-9:\\-|]+$');

/** Each act with its body, and whether files may come with it. */
export const ACTS: readonly (readonly [act: string, body: TSchema, sends?: 'parts'])[] = [
  ['send-message', closed({ message: Note }), 'parts'],
  [
    'make-offer',
    closed(
      { note: Note, offer_type: oneOf(OFFERS) },
      { offer_amount: SentMoney, return_shipping_address: Address, invoice_id: InvoiceId },
    ),
  ],
  ['escalate', closed({ note: Note })],
  [
    'accept-claim',
    closed(
      { note: Note },
      {
        accept_claim_type: oneOf(CLAIMS),
        accept_claim_reason: Word,
        refund_amount: SentMoney,
        return_shipping_address: Address,
        invoice_id: InvoiceId,
      },
    ),
    'parts',
  ],
  ['provide-evidence', Proof, 'parts'],
  ['appeal', Proof, 'parts'],
  ['provide-supporting-info', closed({ notes: Note }, { documents: Documents }), 'parts'],
  [
    'acknowledge-return-item',
    closed({ acknowledgement_type: oneOf(RETURNED) }, { note: Note, evidences: listOf(Evidence, 100) }),
    'parts',
  ],
  ['adjudicate', closed({ adjudication_outcome: oneOf('BUYER_FAVOR SELLER_FAVOR') })],
  ['require-evidence', closed({ action: oneOf('BUYER_EVIDENCE SELLER_EVIDENCE') })],
];

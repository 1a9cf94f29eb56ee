import { Type } from 'typebox';
import type { Notes } from '../notes.ts';
import { Amount, closed, DateTime, nullable, oneOf, page, Prose, Uuid } from '../shapes.ts';

const text = (description: string) => Prose({ minLength: 1, description });
const word = (description: string) => Type.String({ minLength: 1, description });

export const DISPUTE_ACTIONS = [
  'accept-claim',
  'acknowledge-return-item',
  'appeal',
  'escalate',
  'make-offer',
  'provide-evidence',
  'provide-supporting-info',
  'send-message',
] as const;

const summary = {
  id: Uuid,
  event_type: oneOf(['dispute.created', 'dispute.updated', 'dispute.resolved']),
  merchant_id: Uuid,
  transaction_id: nullable(Uuid),
  provider: Type.String(),
  provider_dispute_id: Type.String(),
  provider_transaction_id: nullable(Type.String()),
  status: Type.String(),
  reason: nullable(Type.String()),
  amount: nullable(Type.Number()),
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  response_deadline: nullable(DateTime),
  outcome: nullable(Type.String()),
  checkout_session_id: nullable(Type.String()),
  external_order_id: nullable(Type.String()),
  created_at: DateTime,
  updated_at: DateTime,
};

export const Dispute = Type.Object(summary, closed);
export const Disputes = Type.Array(Dispute);
export const DisputesQuery = Type.Object(page({ default: 20, max: 100 }), closed);
export const DisputePath = Type.Object({ dispute_id: Uuid }, closed);

export const DisputeNote = Type.Object({ id: Uuid, text: Type.String(), created_at: DateTime }, closed);
export const NewDisputeNote = Type.Object({ text: Prose({ minLength: 1, maxLength: 2_000 }) }, closed);

export const DisputeAnswerSettlement = Type.Object({ was_given: Type.Boolean() }, closed);
export const DisputeAnswerSettled = Type.Object({ dispute_id: Uuid, settled: Type.Boolean() }, closed);

export const DisputeDetail = Type.Object(
  {
    ...summary,
    available_actions: Type.Array(oneOf(DISPUTE_ACTIONS)),
    provider_payload: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'What the provider shows of the dispute, in its own words; who the buyer is is left out.',
    }),
    notes: Type.Array(DisputeNote),
  },
  closed,
);

export const EVIDENCE_TYPE = 'PROOF_OF_FULFILLMENT';
const proof = {
  document_text: Type.Optional(
    nullable(Prose({ description: 'Sent to the provider as a document, where its letters can be printed.' })),
  ),
  notes: Type.Optional(nullable(Prose())),
  evidence_type: Type.Optional(
    Type.String({ minLength: 1, default: EVIDENCE_TYPE, description: "The provider's word for it." }),
  ),
};

export const AcceptClaim = Type.Object({ note: text('Why the claim is accepted.') }, closed);
export const AcknowledgeReturnItem = Type.Object(
  {
    acknowledgement_type: word(
      "The provider's word: `ITEM_RECEIVED`, `ITEM_NOT_RECEIVED`, `DAMAGED`, `EMPTY_PACKAGE_OR_DIFFERENT`, `MISSING_ITEMS`.",
    ),
    note: Type.Optional(nullable(Prose())),
  },
  closed,
);
export const Appeal = Type.Object(proof, closed);
export const Escalate = Type.Object({ note: text('Why the provider is to decide.') }, closed);
export const MakeOffer = Type.Object(
  {
    note: text('What the buyer reads with the offer.'),
    offer_type: word(
      "The provider's word: `REFUND`, `REFUND_WITH_RETURN`, `REFUND_WITH_REPLACEMENT`, `REPLACEMENT_WITHOUT_REFUND`.",
    ),
    offer_amount: Type.Optional(nullable(Amount({ positive: true }))),
  },
  closed,
);
export const ProvideEvidence = Type.Object(
  {
    ...proof,
    evidence_type: Type.Optional(
      Type.String({
        default: EVIDENCE_TYPE,
        description: "The provider's word for it; an empty one is none.",
      }),
    ),
    tracking_info: Type.Optional(
      nullable(
        Type.Unsafe<Readonly<Record<string, unknown>>>({
          type: 'object',
          additionalProperties: true,
          cardless: { but: ['tracking_number', 'tracking_url'] },
          description:
            'How the goods were sent: `carrier_name`, `tracking_number`, and `carrier_name_other` and `tracking_url` where ' +
            'needed. Anything else is told in the notes.',
        }),
      ),
    ),
  },
  closed,
);
export const ProvideSupportingInfo = Type.Object(
  { notes: text('What the provider is to know besides.'), document_text: proof.document_text },
  closed,
);
export const SendMessage = Type.Object({ message: text('What the buyer reads.') }, closed);

/** What fields mean. */
export const NOTES = {
  'Dispute.event_type': 'The event that told of it last.',
  'Dispute.provider_dispute_id': 'The provider’s id of the dispute.',
  'Dispute.provider_transaction_id': 'The provider’s id of the disputed payment.',
  'Dispute.transaction_id': 'The disputed payment; null where it is none that is known here.',
  'Dispute.status': 'Where it stands, in the provider’s words.',
  'Dispute.reason': 'Why the buyer disputes, in the provider’s words.',
  'Dispute.amount': 'What is disputed, in the currency’s own units.',
  'Dispute.outcome': 'How it ended, in the provider’s words; null while it is open.',
  'Dispute.checkout_session_id': 'The session of that payment; null where there is none.',
  'DisputeDetail.available_actions': 'The answers that the provider takes at this moment.',
  'DisputeDetail.notes': 'What the operator wrote beside it, the last hundred. The provider does not see it.',
  'DisputeNote.text': 'What was written down.',
  'DisputeAnswerSettlement.was_given': 'True: the provider shows the answer. False: it was never given.',
  'DisputeAnswerSettled.dispute_id': 'The dispute.',
  'DisputeAnswerSettled.settled': 'Always true: the dispute takes answers again.',
  'Dispute.response_deadline': 'Until when the provider takes an answer; null where it sets no end.',
  'NewDisputeNote.text': 'What to write down.',
  'AcknowledgeReturnItem.note': 'What else there is to say of it.',
  'Appeal.notes': 'What the provider is to know.',
  'ProvideEvidence.notes': 'What the provider is to know.',
} as const satisfies Notes;

import type { Answers, Fairway } from '../../client/src/index.ts';
import { UsageError } from '../command.ts';

export const ACTION_OPTIONS = {
  note: { type: 'string', value: '<text>', summary: 'of accept-claim, escalate, make-offer' },
  message: { type: 'string', value: '<text>', summary: 'of send-message' },
  notes: { type: 'string', value: '<text>', summary: 'of evidence, an appeal, or what is added' },
  document: { type: 'string', value: '<file>', summary: 'text that is sent as a document' },
  'evidence-type': { type: 'string', value: '<word>', summary: 'PROOF_OF_FULFILLMENT when left out' },
  carrier: { type: 'string', value: '<name>', summary: 'who carried the goods' },
  'tracking-number': { type: 'string', value: '<number>', summary: 'by which they were tracked' },
  acknowledgement: { type: 'string', value: '<word>', summary: 'such as ITEM_RECEIVED, DAMAGED' },
  'offer-type': { type: 'string', value: '<word>', summary: 'REFUND when left out' },
  amount: { type: 'string', value: '<amount>', summary: 'what is offered; all of it when left out' },
} as const;

export type ActionOption = keyof typeof ACTION_OPTIONS;

export type Given = Partial<Record<ActionOption | 'document_text', string | undefined>>;

type Take = (
  disputes: Fairway['disputes'],
  asked: { dispute_id: string; given: Given },
) => Promise<Answers['disputes.read']>;

const PROOF = ['notes', 'document', 'evidence-type'] as const;

/** The actions by their names: what each takes, and the one call that it is. */
export const ACTIONS: Readonly<Record<string, { takes: readonly ActionOption[]; take: Take }>> = {
  'accept-claim': {
    takes: ['note'],
    take: (disputes, { dispute_id, given }) =>
      disputes.acceptClaim({ dispute_id, note: needed(given, 'note') }),
  },
  'acknowledge-return-item': {
    takes: ['acknowledgement', 'note'],
    take: (disputes, { dispute_id, given }) =>
      disputes.acknowledgeReturnItem({
        dispute_id,
        acknowledgement_type: needed(given, 'acknowledgement'),
        ...told({ note: given.note }),
      }),
  },
  appeal: {
    takes: PROOF,
    take: (disputes, { dispute_id, given }) => disputes.appeal({ dispute_id, ...proofOf(given) }),
  },
  escalate: {
    takes: ['note'],
    take: (disputes, { dispute_id, given }) => disputes.escalate({ dispute_id, note: needed(given, 'note') }),
  },
  'make-offer': {
    takes: ['note', 'offer-type', 'amount'],
    take: (disputes, { dispute_id, given }) =>
      disputes.makeOffer({
        dispute_id,
        note: needed(given, 'note'),
        offer_type: given['offer-type'] ?? 'REFUND',
        ...told({ offer_amount: given.amount }),
      }),
  },
  'provide-evidence': {
    takes: [...PROOF, 'carrier', 'tracking-number'],
    take: (disputes, { dispute_id, given }) => {
      const tracking = told({ carrier_name: given.carrier, tracking_number: given['tracking-number'] });
      const tracking_info = Object.keys(tracking).length > 0 ? { tracking_info: tracking } : {};
      return disputes.provideEvidence({ dispute_id, ...proofOf(given), ...tracking_info });
    },
  },
  'provide-supporting-info': {
    takes: ['notes', 'document'],
    take: (disputes, { dispute_id, given }) =>
      disputes.provideSupportingInfo({
        dispute_id,
        notes: needed(given, 'notes'),
        ...told({ document_text: given.document_text }),
      }),
  },
  'send-message': {
    takes: ['message'],
    take: (disputes, { dispute_id, given }) =>
      disputes.sendMessage({ dispute_id, message: needed(given, 'message') }),
  },
};

function proofOf(given: Given) {
  return told({
    notes: given.notes,
    document_text: given.document_text,
    evidence_type: given['evidence-type'],
  });
}

function needed(given: Given, name: ActionOption): string {
  const value = given[name];
  if (!value) throw new UsageError(`--${name} is missing`);
  return value;
}

// What was not said is left out.
function told<K extends string>(members: Record<K, string | undefined>): Partial<Record<K, string>> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<
    Record<K, string>
  >;
}

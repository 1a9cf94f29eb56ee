import { expect, test } from 'vitest';
import { minor } from '../../../lib/money.ts';
import type { DisputeAction } from '../../rail.ts';
import { toWireAction } from './dispute.ts';

const PROOF = { evidence_type: 'PROOF_OF_FULFILLMENT', notes: null, document_text: null };
const LONG = 'x'.repeat(2_001);
const CJK = '\u914d\u9054';

const content = (action: DisputeAction) => {
  const wire = toWireAction(action);
  if (wire.kind === 'refused') throw new Error(wire.refusal.issue);
  return wire.content;
};
const evidence = (more: Partial<Extract<DisputeAction, { action: 'provide-evidence' }>>) =>
  content({ action: 'provide-evidence', tracking_info: null, ...PROOF, ...more });
const entryOf = ({ body }: ReturnType<typeof content>) => (body as { evidences: object[] }).evidences[0];

test.each<[DisputeAction, object]>([
  [{ action: 'send-message', message: LONG }, { message: LONG.slice(1) }],
  [{ action: 'escalate', note: 'x' }, { note: 'x' }],
  [
    { action: 'accept-claim', note: 'x' },
    { note: 'x', accept_claim_type: 'REFUND' },
  ],
  [
    { action: 'acknowledge-return-item', acknowledgement_type: 'DAMAGED', note: null },
    { acknowledgement_type: 'DAMAGED' },
  ],
  [
    { action: 'make-offer', note: 'x', offer_type: 'REFUND', offer_amount: null },
    { note: 'x', offer_type: 'REFUND' },
  ],
  [
    {
      action: 'make-offer',
      note: 'x',
      offer_type: 'REFUND',
      offer_amount: { amount: minor(1_050), currency: 'JPY' },
    },
    { note: 'x', offer_type: 'REFUND', offer_amount: { currency_code: 'JPY', value: '1050' } },
  ],
  [{ action: 'provide-supporting-info', notes: 'x', document_text: null }, { notes: 'x' }],
])('%j', (action, body) => {
  expect(content(action)).toEqual({ body });
});

test('no text is cut inside a character', () => {
  const message = `${'x'.repeat(1_999)}\ud83d\ude00`;
  expect(content({ action: 'send-message', message }).body).toEqual({ message: 'x'.repeat(1_999) });
});

test('evidence is a form, with a document where there is text for one', () => {
  expect(evidence({})).toEqual({
    body: { evidences: [{ evidence_type: 'PROOF_OF_FULFILLMENT' }] },
    parts: [],
  });
  const documented = evidence({ notes: 'See:', document_text: 'Signed' });
  expect(documented.parts).toMatchObject([{ filename: 'document.pdf', type: 'application/pdf' }]);
  expect(entryOf(documented)).toMatchObject({ notes: 'See:', documents: [{ name: 'document.pdf' }] });
});

test('a document that cannot be printed stands behind the notes, or is refused', () => {
  const told = evidence({ notes: 'See:', document_text: CJK });
  expect([entryOf(told), told.parts]).toMatchObject([{ notes: `See:\n\n${CJK}` }, []]);
  const much = { ...PROOF, document_text: CJK.repeat(1_001) };
  expect(toWireAction({ action: 'appeal', ...much })).toMatchObject({
    kind: 'refused',
    refusal: { issue: 'DOCUMENT_NOT_PRINTABLE' },
  });
});

const LONG_URL = `https://t.example/${'1'.repeat(2_000)}`;
test.each([
  [
    { carrier_name: 'Royal Mail', tracking_number: '1' },
    { tracking: { carrier_name: 'ROYAL_MAIL', tracking_number: '1' }, notes: undefined },
  ],
  [
    { carrier_name: '\u00d6BB', tracking_number: '1', tracking_url: 'https://t.example/1' },
    {
      tracking: {
        carrier_name: 'OTHER',
        carrier_name_other: '\u00d6BB',
        tracking_number: '1',
        tracking_url: 'https://t.example/1',
      },
      notes: undefined,
    },
  ],
  [
    { tracking_number: '1', depot: 'North' },
    {
      tracking: { carrier_name: 'OTHER', carrier_name_other: 'Unnamed carrier', tracking_number: '1' },
      notes: 'depot: North',
    },
  ],
  [{ carrier: 'UPS' }, { tracking: undefined, notes: 'carrier: UPS' }],
  [
    { carrier_name: 'UPS', tracking_number: '1', tracking_url: LONG_URL },
    {
      tracking: { carrier_name: 'UPS', tracking_number: '1' },
      notes: `tracking_url: ${LONG_URL}`.slice(0, 2_000),
    },
  ],
])('of tracking %j nothing is lost', (tracking_info, { tracking, notes }) => {
  const entry = entryOf(evidence({ tracking_info })) as {
    notes?: string;
    evidence_info?: { tracking_info: object[] };
  };
  expect(entry.notes).toBe(notes);
  expect(entry.evidence_info?.tracking_info[0]).toEqual(tracking);
});

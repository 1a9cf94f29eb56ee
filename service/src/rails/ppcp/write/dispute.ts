import { textPdf } from '../../../lib/text-pdf.ts';
import type { DisputeAction, ProviderRefusal } from '../../rail.ts';
import type { JsonObject } from '../../http/json.ts';
import type { Part } from '../../http/multipart.ts';
import { toWireMoney } from './money.ts';

/** What the provider takes of a text; a longer one is whole in our record. */
const TEXT_MAX = 2_000;
const NAME_MAX = 255;
const DOCUMENT = 'document.pdf';
const CARRIER = /^[0-9A-Z_]{1,255}$/;

/** What a call carries: a body of JSON, or the same as the part `input` of a form beside a document. */
interface Content {
  body: JsonObject;
  parts?: readonly Part[];
}

type WireAction = { kind: 'ready'; content: Content } | { kind: 'refused'; refusal: ProviderRefusal };

/** A seller's action as the provider reads it. Refused when a document holds letters that cannot be printed and it is too
 *  long for the notes: evidence is sent whole or not at all. */
export function toWireAction(action: DisputeAction): WireAction {
  switch (action.action) {
    case 'send-message':
      return ready({ message: cut(action.message) });
    case 'escalate':
      return ready({ note: cut(action.note) });
    case 'accept-claim':
      return ready({ note: cut(action.note), accept_claim_type: 'REFUND' });
    case 'acknowledge-return-item': {
      const { acknowledgement_type, note } = action;
      return ready({ acknowledgement_type, ...(note ? { note: cut(note) } : {}) });
    }
    case 'make-offer': {
      const { offer_amount: asked, offer_type } = action;
      const offer_amount = asked && toWireMoney(asked.amount, asked.currency);
      return ready({ note: cut(action.note), offer_type, ...(offer_amount ? { offer_amount } : {}) });
    }
    case 'provide-supporting-info': {
      const document = documentOf(action.document_text, action.notes);
      if (!document) return unprintable();
      return ready({ notes: cut(document.notes) }, document.parts.length > 0 ? document.parts : undefined);
    }
    case 'provide-evidence':
    case 'appeal':
      return toWireProof(action);
  }
}

// Evidence is always sent as a form, with or without a document in it.
function toWireProof(action: Extract<DisputeAction, { action: 'provide-evidence' | 'appeal' }>): WireAction {
  const tracking = trackingOf(action.action === 'provide-evidence' ? action.tracking_info : null);
  const told = [action.notes, tracking.besides].filter((text) => text !== null && text !== '').join('\n');
  const document = documentOf(action.document_text, told);
  if (!document) return unprintable();
  const { notes, parts } = document;
  const evidence = {
    evidence_type: action.evidence_type,
    ...(notes === '' ? {} : { notes: cut(notes) }),
    ...(tracking.info ? { evidence_info: { tracking_info: [tracking.info] } } : {}),
    ...(parts.length > 0 ? { documents: parts.map(({ filename }) => ({ name: filename })) } : {}),
  };
  return ready({ evidences: [evidence] }, parts);
}

function documentOf(text: string | null, notes: string): { notes: string; parts: Part[] } | null {
  if (text === null || text.trim() === '') return { notes, parts: [] };
  const pdf = textPdf(text);
  if (pdf !== null) {
    return { notes, parts: [{ name: 'file1', filename: DOCUMENT, type: 'application/pdf', text: pdf }] };
  }
  // Notes take any letters.
  const both = notes === '' ? text : `${notes}\n\n${text}`;
  return both.length <= TEXT_MAX ? { notes: both, parts: [] } : null;
}

// What the provider has no place for is told in the notes, so that nothing of it is lost.
function trackingOf(given: Readonly<Record<string, string>> | null): {
  info: JsonObject | null;
  besides: string | null;
} {
  if (!given) return { info: null, besides: null };
  const { carrier_name, carrier_name_other, tracking_number, tracking_url, ...others } = given;
  const isLong = tracking_url !== undefined && tracking_url.length > TEXT_MAX;
  const rest = isLong ? { ...others, tracking_url } : others;
  const told = (members: Readonly<Record<string, string>>) =>
    Object.entries(members)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n');
  if (!tracking_number || tracking_number.length > NAME_MAX) return { info: null, besides: told(given) };
  const code = (carrier_name ?? 'OTHER').toUpperCase().replaceAll(/[\s-]+/g, '_');
  const carrier = CARRIER.test(code) ? code : 'OTHER';
  const other = carrier_name_other ?? (carrier === 'OTHER' ? (carrier_name ?? 'Unnamed carrier') : undefined);
  return {
    info: {
      carrier_name: carrier,
      ...(other === undefined ? {} : { carrier_name_other: cut(other) }),
      tracking_number,
      ...(tracking_url === undefined || isLong ? {} : { tracking_url }),
    },
    besides: told(rest),
  };
}

function ready(body: JsonObject, parts?: readonly Part[]): WireAction {
  return { kind: 'ready', content: { body, ...(parts ? { parts } : {}) } };
}

function unprintable(): WireAction {
  const description =
    'The document holds letters that cannot be printed, and with the notes it is longer than notes may be.';
  return {
    kind: 'refused',
    refusal: { issue: 'DOCUMENT_NOT_PRINTABLE', description, debug_id: null, provider_status: null },
  };
}

// Never inside a character: half of one cannot be sent.
function cut(text: string): string {
  return text.slice(0, TEXT_MAX).replace(/[\ud800-\udbff]$/, '');
}

import {
  DISPUTE_ACTIONS,
  type DisputeActionName,
  type ProviderDispute,
  type ShownAction,
} from '../../rail.ts';
import { shownOf } from './dispute-payload.ts';
import { NO_CURRENCY } from '../../../lib/currency.ts';
import { plainIdAt, objectAt, objectsAt, textAt } from '../../http/json.ts';
import type { JsonObject } from '../../http/json.ts';
import { momentAt } from '../../http/moments.ts';
import { fromWireMoney } from '../write/money.ts';

const RESOLVED = 'RESOLVED';
const CURRENCY = /^[A-Z]{3}$/;
/** Ends with the money going back. */
const ACCEPTED = new Set(['RESOLVED_BUYER_FAVOUR', 'RESOLVED_WITH_PAYOUT', 'ACCEPTED']);
/** The one acknowledgement by which a dispute ends. */
const ITEM_RECEIVED = 'ITEM_RECEIVED';

/** A dispute as the provider shows it, or null when it has no id, status or times. */
export function toDispute(body: JsonObject): ProviderDispute | null {
  const provider_dispute_id = plainIdAt(body, 'dispute_id');
  const status = textAt(body, 'status');
  const opened_at = dateAt(body, 'create_time');
  if (!provider_dispute_id || !status || !opened_at) return null;
  const [disputed = null] = objectsAt(body, 'disputed_transactions');
  const money = fromWireMoney(body['dispute_amount']);
  const is_resolved = status === RESOLVED;
  const available_actions = actionsIn(body);
  const closing = closingIn(body, available_actions);
  return {
    provider_dispute_id,
    provider_transaction_id: plainIdAt(disputed, 'seller_transaction_id'),
    status,
    is_resolved,
    reason: textAt(body, 'reason'),
    amount: money && money.minor >= 0 ? money.minor : null,
    currency: money?.currency ?? currencyIn(body, disputed),
    response_deadline: dateAt(body, 'seller_response_due_date'),
    outcome: textAt(objectAt(body, 'dispute_outcome'), 'outcome_code'),
    available_actions,
    answered: [...shownIn(body), ...closing.shown],
    unclear: closing.unclear,
    payload: shownOf(body),
    opened_at,
    updated_at: dateAt(body, 'update_time') ?? opened_at,
  };
}

/** The time that a member names. */
export function dateAt(from: JsonObject, key: string): Date | null {
  const text = momentAt(from, key);
  return text === null ? null : new Date(text);
}

/** Blanks set to one space: how words are compared that went through another's hands. */
function wordsOf(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}

function currencyIn(body: JsonObject, disputed: JsonObject | null): string {
  const told =
    textAt(objectAt(body, 'dispute_amount'), 'currency_code') ??
    textAt(objectAt(disputed, 'gross_amount'), 'currency_code');
  return told && CURRENCY.test(told) ? told : NO_CURRENCY;
}

// The links alone say what may be done now. Their names are written with underscores and with hyphens.
function actionsIn(body: JsonObject): DisputeActionName[] {
  const named = objectsAt(body, 'links').map((link) => textAt(link, 'rel')?.replaceAll('_', '-') ?? '');
  return DISPUTE_ACTIONS.filter((action) => named.includes(action));
}

// An action that the dispute keeps is listed with its words; that it was escalated is told by the stage it has reached.
function shownIn(body: JsonObject): ShownAction[] {
  const stage = textAt(body, 'dispute_life_cycle_stage');
  const isEscalated = stage !== null && stage !== 'INQUIRY';
  return [
    ...wordsBy(body, 'messages', 'content', { posted_by: 'SELLER' }, 'send-message'),
    ...wordsBy(objectAt(body, 'offer'), 'history', 'notes', BY_SELLER, 'make-offer'),
    ...wordsBy(body, 'supporting_info', 'notes', SUBMITTED, 'provide-supporting-info'),
    ...proofs(body),
    ...(isEscalated ? [{ action: 'escalate', words: null } as const] : []),
  ];
}

const BY_SELLER = { actor: 'SELLER', event_type: 'PROPOSED' };
const SUBMITTED = { source: 'SUBMITTED_BY_SELLER' };

function wordsBy(
  from: JsonObject | null,
  list: string,
  member: string,
  having: Readonly<Record<string, string>>,
  action: DisputeActionName,
): ShownAction[] {
  return objectsAt(from, list)
    .filter((entry) => Object.entries(having).every(([key, value]) => entry[key] === value))
    .map((entry) => {
      const words = textAt(entry, member);
      return { action, words: words === null ? null : wordsOf(words) };
    });
}

// What is handed in once the buyer has won is the appeal's.
function proofs(body: JsonObject): ShownAction[] {
  const ofAppeal = new Set(['PRE_ARBITRATION', 'ARBITRATION']);
  return objectsAt(body, 'evidences')
    .filter((evidence) => evidence['source'] === SUBMITTED.source)
    .map((evidence) => {
      const isAppeal = ofAppeal.has(textAt(evidence, 'dispute_life_cycle_stage') ?? '');
      return { action: isAppeal ? 'appeal' : 'provide-evidence', words: null };
    });
}

interface Closing {
  shown: ShownAction[];
  unclear: DisputeActionName[];
}

// Actions that the dispute keeps nothing of are told by how it ended alone. That one can be taken no more says nothing: the
// seller may have acted otherwise at the provider's own page.
function closingIn(body: JsonObject, available: readonly DisputeActionName[]): Closing {
  const traces = [acceptanceIn(body), acknowledgementIn(body)].filter(
    ({ action }) => !available.includes(action),
  );
  return {
    shown: traces.filter(({ trace }) => trace === 'shown').map(({ action, words }) => ({ action, words })),
    unclear: traces.filter(({ trace }) => trace === 'unclear').map(({ action }) => action),
  };
}

type Trace = ShownAction & { trace: 'shown' | 'unclear' | 'none' };

// We accept claims for all of the money at once, which ends the dispute: one that waits for goods was accepted by another.
function acceptanceIn(body: JsonObject): Trace {
  const acceptance = { action: 'accept-claim', words: null } as const;
  if (body['status'] !== RESOLVED) return { ...acceptance, trace: 'unclear' };
  if (!isSettled(body)) return { ...acceptance, trace: 'none' };
  const offered = objectsAt(objectAt(body, 'offer'), 'history');
  const isByOffer = offered.some((entry) => entry['event_type'] === 'ACCEPTED');
  return { ...acceptance, trace: isByOffer ? 'unclear' : 'shown' };
}

// One that the goods are not what was sent leads to a decision, which may have come without it as well.
function acknowledgementIn(body: JsonObject): Trace {
  const trace = isSettled(body) ? 'shown' : 'unclear';
  return { action: 'acknowledge-return-item', words: ITEM_RECEIVED, trace };
}

/** Whether it ended with the money going back, and nobody had to decide that. */
function isSettled(body: JsonObject): boolean {
  const outcome = textAt(objectAt(body, 'dispute_outcome'), 'outcome_code');
  const isDecided = objectsAt(body, 'adjudications').length > 0;
  return body['status'] === RESOLVED && ACCEPTED.has(outcome ?? '') && !isDecided;
}

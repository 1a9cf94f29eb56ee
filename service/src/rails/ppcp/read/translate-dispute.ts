import { DISPUTE_ACTIONS, type DisputeAction, type ProviderDispute, type ShownAnswer } from '../../rail.ts';
import { shownOf } from './dispute-payload.ts';
import { objectAt, objectsAt, textAt } from '../../http/json.ts';
import type { JsonObject } from '../../http/json.ts';
import { momentAt } from './translate.ts';
import { fromWireMoney } from '../wire/wire-money.ts';

const RESOLVED = 'RESOLVED';
const NO_CURRENCY = 'XXX';
const CURRENCY = /^[A-Z]{3}$/;
/** Ends by which the seller's acceptance can be told. */
const ACCEPTED = new Set(['RESOLVED_BUYER_FAVOUR', 'RESOLVED_WITH_PAYOUT', 'ACCEPTED']);

/** A dispute as the provider shows it, or null when it has no id, status or times. */
export function toDispute(body: JsonObject): ProviderDispute | null {
  const provider_dispute_id = textAt(body, 'dispute_id');
  const status = textAt(body, 'status');
  const opened_at = dateAt(body, 'create_time');
  if (!provider_dispute_id || !status || !opened_at) return null;
  const [disputed = null] = objectsAt(body, 'disputed_transactions');
  const money = fromWireMoney(body['dispute_amount']);
  const is_resolved = status === RESOLVED;
  const available_actions = actionsIn(body);
  return {
    provider_dispute_id,
    provider_transaction_id: textAt(disputed, 'seller_transaction_id'),
    status,
    is_resolved,
    reason: textAt(body, 'reason'),
    amount: money && money.minor >= 0 ? money.minor : null,
    currency: money?.currency ?? currencyIn(body, disputed),
    response_deadline: dateAt(body, 'seller_response_due_date'),
    outcome: textAt(objectAt(body, 'dispute_outcome'), 'outcome_code'),
    available_actions,
    answered: answersIn(body, available_actions),
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
function actionsIn(body: JsonObject): DisputeAction[] {
  const named = objectsAt(body, 'links').map((link) => textAt(link, 'rel')?.replaceAll('_', '-') ?? '');
  return DISPUTE_ACTIONS.filter((action) => named.includes(action));
}

// An answer that the dispute keeps is listed with its words. One that it does not keep is told by what it led to: it can
// be given no more, and the dispute did not end otherwise.
function answersIn(body: JsonObject, available: readonly DisputeAction[]): ShownAnswer[] {
  return [
    ...wordsBy(body, 'messages', 'content', { posted_by: 'SELLER' }, 'send-message'),
    ...wordsBy(objectAt(body, 'offer'), 'history', 'notes', BY_SELLER, 'make-offer'),
    ...wordsBy(body, 'supporting_info', 'notes', SUBMITTED, 'provide-supporting-info'),
    ...proofs(body),
    ...led(body, available),
  ];
}

const BY_SELLER = { actor: 'SELLER', event_type: 'PROPOSED' };
const SUBMITTED = { source: 'SUBMITTED_BY_SELLER' };

function wordsBy(
  from: JsonObject | null,
  list: string,
  member: string,
  having: Readonly<Record<string, string>>,
  action: DisputeAction,
): ShownAnswer[] {
  return objectsAt(from, list)
    .filter((entry) => Object.entries(having).every(([key, value]) => entry[key] === value))
    .map((entry) => {
      const words = textAt(entry, member);
      return { action, words: words === null ? null : wordsOf(words) };
    });
}

// What is handed in once the buyer has won is the appeal's.
function proofs(body: JsonObject): ShownAnswer[] {
  const ofAppeal = new Set(['PRE_ARBITRATION', 'ARBITRATION']);
  return objectsAt(body, 'evidences')
    .filter((evidence) => evidence['source'] === SUBMITTED.source)
    .map((evidence) => {
      const isAppeal = ofAppeal.has(textAt(evidence, 'dispute_life_cycle_stage') ?? '');
      return { action: isAppeal ? 'appeal' : 'provide-evidence', words: null };
    });
}

function led(body: JsonObject, available: readonly DisputeAction[]): ShownAnswer[] {
  const stage = textAt(body, 'dispute_life_cycle_stage');
  const outcome = textAt(objectAt(body, 'dispute_outcome'), 'outcome_code');
  const wasOtherwiseEnded =
    body['status'] === RESOLVED &&
    (!ACCEPTED.has(outcome ?? '') || objectsAt(body, 'adjudications').length > 0);
  const closing = (['accept-claim', 'acknowledge-return-item'] as const).filter(
    (action) => !available.includes(action) && !wasOtherwiseEnded,
  );
  const isEscalated = stage !== null && stage !== 'INQUIRY';
  return [...closing, ...(isEscalated ? (['escalate'] as const) : [])].map((action) => ({
    action,
    words: null,
  }));
}

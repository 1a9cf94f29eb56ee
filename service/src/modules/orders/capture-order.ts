import type { Ctx } from '../../context.ts';
import type { Tx } from '../../db/tx.ts';
import { uuidAt } from '../../lib/ids.ts';
import { minor } from '../../lib/money.ts';
import type { CaptureOrder, CaptureOutcome, PaymentsFacet } from '../../rails/rail.ts';
import type { RefusalName } from '../../refusals.ts';
import { refused, type Refused } from '../../refused.ts';
import { isGivenAway, sellerOf } from '../accounts/index.ts';
import {
  type CaptureAttempt,
  insertAttempt,
  lastFailure,
  moveAttempt,
  openAttempt,
  outcomeShown,
  readAttempt,
  wantedOrder,
} from '../captures/index.ts';
import { type Begun, carryOut, heldUntil, type Intent, isRemembered, waitForOther } from '../doubt/index.ts';
import { findSession, lockSession, mayPayFrom, moveSession } from '../sessions/index.ts';
import { saveInstrument } from '../vault/index.ts';
import { readPayingMerchant } from '../merchants/index.ts';
import {
  findByOrder,
  findTransaction,
  lockTransaction,
  methodChosen,
  readInHand,
  type TransactionRow,
  updateTransaction,
} from '../payments/index.ts';
import { isUntaken } from './not-taken.ts';
import { type CaptureResult, recordOutcome, UNREACHABLE } from './record-outcome.ts';

/** The failure code of an attempt whose order showed, when all was quiet, that nothing was taken. */
export const NOT_TAKEN = 'not_taken';

/** Captures an approved order of the merchant. An order captured before answers its capture; calls in parallel wait
 *  for the one under way. Refused: order_not_found, order_not_approved, order_not_capturable, payment_declined,
 *  payments_not_allowed, seller_unverified, seller_refused, payment_refused, provider_unavailable, outcome_unknown.
 *  Spec: Payments. */
export async function captureMerchantOrder(
  ctx: Ctx,
  request: { merchant_id: string; order_id: string } & BuyersChoice,
): Promise<CaptureResult> {
  const within = { merchant_id: request.merchant_id };
  return capture(ctx, { provider_order_id: request.order_id, within }, request);
}

/** The same from the buyer's page: the session id is the capability, and a foreign page must be allowed by it. On a
 *  session of amount 0 it saves the instrument instead. */
export async function captureBuyerOrder(
  ctx: Ctx,
  request: { session_id: string; order_id: string; origin: string | undefined } & BuyersChoice,
): Promise<BuyerResult> {
  const session = await findSession(ctx.db, request.session_id);
  if (!session) return refused('session_not_found');
  if (!mayPayFrom(session, request.origin, ctx.config.base_url)) return refused('origin_not_allowed');
  if (session.amount_cents === 0) {
    const saved = await saveInstrument(ctx, { session, order_id: request.order_id });
    if (saved.kind === 'refused') return saved;
    return { kind: 'accepted', status: saved.kind, provider_capture_id: null };
  }
  const within = { checkout_session_id: session.id };
  const captured = await capture(ctx, { provider_order_id: request.order_id, within }, request);
  if (captured.kind === 'refused') return captured;
  const { status, provider_capture_id } = captured.transaction;
  return { kind: 'accepted', status, provider_capture_id };
}

/** What the buyer's page is told. */
type BuyerResult =
  | { readonly kind: 'accepted'; readonly status: string; readonly provider_capture_id: string | null }
  | Refused;

/** What the buyer's page tells beside the order. */
interface BuyersChoice {
  funding_source?: string | null | undefined;
  wallet_client_metadata_id?: string | null | undefined;
}

interface CaptureIntent extends Intent {
  attempt: CaptureAttempt;
  transaction: TransactionRow;
  wallet_client_metadata_id: string | null;
  in_hand: string | null;
  payments: PaymentsFacet;
}

type WantedOrder = Parameters<typeof findByOrder>[1];

async function capture(ctx: Ctx, wanted: WantedOrder, choice: BuyersChoice): Promise<CaptureResult> {
  return carryOut<CaptureIntent, CaptureOutcome, CaptureResult>(ctx, {
    begin: async (tx) => {
      const found = await findByOrder(tx, wanted);
      return found ? begin(tx, ctx, found, choice) : no('order_not_found');
    },
    ask: (intent) => askToCapture(ctx, intent),
    record: ({ attempt }, outcome) => recordOutcome(ctx, attempt, outcome),
    answerOfOther: (id) => resultOfOther(ctx, id),
  });
}

type Decided = Begun<CaptureIntent, CaptureResult>;

function no(refusal: RefusalName): Decided {
  return { kind: 'done', answer: refused(refusal) };
}

async function askToCapture(ctx: Ctx, intent: CaptureIntent): Promise<CaptureOutcome> {
  const { attempt, transaction, payments, wallet_client_metadata_id, in_hand } = intent;
  const { amount_cents, description } = transaction;
  const order = {
    ...wantedOrder(transaction, transaction.provider_order_id!, await sellerOf(ctx, transaction)),
    request_id: attempt.id,
    ...{ amount: minor(amount_cents), description, wallet_client_metadata_id, in_hand },
  };
  if (attempt.state === 'unknown' && isForgotten(ctx, transaction, attempt)) return lookUp(payments, order);
  const outcome = await payments.take(order);
  return attempt.state === 'unknown' ? confirm(payments, order, outcome) : outcome;
}

// The provider does not know the request id any more: asked again, it might take the money again.
function isForgotten(ctx: Ctx, { provider }: TransactionRow, { created_at }: CaptureAttempt): boolean {
  const { traits } = ctx.rails.kind(provider);
  return !isRemembered(traits, { since: created_at, for: 'take' }, ctx.clock.now());
}

async function lookUp(payments: PaymentsFacet, order: CaptureOrder): Promise<CaptureOutcome> {
  const found = await payments.find(order);
  const shown = found.kind === 'found' ? outcomeShown(found.order) : null;
  return shown ?? { kind: 'unknown', problem: 'too old to be asked for again' };
}

// A no to a repeated question does not say that the first, unclear call took nothing; the order itself does.
async function confirm(
  payments: PaymentsFacet,
  order: CaptureOrder,
  outcome: CaptureOutcome,
): Promise<CaptureOutcome> {
  if (outcome.kind !== 'refused' && outcome.kind !== 'lapsed') return outcome;
  const read = await payments.find(order);
  if (read.kind === 'found' && isUntaken(read.order)) return outcome;
  if (read.kind === 'missing') return { kind: 'missing', refusal: outcome.refusal };
  return { kind: 'unknown', problem: `refused when repeated: ${outcome.refusal.issue}` };
}

// What the buyer's browser gave is good for one try. Only a provider that certainly was not reached has not seen it.
async function unspentInHand(tx: Tx, ctx: Ctx, transaction: TransactionRow): Promise<string | null> {
  const in_hand = await readInHand(tx, ctx, transaction);
  if (in_hand === null) return null;
  const failure = await lastFailure(tx, transaction.id);
  return failure === null || failure === UNREACHABLE ? in_hand : null;
}

// The first transaction: what may be captured is decided under the locks of session and transaction, and the intent
// is committed before the provider hears of it.
async function begin(tx: Tx, ctx: Ctx, found: TransactionRow, choice: BuyersChoice): Promise<Decided> {
  const rail = ctx.rails.get(found.provider);
  if (!rail) return no('rail_not_configured');
  const session = found.checkout_session_id ? await lockSession(tx, found.checkout_session_id) : undefined;
  const transaction = await lockTransaction(tx, found.id);
  if (transaction.status === 'captured' || transaction.status === 'pending')
    return { kind: 'done', answer: { kind: 'accepted', transaction } };
  if (transaction.status !== 'created' && transaction.status !== 'approved')
    return no('order_not_capturable');
  const now = ctx.clock.now();
  const next_check_at = heldUntil(now);
  const in_hand = await unspentInHand(tx, ctx, transaction);
  const intend = (attempt: CaptureAttempt): Decided => {
    const wallet_client_metadata_id =
      choice.wallet_client_metadata_id ?? transaction.provider_client_metadata_id;
    const intent = {
      attempt,
      transaction,
      wallet_client_metadata_id,
      in_hand,
      payments: rail.payments,
      held_until: next_check_at,
    };
    return { kind: 'ask', intent };
  };
  const open = await openAttempt(tx, transaction.id);
  if (open?.state === 'unknown') {
    // Asking again under the same request id is how an unknown outcome is learned.
    await moveAttempt(tx, open.id, { trigger: 'asked_again', next_check_at, now });
    return intend({ ...open, updated_at: now });
  }
  if (open) return { kind: 'wait', id: open.id };
  if (await isStopped(tx, ctx, transaction)) return no('payments_not_allowed');
  if (session?.status === 'completed') return no('session_completed');
  if (session?.status === 'capturing') return no('session_capturing');
  const intent = { id: uuidAt(now), transaction_id: transaction.id, state: 'sending' as const };
  const attempt: CaptureAttempt = { ...intent, checks: 0, created_at: now, updated_at: now };
  await insertAttempt(tx, { ...intent, now, next_check_at });
  await keepChoice(tx, ctx, transaction, choice);
  if (session) await moveSession(tx, session.id, 'capture_begun');
  return intend(attempt);
}

// The transaction shows what its provider is told, and the same capture asked for again tells it the same.
async function keepChoice(tx: Tx, ctx: Ctx, transaction: TransactionRow, choice: BuyersChoice) {
  const { funding_source, wallet_client_metadata_id } = choice;
  if (!funding_source && !wallet_client_metadata_id) return;
  const { approval } = ctx.rails.kind(transaction.provider).traits;
  await updateTransaction(tx, transaction.id, {
    ...(funding_source && { payment_method: methodChosen(funding_source, approval) }),
    ...(wallet_client_metadata_id && { provider_client_metadata_id: wallet_client_metadata_id }),
    updated_at: ctx.clock.now(),
  });
}

// A hold stops payments, also those that a buyer approved before it; and money must not go to an account that is no
// longer the merchant's. Whether the account can be paid into is the provider's to say. Gap G61.
async function isStopped(tx: Tx, ctx: Ctx, transaction: TransactionRow): Promise<boolean> {
  const { merchant_id, provider, rail_account_id, wallet_merchant_id } = transaction;
  const merchant = await readPayingMerchant(tx, merchant_id, provider);
  if (merchant.payment_hold) return true;
  if (ctx.rails.kind(provider).traits.seller === 'onboarded')
    return merchant.is_disconnected || merchant.wallet_merchant_id !== wallet_merchant_id;
  return rail_account_id !== null && isGivenAway(tx, rail_account_id);
}

// Waits for that attempt and for no later one: a caller that begins anew after it says nothing about it.
async function resultOfOther(ctx: Ctx, attemptId: string): Promise<CaptureResult> {
  const attempt = await waitForOther(ctx.cut, async () => {
    const read = await readAttempt(ctx.db, attemptId);
    return read.state === 'sending' ? null : read;
  });
  if (attempt === null) return refused('outcome_unknown');
  const transaction = (await findTransaction(ctx.db, attempt.transaction_id))!;
  if (transaction.status === 'captured' || transaction.status === 'pending')
    return { kind: 'accepted', transaction };
  if (attempt.state === 'unknown' || attempt.state === 'pending') return refused('outcome_unknown');
  return refused(refusalOfOther(transaction, attempt.failure_code));
}

// What the caller whose call it was has read, told by what that call left behind.
function refusalOfOther(transaction: TransactionRow, failure: string | null): RefusalName {
  if (transaction.status !== 'created' && transaction.status !== 'approved') return 'order_not_capturable';
  if (failure === UNREACHABLE || failure === NOT_TAKEN) return 'provider_unavailable';
  return transaction.status === 'created' ? 'order_not_approved' : 'payment_declined';
}

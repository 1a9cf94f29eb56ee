import type { Ctx } from '../../context.ts';
import { minor } from '../../lib/money.ts';
import {
  type CaptureOrder,
  type CaptureOutcome,
  outcomeShown,
  type PaymentsFacet,
} from '../../rails/rail.ts';
import { keptRefusal } from '../../refusals.ts';
import { refused, type Refused } from '../../refused.ts';
import { sellerOf } from '../accounts/index.ts';
import { carryOut, isRemembered, waitForOther } from '../doubt/index.ts';
import { findSession, mayPayFrom } from '../sessions/index.ts';
import { saveInstrument } from '../vault/index.ts';
import { findByOrder, findTransaction, type TransactionRow } from '../payments/index.ts';
import { type CaptureAttempt, readAttempt } from './attempts.ts';
import { beginCapture, type BuyersChoice, type CaptureIntent } from './begin-capture.ts';
import { isUntaken } from './not-taken.ts';
import { type CaptureResult, recordCaptureOutcome } from './record-capture.ts';
import { wantedOrder } from './wanted-order.ts';

/** Captures an approved order of the merchant. An order captured before answers its capture; calls in parallel wait
 *  for the one under way. Refused: order_not_found, order_not_approved, order_not_capturable, session_completed,
 *  session_capturing, rail_not_configured, payment_declined, payments_not_allowed, seller_unverified, seller_refused, payment_refused,
 *  provider_unavailable, outcome_unknown. Spec: Payments. */
export async function captureMerchantOrder(
  ctx: Ctx,
  request: { merchant_id: string; order_id: string } & BuyersChoice,
): Promise<CaptureResult> {
  const within = { merchant_id: request.merchant_id };
  return capture(ctx, { provider_order_id: request.order_id, within }, request);
}

/** The same from the buyer's page: the session id is the capability, and a foreign page must be allowed by it. On a
 *  session of amount 0 it saves the instrument instead. Refused besides: session_not_found, origin_not_allowed. */
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

type WantedOrder = Parameters<typeof findByOrder>[1];

async function capture(ctx: Ctx, wanted: WantedOrder, choice: BuyersChoice): Promise<CaptureResult> {
  return carryOut<CaptureIntent, CaptureOutcome, CaptureResult>(ctx, {
    begin: async (tx) => {
      const found = await findByOrder(tx, wanted);
      return found
        ? beginCapture(tx, ctx, found, choice)
        : { kind: 'done', answer: refused('order_not_found') };
    },
    ask: (intent) => askToCapture(ctx, intent),
    record: ({ attempt }, outcome) => recordCaptureOutcome(ctx, attempt, outcome),
    answerOfOther: (id) => resultOfOther(ctx, id),
  });
}

async function askToCapture(ctx: Ctx, intent: CaptureIntent): Promise<CaptureOutcome> {
  const { attempt, transaction, may_take, payments, wallet_client_metadata_id, in_hand } = intent;
  const { amount_cents, description } = transaction;
  const order = {
    ...wantedOrder(transaction, transaction.provider_order_id!, await sellerOf(ctx, transaction)),
    request_id: attempt.id,
    ...{ amount: minor(amount_cents), description, wallet_client_metadata_id, in_hand },
  };
  if (!may_take) return lookUp(payments, order, 'payments are stopped, and it is not shown as taken');
  if (attempt.state === 'unknown' && isForgotten(ctx, transaction, attempt))
    return lookUp(payments, order, 'too old to be asked for again');
  const outcome = await payments.take(order);
  return attempt.state === 'unknown' ? confirm(payments, order, outcome) : outcome;
}

// The provider does not know the request id any more: asked again, it might take the money again.
function isForgotten(ctx: Ctx, { provider }: TransactionRow, { created_at }: CaptureAttempt): boolean {
  const { traits } = ctx.rails.kind(provider);
  return !isRemembered(traits, { since: created_at, for: 'take' }, ctx.clock.now());
}

async function lookUp(
  payments: PaymentsFacet,
  order: CaptureOrder,
  problem: string,
): Promise<CaptureOutcome> {
  const found = await payments.find(order);
  const shown = found.kind === 'found' ? outcomeShown(found.order) : null;
  return shown ?? { kind: 'unknown', problem };
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

// Waits for that attempt and for no later one: a caller that begins anew after it says nothing about it.
async function resultOfOther(ctx: Ctx, attemptId: string): Promise<CaptureResult> {
  const attempt = await waitForOther(ctx, {
    ...{ id: attemptId, look: () => readAttempt(ctx.db, attemptId) },
    isOpen: ({ state }) => state === 'sending',
  });
  if (attempt === null) return refused('outcome_unknown');
  const transaction = (await findTransaction(ctx.db, attempt.transaction_id))!;
  if (transaction.status === 'captured' || transaction.status === 'pending')
    return { kind: 'accepted', transaction };
  return refused(attempt.state === 'refused' ? keptRefusal(attempt.refusal) : 'outcome_unknown');
}

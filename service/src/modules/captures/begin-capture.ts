import type { Ctx } from '../../context.ts';
import type { Tx } from '../../db/tx.ts';
import { uuidAt } from '../../lib/ids.ts';
import type { PaymentsFacet } from '../../rails/rail.ts';
import type { RefusalName } from '../../refusals.ts';
import { refused } from '../../refused.ts';
import { isGivenAway } from '../accounts/index.ts';
import { type Begun, heldUntil, type Intent, UNREACHABLE } from '../doubt/index.ts';
import { readPayingMerchant } from '../merchants/index.ts';
import {
  isOpenOrder,
  lockTransaction,
  methodChosen,
  readInHand,
  type TransactionRow,
  recordChoice,
} from '../payments/index.ts';
import { lockSession, moveSession, type SessionRow } from '../sessions/index.ts';
import { type CaptureAttempt, insertAttempt, lastFailure, moveAttempt, openAttempt } from './attempts.ts';
import type { CaptureResult } from './record-capture.ts';

/** What the buyer's page tells beside the order. */
export interface BuyersChoice {
  funding_source?: string | null | undefined;
  wallet_client_metadata_id?: string | null | undefined;
}

export interface CaptureIntent extends Intent {
  attempt: CaptureAttempt;
  transaction: TransactionRow;
  /** False for one that may have been taken, and must not be by now. */
  may_take: boolean;
  wallet_client_metadata_id: string | null;
  in_hand: string | null;
  payments: PaymentsFacet;
}

type Decided = Begun<CaptureIntent, CaptureResult>;

/** The first transaction of a capture: what may be captured is decided under the locks of session and transaction, and the intent
 *  is committed before the provider hears of it. */
export async function beginCapture(
  tx: Tx,
  ctx: Ctx,
  found: TransactionRow,
  choice: BuyersChoice,
): Promise<Decided> {
  const rail = ctx.rails.get(found.provider);
  if (!rail) return no('rail_not_configured');
  const session = found.checkout_session_id ? await lockSession(tx, found.checkout_session_id) : undefined;
  const transaction = await lockTransaction(tx, found.id);
  if (!isOpenOrder(transaction)) return ended(transaction);
  const open = await openAttempt(tx, transaction.id);
  if (open && open.state !== 'unknown') return { kind: 'wait', id: open.id };
  const may_take = !(await isStopped(tx, ctx, transaction));
  // One that has begun goes on whatever has changed since.
  const refusal = open ? null : whyNotBegun(may_take, session);
  if (refusal) return no(refusal);
  const in_hand = await unspentInHand(tx, ctx, transaction);
  const now = ctx.clock.now();
  const due = { now, next_check_at: heldUntil(now) };
  const attempt = open
    ? await askedAgain(tx, open, due)
    : await newAttempt(tx, ctx, { transaction, session, choice }, due);
  const wallet_client_metadata_id =
    choice.wallet_client_metadata_id ?? transaction.provider_client_metadata_id;
  const { payments } = rail;
  const held_until = due.next_check_at;
  const intent = { attempt, transaction, may_take, wallet_client_metadata_id, in_hand, payments, held_until };
  return { kind: 'ask', intent };
}

function no(refusal: RefusalName): Decided {
  return { kind: 'done', answer: refused(refusal) };
}

function ended(transaction: TransactionRow): Decided {
  const isTaken = transaction.status === 'captured' || transaction.status === 'pending';
  return isTaken ? { kind: 'done', answer: { kind: 'accepted', transaction } } : no('order_not_capturable');
}

// Why no attempt may begin; null when one may.
function whyNotBegun(mayTake: boolean, session: SessionRow | undefined): RefusalName | null {
  if (!mayTake) return 'payments_not_allowed';
  if (session?.status === 'completed') return 'session_completed';
  return session?.status === 'capturing' ? 'session_capturing' : null;
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

// What the buyer's browser gave is good for one try. Only a provider that certainly was not reached has not seen it.
async function unspentInHand(tx: Tx, ctx: Ctx, transaction: TransactionRow): Promise<string | null> {
  const in_hand = await readInHand(tx, ctx, transaction);
  if (in_hand === null) return null;
  const failure = await lastFailure(tx, transaction.id);
  return failure === null || failure === UNREACHABLE ? in_hand : null;
}

interface Due {
  now: Date;
  next_check_at: Date;
}

// Asking again under the same request id is how an unknown outcome is learned.
async function askedAgain(tx: Tx, attempt: CaptureAttempt, due: Due): Promise<CaptureAttempt> {
  await moveAttempt(tx, attempt.id, { trigger: 'asked_again', ...due });
  return { ...attempt, updated_at: due.now };
}

async function newAttempt(
  tx: Tx,
  ctx: Ctx,
  of: { transaction: TransactionRow; session: SessionRow | undefined; choice: BuyersChoice },
  due: Due,
): Promise<CaptureAttempt> {
  const { transaction, session, choice } = of;
  const { now } = due;
  const row = { id: uuidAt(now), transaction_id: transaction.id, state: 'sending' as const };
  await insertAttempt(tx, { ...row, ...due });
  await keepChoice(tx, ctx, transaction, choice);
  if (session) await moveSession(tx, session.id, 'capture_begun');
  return { ...row, checks: 0, created_at: now, updated_at: now };
}

// The transaction shows what its provider is told, and the same capture asked for again tells it the same.
async function keepChoice(tx: Tx, ctx: Ctx, transaction: TransactionRow, choice: BuyersChoice) {
  const { funding_source, wallet_client_metadata_id } = choice;
  if (!funding_source && !wallet_client_metadata_id) return;
  const { approval } = ctx.rails.kind(transaction.provider).traits;
  await recordChoice(tx, transaction.id, {
    ...(funding_source && { payment_method: methodChosen(funding_source, approval) }),
    ...(wallet_client_metadata_id && { provider_client_metadata_id: wallet_client_metadata_id }),
    now: ctx.clock.now(),
  });
}

import type { Ctx } from '../../context.ts';
import { breaches, type Tx } from '../../db/tx.ts';
import { minorOf, whyUnfit } from '../../amounts.ts';
import { uuidAt, uuidFrom } from '../../lib/ids.ts';
import { minor, type Minor, toDecimal } from '../../lib/money.ts';
import { KeyOfOtherBody } from '../../refusals.ts';
import { refused, type Refused, type Unfit } from '../../refused.ts';
import { recordAudit } from '../audit/index.ts';
import { fingerprintOf } from '../answers/index.ts';
import { type Begun, carryOut, heldUntil, waitForOther } from '../doubt/index.ts';
import { findByCapture, lockTransaction, reserveForRefunds, type TransactionRow } from '../payments/index.ts';
import {
  beingSentOf,
  feePartOfNew,
  insertRefund,
  isAnyUnderWay,
  moveRefund,
  readRefund,
  readRefunds,
  refundOfKey,
  type RefundRow,
  unreturned,
} from '../returns/index.ts';
import { refundCall, type RefundIntent } from './record-refund.ts';
import { refusedFor, type RefundResult } from './refund-result.ts';

/** How often a refund waits for another of its capture. */
const TURNS_MAX = 5;
/** So many refusals under one key are looked through at first, and at each further look. */
const NAMES_AT_FIRST = 8;
const NAMES_AT_ONCE = 512;
const IS_IN_USE = ['refund_key_is_used_once', 'refunds_pkey'];
const ACCEPTED_BEFORE: RefundResult = { kind: 'accepted', is_repeated: true };

interface RefundRequest {
  merchant_id: string;
  /** For the audit trail. */
  actor: string;
  capture_id: string;
  /** A decimal, for the capture alone tells in which currency; null for all that remains. */
  amount: string | null;
  idempotency_key: string | null;
}

/** Returns part or all of a capture to the buyer; amount null means everything that remains. A key used before returns no money
 *  twice, ever. Refused: rail_not_configured, capture_not_found, capture_not_refundable, refund_exceeds_remaining,
 *  refund_under_way, refund_refused, refund_failed, provider_unavailable, outcome_unknown. Throws KeyOfOtherBody, and UnfitAmount
 *  for digits that are none of the currency. Spec: Payments; payment.refunded. */
export async function refundCapture(ctx: Ctx, request: RefundRequest): Promise<RefundResult | Unfit> {
  const within = { merchant_id: request.merchant_id };
  const transaction = await findByCapture(ctx.db, { provider_capture_id: request.capture_id, within });
  if (!transaction) return refused('capture_not_found');
  const rail = ctx.rails.get(transaction.provider);
  if (!rail) return refused('rail_not_configured');
  const { currency } = transaction;
  const amount = request.amount === null ? null : minorOf(request.amount, currency);
  const unfit = amount === null ? null : whyUnfit(rail, { amount, currency });
  if (unfit) return unfit;
  // What cannot be returned now is refused without standing in line for the capture; a key may be of a call that was made.
  const refusal = request.idempotency_key === null ? refusalOf(transaction, amount) : null;
  if (refusal) return refusal;
  const isAlone = !rail.traits.names_refunds;
  const undertaking = {
    ...refundCall(ctx, rail),
    begin: (tx: Tx) => begin(tx, ctx, transaction, { ...request, amount, isAlone }),
    answerOfOther: (id: string) => resultOfOther(ctx, id),
  };
  const attempt = () => carryOut(ctx, undertaking).catch(otherUseOf(request.idempotency_key));
  return isAlone ? inTurn(ctx, transaction.id, attempt) : attempt();
}

// The same key reached another capture at the same moment and is in use there.
function otherUseOf(key: string | null): (error: unknown) => never {
  return (error) => {
    if (key === null || !IS_IN_USE.some((name) => breaches(error, name))) throw error;
    throw new KeyOfOtherBody(key);
  };
}

const NO_OTHER = { updated_at: new Date(0) };

// Two refunds whose outcome is unknown could not be told apart, so the next waits until the one before it is answered.
async function inTurn(
  ctx: Ctx,
  transactionId: string,
  attempt: () => Promise<RefundResult>,
): Promise<RefundResult> {
  for (let turn = 1; ; turn += 1) {
    const result = await attempt();
    const isOtherFirst = result.kind === 'refused' && result.refusal === 'refund_under_way';
    if (!isOtherFirst || turn === TURNS_MAX) return result;
    const ended = await waitForOther(ctx, {
      ...{ id: transactionId, look: async () => (await beingSentOf(ctx.db, transactionId)) ?? NO_OTHER },
      isOpen: (other) => other !== NO_OTHER,
    });
    if (!ended) return result;
  }
}

// Why so much of a capture cannot be returned now; null when it can. A null amount is what remains.
function refusalOf(transaction: TransactionRow, asked: Minor | null): Refused | null {
  if (transaction.status !== 'captured') return refused('capture_not_refundable');
  const remaining = remainingOf(transaction);
  const amount = asked ?? remaining;
  if (amount > 0 && amount <= remaining) return null;
  const { currency } = transaction;
  const remaining_amount = toDecimal(remaining, currency);
  return refused('refund_exceeds_remaining', { remaining_amount, currency });
}

function remainingOf(transaction: TransactionRow): Minor {
  return minor(unreturned(transaction) - transaction.refund_reserved_cents);
}

// The first transaction: the balance is guarded under the capture's lock, the amount reserved and the intent written
// before the provider hears of it.
async function begin(
  tx: Tx,
  ctx: Ctx,
  found: TransactionRow,
  request: Omit<RefundRequest, 'amount'> & { amount: Minor | null; isAlone: boolean },
): Promise<Begun<RefundIntent, RefundResult>> {
  const transaction = await lockTransaction(tx, found.id);
  const fingerprint = fingerprintOf({ capture_id: request.capture_id, amount: request.amount });
  const { merchant_id, idempotency_key: key, actor } = request;
  const named = key === null ? null : await namedBy(tx, { merchant_id, key });
  if (key !== null && named?.earlier) {
    const again = { fingerprint, key, amount: request.amount };
    return repeat(tx, ctx, { earlier: named.earlier, transaction }, again);
  }
  const refusal = refusalOf(transaction, request.amount);
  if (refusal) return { kind: 'done', answer: refusal };
  if (request.isAlone && (await isAnyUnderWay(tx, transaction.id)))
    return { kind: 'done', answer: refused('refund_under_way') };
  const amount = request.amount ?? remainingOf(transaction);
  const id = named?.id ?? null;
  const intent = await reserve(tx, ctx, transaction, { amount, id, key, fingerprint, actor });
  return { kind: 'ask', intent };
}

async function repeat(
  tx: Tx,
  ctx: Ctx,
  { earlier, transaction }: { earlier: RefundRow; transaction: TransactionRow },
  asked: { fingerprint: Buffer; key: string; amount: Minor | null },
): Promise<Begun<RefundIntent, RefundResult>> {
  // One whose row was lost is known by its name at the provider, and of its call no more than the amount.
  const isOfAmount = asked.amount === null || asked.amount === earlier.amount_cents;
  const isSame = earlier.fingerprint?.equals(asked.fingerprint) ?? isOfAmount;
  if (!isSame || earlier.transaction_id !== transaction.id) throw new KeyOfOtherBody(asked.key);
  if (earlier.state === 'requested') return { kind: 'wait', id: earlier.id };
  if (earlier.state === 'failed') {
    const { id: refund_request_id, failure_code } = earlier;
    return { kind: 'done', answer: refused('refund_failed', { refund_request_id, failure_code }) };
  }
  if (earlier.state !== 'unknown') return { kind: 'done', answer: ACCEPTED_BEFORE };
  // Asking again under the same request id is how an unknown outcome is learned. The check is counted, so that a
  // provider that cannot be reached now does not free what the earlier call may have returned.
  const checks = earlier.checks + 1;
  const due = dueAfterSending(ctx);
  await moveRefund(tx, earlier.id, { trigger: 'asked_again', checks, ...due });
  const refund = { ...earlier, checks, updated_at: due.updated_at };
  return { kind: 'ask', intent: { refund, transaction, held_until: due.next_check_at } };
}

async function reserve(
  tx: Tx,
  ctx: Ctx,
  transaction: TransactionRow,
  asked: {
    amount: Minor;
    id: string | null;
    key: string | null;
    fingerprint: Buffer;
    actor: string;
  },
): Promise<RefundIntent> {
  const due = dueAfterSending(ctx);
  const refund = {
    id: asked.id ?? uuidAt(due.updated_at),
    transaction_id: transaction.id,
    merchant_id: transaction.merchant_id,
    origin: 'api' as const,
    amount_cents: asked.amount,
    platform_fee_refund_cents: await feePartOfNew(tx, ctx, transaction, asked.amount),
    fingerprint: asked.key === null ? null : asked.fingerprint,
    provider_refund_id: null,
    state: 'requested' as const,
    created_at: due.updated_at,
  };
  await insertRefund(tx, {
    ...refund,
    idempotency_key: asked.key,
    next_check_at: due.next_check_at,
    completed_at: null,
  });
  const reserved = transaction.refund_reserved_cents + asked.amount;
  await reserveForRefunds(tx, transaction.id, { amount_cents: reserved, now: due.updated_at });
  const detail = { refund_id: refund.id, amount_cents: asked.amount, currency: transaction.currency };
  const entry = { actor: asked.actor, action: 'refund.requested', subject: transaction.id, detail };
  await recordAudit(tx, ctx.clock, entry);
  return {
    refund: { ...refund, updated_at: due.updated_at, checks: 0, failure_code: null, is_found: false },
    transaction,
    held_until: due.next_check_at,
  };
}

// The provider knows a refund by this id, and so do we one whose row was lost. A refusal frees its key, so that the next call gets the
// next id, unless an earlier refund under this key turns out to have been made.
async function namedBy(
  tx: Tx,
  { merchant_id, key }: { merchant_id: string; key: string },
): Promise<{ earlier: RefundRow | null; id: string }> {
  const known = await refundOfKey(tx, { merchant_id, idempotency_key: key });
  if (known) return { earlier: known, id: known.id };
  for (let first = 0, count = NAMES_AT_FIRST; ; first += count, count = NAMES_AT_ONCE) {
    const ids = Array.from({ length: count }, (_, nth) =>
      uuidFrom('refund', merchant_id, key, String(first + nth)),
    );
    const rows = await readRefunds(tx, ids);
    const made = rows.find(({ state }) => state === 'completed');
    if (made) return { earlier: made, id: made.id };
    const taken = new Set(rows.map(({ id }) => id));
    const free = ids.find((id) => !taken.has(id));
    if (free !== undefined) return { earlier: null, id: free };
  }
}

function dueAfterSending(ctx: Ctx): { next_check_at: Date; updated_at: Date } {
  const now = ctx.clock.now();
  return { next_check_at: heldUntil(now), updated_at: now };
}

async function resultOfOther(ctx: Ctx, refundId: string): Promise<RefundResult> {
  const refund = await waitForOther(ctx, {
    ...{ id: refundId, look: () => readRefund(ctx.db, refundId) },
    isOpen: ({ state }) => state === 'requested',
  });
  if (refund?.state === 'completed' || refund?.state === 'pending') return ACCEPTED_BEFORE;
  if (refund?.state !== 'failed') return refused('outcome_unknown');
  return refusedFor(refund);
}

import type { Ctx } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/tx.ts';
import { minor } from '../../lib/money.ts';
import type { NewRefund, ProviderRefund, Rail, RefundOutcome } from '../../rails/rail.ts';
import { Refusal, type RefusalName } from '../../refusals.ts';
import {
  lockTransaction,
  moveTransaction,
  ownerOf,
  type TransactionRow,
  updateTransaction,
} from '../payments/index.ts';
import { raise } from '../webhooks/index.ts';
import { refundedObject } from './events.ts';
import { readRefund, type RefundRow, moveRefund } from './queries.ts';

const FIRST_CHECK_SECONDS = 5;
const PENDING_CHECK_SECONDS = 60;
// Providers remember a request id for 45 days; asked again after that, they would return the money a second
// time.
const ASKED_AGAIN_DAYS = 30;
const DAY_MS = 86_400_000;

/** The failure code of a refund that never reached its provider. */
export const UNREACHABLE = 'unreachable';

/** Asks the provider for a refund whose intent is committed, and records what it answers. The request id
 *  derives from the intent, so that asking again can never return the money twice. */
export async function issueRefund(ctx: Ctx, refund: RefundRow): Promise<void> {
  const transaction = await readTransactionOf(ctx, refund);
  const rail = ctx.rails.get(transaction.provider as 'ppcp');
  if (!rail) throw new Refusal('rail_not_configured');
  await recordRefundOutcome(ctx, refund, await ask(ctx, rail, transaction, refund));
}

async function ask(
  ctx: Ctx,
  rail: Rail,
  transaction: TransactionRow,
  refund: RefundRow,
): Promise<RefundOutcome> {
  if (ctx.clock.now().getTime() - refund.created_at.getTime() >= ASKED_AGAIN_DAYS * DAY_MS) {
    return { kind: 'unknown', problem: 'too old to be asked for again' };
  }
  const wire = wireRefund(transaction, refund);
  const outcome = await rail.refunds.issue(wire);
  if (outcome.kind !== 'refused' || refund.checks === 0) return outcome;
  // A no to a repeated question does not say that the first, unclear call returned nothing; the capture does.
  const read = await rail.orders.readCapture(wire);
  if (read.kind === 'found' && read.capture.status === 'completed') return outcome;
  return { kind: 'unknown', problem: `refused when repeated: ${outcome.refusal.issue}` };
}

function wireRefund(transaction: TransactionRow, refund: RefundRow): NewRefund {
  return {
    request_id: refund.id,
    refund_id: refund.id,
    provider_capture_id: transaction.provider_capture_id!,
    seller: { wallet_merchant_id: transaction.wallet_merchant_id ?? '' },
    amount: minor(refund.amount_cents),
    currency: transaction.currency,
    platform_fee: minor(refund.platform_fee_refund_cents ?? 0),
  };
}

/** The second transaction of a refund: its state, the capture's balance and the event, at once. Throws the
 *  refusal that a caller reads. */
export async function recordRefundOutcome(
  ctx: Ctx,
  refund: RefundRow,
  outcome: RefundOutcome,
): Promise<void> {
  const refusal = await inTransaction(ctx.db, (tx) => record(tx, ctx, refund.id, outcome));
  ctx.wake('deliveries');
  if (refusal) throw new Refusal(refusal);
}

async function record(
  tx: Tx,
  ctx: Ctx,
  refundId: string,
  outcome: RefundOutcome,
): Promise<RefusalName | null> {
  const transaction = await lockTransaction(tx, (await readRefund(tx, refundId))!.transaction_id);
  const refund = (await readRefund(tx, refundId))!;
  if (refund.state === 'completed') return null;
  if (refund.state === 'failed') return 'refund_refused';
  const now = ctx.clock.now();
  switch (outcome.kind) {
    case 'completed':
      await complete(tx, ctx, { transaction, refund, provider: outcome.refund });
      return null;
    case 'pending': {
      const next_check_at = after(now, PENDING_CHECK_SECONDS);
      const { provider_refund_id } = outcome.refund;
      await moveRefund(tx, refundId, {
        trigger: 'held_back',
        next_check_at,
        provider_refund_id,
        updated_at: now,
      });
      return null;
    }
    case 'failed':
      await release(tx, ctx, { transaction, refund, failure_code: 'failed' });
      return 'refund_refused';
    case 'refused':
      await release(tx, ctx, { transaction, refund, failure_code: outcome.refusal.issue });
      return 'refund_refused';
    case 'unreachable':
      // Certainly not carried out, unless this was a repeated question about an earlier, unclear call.
      if (refund.state === 'requested' && refund.checks === 0) {
        await release(tx, ctx, { transaction, refund, failure_code: UNREACHABLE });
        return 'provider_unavailable';
      }
      return stayUnknown(tx, refundId, outcome.problem, now);
    case 'unknown':
      return stayUnknown(tx, refundId, outcome.problem, now);
  }
}

async function stayUnknown(tx: Tx, refundId: string, last_problem: string, now: Date): Promise<RefusalName> {
  const next_check_at = after(now, FIRST_CHECK_SECONDS);
  await moveRefund(tx, refundId, { trigger: 'no_answer', next_check_at, updated_at: now, last_problem });
  return 'outcome_unknown';
}

/** The money went back: balance, state and event. */
export async function complete(
  tx: Tx,
  ctx: Ctx,
  done: { transaction: TransactionRow; refund: RefundRow; provider: ProviderRefund },
): Promise<void> {
  const { transaction, refund, provider } = done;
  const now = ctx.clock.now();
  const { provider_refund_id } = provider;
  await moveRefund(tx, refund.id, {
    trigger: 'returned',
    next_check_at: null,
    provider_refund_id,
    completed_at: now,
    updated_at: now,
  });
  const refunded = transaction.refunded_amount_cents + refund.amount_cents;
  const moved = await addRefunded(tx, ctx, transaction, {
    refunded_amount_cents: refunded,
    refund_reserved_cents: transaction.refund_reserved_cents - refund.amount_cents,
    refunded_platform_fee_cents:
      transaction.refunded_platform_fee_cents + (refund.platform_fee_refund_cents ?? 0),
  });
  const object = refundedObject(moved, { ...refund, provider_refund_id });
  await raise(tx, ctx.clock, { type: 'payment.refunded', ...ownerOf(moved), object });
}

/** Writes a capture's new refunded total and the state it leads to. Reaching the captured amount refunds it. */
export async function addRefunded(
  tx: Tx,
  ctx: Ctx,
  transaction: TransactionRow,
  totals: {
    refunded_amount_cents: number;
    refund_reserved_cents?: number;
    refunded_platform_fee_cents?: number;
  },
): Promise<TransactionRow> {
  const full = totals.refunded_amount_cents >= transaction.amount_cents;
  const change = full ? { ...totals, refunded_at: ctx.clock.now() } : totals;
  const moved = await moveTransaction(
    tx,
    ctx,
    transaction,
    full ? 'refunded_in_full' : 'refunded_in_part',
    change,
  );
  if (!moved) throw new Error(`transaction ${transaction.id} cannot be refunded from ${transaction.status}`);
  return moved;
}

/** Nothing went back: the reservation is freed, and so is the key, which a refused call does not use up. */
export async function release(
  tx: Tx,
  ctx: Ctx,
  of: { transaction: TransactionRow; refund: RefundRow; failure_code: string },
): Promise<void> {
  const now = ctx.clock.now();
  const { transaction, refund, failure_code } = of;
  const ended = {
    trigger: 'refused',
    next_check_at: null,
    failure_code,
    idempotency_key: null,
    updated_at: now,
  } as const;
  await moveRefund(tx, refund.id, ended);
  const reserved = transaction.refund_reserved_cents - refund.amount_cents;
  await updateTransaction(tx, transaction.id, { refund_reserved_cents: reserved, updated_at: now });
}

async function readTransactionOf(ctx: Ctx, refund: RefundRow): Promise<TransactionRow> {
  return inTransaction(ctx.db, (tx) => lockTransaction(tx, refund.transaction_id));
}

function after(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}

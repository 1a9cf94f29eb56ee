import type { Ctx } from '../../context.ts';
import { recordAwaited } from '../../db/record-lastingly.ts';
import type { Tx } from '../../db/tx.ts';
import type { ProviderRefund, Rail, RefundOutcome } from '../../rails/rail.ts';
import type { RefusalName } from '../../refusals.ts';
import { refused } from '../../refused.ts';
import { firstCheckAt, firstReadAt, type Intent, isAsIntended, UNREACHABLE } from '../doubt/index.ts';
import { lockTransaction, reserveForRefunds, type TransactionRow } from '../payments/index.ts';
import {
  feePartOf,
  moveRefund,
  readRefund,
  recordReturn,
  refundOfProvider,
  type RefundRow,
  reservedOf,
  unreturned,
} from '../returns/index.ts';
import { askProvider, NOT_MADE } from './ask-provider.ts';
import { ACCEPTED, refusedFor, type RefundResult } from './refund-result.ts';

/** The failure code of a refund of which nothing is counted, since the whole capture had gone back by other ways. */
const RETURNED_OTHERWISE = 'returned_otherwise';

/** A refund that is committed and may be asked for, and the capture it is of. */
export interface RefundIntent extends Intent {
  refund: RefundRow;
  transaction: TransactionRow;
}

/** How a refund whose intent is committed is asked for, and recorded. The request id derives from the intent, so that
 *  asking again can never return the money twice. */
export function refundCall(ctx: Ctx, rail: Rail) {
  return {
    ask: ({ refund, transaction }: RefundIntent) => askProvider(ctx, rail, transaction, refund),
    record: ({ refund }: RefundIntent, outcome: RefundOutcome) => recordRefundOutcome(ctx, refund, outcome),
  };
}

/** The second transaction of a refund: its state, the capture's balance and the event, at once. Answers what a caller reads
 *  of it. */
export async function recordRefundOutcome(
  ctx: Ctx,
  refund: RefundRow,
  outcome: RefundOutcome,
): Promise<RefundResult> {
  return recordAwaited(ctx.db, [refund.id, refund.transaction_id], async (tx) => {
    const refusal = await record(tx, ctx, refund, outcome);
    if (refusal === null) return ACCEPTED;
    return refusal === 'refund_refused' ? refusedFor(await readRefund(tx, refund.id)) : refused(refusal);
  });
}

/** Ends a refund in doubt as not made, and tells whether it has. It has not when it was asked for again since, or had ended. */
export async function endRefund(
  tx: Tx,
  ctx: Ctx,
  { id, checks }: { id: string; checks: number },
): Promise<boolean> {
  await lockTransaction(tx, (await readRefund(tx, id))!.transaction_id);
  const refund = (await readRefund(tx, id))!;
  // Shown meanwhile as held back: what the provider knows is not ended by a word.
  if (refund.state === 'pending' || refund.state === 'failed') return false;
  await record(tx, ctx, { ...refund, checks }, NOT_MADE);
  return (await readRefund(tx, id))!.state === 'failed';
}

async function record(
  tx: Tx,
  ctx: Ctx,
  asked: Pick<RefundRow, 'id' | 'transaction_id' | 'checks' | 'updated_at'>,
  outcome: RefundOutcome,
): Promise<RefusalName | null> {
  // The lock is waited for before the refund is looked for: a commit in doubt holds it until it is one or is none.
  const transaction = await lockTransaction(tx, asked.transaction_id);
  const refund = await readRefund(tx, asked.id);
  // An intent in doubt that was not committed after all.
  if (!refund) return 'outcome_unknown';
  if (refund.state === 'completed') return null;
  if (refund.state === 'failed' && !(await isMadeAfterAll(tx, ctx, { transaction, refund }, outcome)))
    return refund.failure_code === UNREACHABLE ? 'provider_unavailable' : 'refund_refused';
  // It was asked for again since: that this call returned nothing does not say so of that one, which tells by itself.
  if (refund.checks > asked.checks && !isOfTheRefund(outcome)) return 'outcome_unknown';
  const now = ctx.clock.now();
  switch (outcome.kind) {
    case 'completed':
      return complete(tx, ctx, { transaction, refund, provider: outcome.refund });
    case 'pending':
      await holdBack(tx, ctx, { transaction, refund, provider: outcome.refund });
      return null;
    case 'failed':
      await release(tx, ctx, { transaction, refund, failure_code: 'failed' });
      return 'refund_refused';
    case 'refused':
      await release(tx, ctx, { transaction, refund, failure_code: outcome.refusal.issue });
      return 'refund_refused';
    case 'unreachable':
      if (!isAsIntended(refund, asked)) return 'outcome_unknown';
      // Certainly not carried out, unless this was a repeated question about an earlier, unclear call.
      if (refund.state === 'requested' && refund.checks === 0) {
        await release(tx, ctx, { transaction, refund, failure_code: UNREACHABLE });
        return 'provider_unavailable';
      }
      return stayUnknown(tx, refund, outcome.problem, now);
    case 'unknown':
      return stayUnknown(tx, refund, outcome.problem, now);
  }
}

// One that was taken for not made, and of which something is left that nobody else is known to have returned.
async function isMadeAfterAll(
  tx: Tx,
  ctx: Ctx,
  { transaction, refund }: { transaction: TransactionRow; refund: RefundRow },
  outcome: RefundOutcome,
): Promise<boolean> {
  if (outcome.kind !== 'completed') return false;
  const { provider_refund_id } = outcome.refund;
  const known = await refundOfProvider(tx, { transaction_id: transaction.id, provider_refund_id });
  if (known !== undefined && known.id !== refund.id) return false;
  if (unreturned(transaction) > 0) return true;
  logOtherMoney(ctx, { transaction, refund, provider: outcome.refund }, 0);
  return false;
}

// What the provider holds back is reserved, whatever it was asked for.
async function holdBack(tx: Tx, ctx: Ctx, shown: Shown): Promise<void> {
  const { transaction, refund, provider } = shown;
  const now = ctx.clock.now();
  // Where nothing is left of the capture, its end says what is counted.
  const amount_cents = Math.min(returnedBy(shown), unreturned(transaction)) || refund.amount_cents;
  await moveRefund(tx, refund.id, {
    trigger: 'held_back',
    next_check_at: firstReadAt(now),
    amount_cents,
    platform_fee_refund_cents: await feePartOf(tx, ctx, shown, amount_cents),
    provider_refund_id: provider.provider_refund_id,
    updated_at: now,
  });
  if (amount_cents === refund.amount_cents) return;
  await reserveForRefunds(tx, transaction.id, { amount_cents: await reservedOf(tx, transaction), now });
}

function isOfTheRefund({ kind }: RefundOutcome): boolean {
  return kind === 'completed' || kind === 'pending' || kind === 'failed';
}

async function stayUnknown(tx: Tx, refund: RefundRow, last_problem: string, now: Date): Promise<RefusalName> {
  // What a notice or another call told meanwhile is more than having heard nothing; the provider is asked again anyhow.
  if (refund.state === 'pending') return 'outcome_unknown';
  const next_check_at = firstCheckAt(now);
  await moveRefund(tx, refund.id, { trigger: 'no_answer', next_check_at, updated_at: now, last_problem });
  return 'outcome_unknown';
}

// The money went back: what the provider says it returned, whatever it was asked for. No more of it is counted than the capture
// has left: while nobody knew of ours, a reversal may have taken what it was of, and a refund that can never be recorded would
// be asked for without end.
async function complete(tx: Tx, ctx: Ctx, shown: Shown): Promise<RefusalName | null> {
  const { transaction, provider } = shown;
  const amount_cents = Math.min(returnedBy(shown), unreturned(transaction));
  logOtherMoney(ctx, shown, amount_cents);
  if (amount_cents === 0) {
    await release(tx, ctx, { transaction, refund: shown.refund, failure_code: RETURNED_OTHERWISE });
    return 'refund_refused';
  }
  const { provider_refund_id } = provider;
  const platform_fee_refund_cents = await feePartOf(tx, ctx, shown, amount_cents);
  const refund = { ...shown.refund, amount_cents, platform_fee_refund_cents, provider_refund_id };
  const now = ctx.clock.now();
  await recordReturn(tx, ctx, transaction, {
    refund,
    returned_at: provider.refunded_at,
    asked_at: refund.created_at,
    now,
    write: (completion) =>
      moveRefund(tx, refund.id, {
        ...{
          trigger: 'returned',
          failure_code: null,
          amount_cents,
          platform_fee_refund_cents,
          provider_refund_id,
        },
        updated_at: now,
        ...completion,
      }),
  });
  return null;
}

interface Shown {
  transaction: TransactionRow;
  refund: RefundRow;
  provider: ProviderRefund;
}

// In a currency that is not the capture's it says nothing of it.
function returnedBy({ transaction, refund, provider }: Shown): number {
  return provider.currency === transaction.currency ? provider.amount : refund.amount_cents;
}

function logOtherMoney(ctx: Ctx, shown: Shown, counted_cents: number): void {
  const { transaction, refund, provider } = shown;
  const { id: refund_id, transaction_id, merchant_id, amount_cents } = refund;
  const line = {
    ...{ refund_id, transaction_id, merchant_id, amount_cents },
    returned: { amount_cents: provider.amount, currency: provider.currency },
    left_cents: unreturned(transaction),
  };
  if (provider.amount !== amount_cents || provider.currency !== transaction.currency)
    ctx.log.error(
      { event: 'refund.other_money', ...line },
      'the provider returned another amount or currency than it was asked for',
    );
  if (counted_cents < returnedBy(shown))
    ctx.log.error({ event: 'refund.exceeds_capture', ...line }, 'more was returned than was captured');
}

// Nothing went back: the reservation is freed, and so is the key, which a refused call does not use up. A refund that was
// accepted keeps it: its caller has read success, and must not start a second one by repeating the call.
async function release(
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
    ...(refund.state === 'pending' ? {} : { idempotency_key: null }),
    updated_at: now,
  } as const;
  await moveRefund(tx, refund.id, ended);
  await reserveForRefunds(tx, transaction.id, { amount_cents: await reservedOf(tx, transaction), now });
}

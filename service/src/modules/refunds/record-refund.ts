import type { Ctx } from '../../context.ts';
import { recordLastingly } from '../../db/record-lastingly.ts';
import type { Tx } from '../../db/tx.ts';
import type { ProviderRefund, Rail, RefundOutcome } from '../../rails/rail.ts';
import type { RefusalName } from '../../refusals.ts';
import { refused, type Refused } from '../../refused.ts';
import { firstCheckAt, type Intent, UNREACHABLE } from '../doubt/index.ts';
import { lockTransaction, reserveForRefunds, type TransactionRow } from '../payments/index.ts';
import { askProvider } from './ask-provider.ts';
import { reservedOf, unreturned } from './balance.ts';
import { readRefund, type RefundRow, moveRefund } from './queries.ts';
import { recordReturn } from './record-return.ts';

const PENDING_CHECK_SECONDS = 60;

/** The failure code of a refund of which nothing is counted, since the whole capture had gone back by other ways. */
const RETURNED_OTHERWISE = 'returned_otherwise';

/** What came of a refund that was asked for: it was made, or will be unless the provider says otherwise later. */
export type RefundResult = { readonly kind: 'accepted' } | Refused;

export const ACCEPTED: RefundResult = { kind: 'accepted' };

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
  const refusal = await recordLastingly(ctx.db, (tx) => record(tx, ctx, refund, outcome));
  return refusal ? refused(refusal) : ACCEPTED;
}

async function record(
  tx: Tx,
  ctx: Ctx,
  { id: refundId, transaction_id, checks }: Pick<RefundRow, 'id' | 'transaction_id' | 'checks'>,
  outcome: RefundOutcome,
): Promise<RefusalName | null> {
  // The lock is waited for before the refund is looked for: a commit in doubt holds it until it is one or is none.
  const transaction = await lockTransaction(tx, transaction_id);
  const refund = await readRefund(tx, refundId);
  // An intent in doubt that was not committed after all.
  if (!refund) return 'outcome_unknown';
  if (refund.state === 'completed') return null;
  if (refund.state === 'failed')
    return refund.failure_code === UNREACHABLE ? 'provider_unavailable' : 'refund_refused';
  // It was asked for again since: that this call returned nothing does not say so of that one, which tells by itself.
  if (refund.checks > checks && !isOfTheRefund(outcome)) return 'outcome_unknown';
  const now = ctx.clock.now();
  switch (outcome.kind) {
    case 'completed':
      return complete(tx, ctx, { transaction, refund, provider: outcome.refund });
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
      return stayUnknown(tx, refund, outcome.problem, now);
    case 'unknown':
      return stayUnknown(tx, refund, outcome.problem, now);
  }
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
async function complete(
  tx: Tx,
  ctx: Ctx,
  done: { transaction: TransactionRow; refund: RefundRow; provider: ProviderRefund },
): Promise<RefusalName | null> {
  const { transaction, provider } = done;
  const { provider_refund_id } = provider;
  const returned_cents =
    provider.currency === transaction.currency ? provider.amount : done.refund.amount_cents;
  const refund = { ...done.refund, amount_cents: Math.min(returned_cents, unreturned(transaction)) };
  if (provider.amount !== done.refund.amount_cents || provider.currency !== transaction.currency)
    tell(
      ctx,
      done,
      'refund.other_money',
      'the provider returned another amount or currency than it was asked for',
    );
  if (refund.amount_cents < returned_cents)
    tell(ctx, done, 'refund.exceeds_capture', 'more was returned than was captured');
  if (refund.amount_cents === 0) {
    await release(tx, ctx, { transaction, refund, failure_code: RETURNED_OTHERWISE });
    return 'refund_refused';
  }
  const now = ctx.clock.now();
  await recordReturn(tx, ctx, transaction, {
    refund: { ...refund, provider_refund_id },
    told: provider.refunded_at,
    asked_at: refund.created_at,
    now,
    write: (completion) =>
      moveRefund(tx, refund.id, {
        trigger: 'returned',
        amount_cents: refund.amount_cents,
        provider_refund_id,
        updated_at: now,
        ...completion,
      }),
  });
  return null;
}

function tell(
  ctx: Ctx,
  { transaction, refund, provider }: Parameters<typeof complete>[2],
  event: string,
  message: string,
): void {
  const { id: refund_id, transaction_id, merchant_id, amount_cents } = refund;
  const line = {
    ...{ event, refund_id, transaction_id, merchant_id, amount_cents },
    returned: { amount_cents: provider.amount, currency: provider.currency },
    left_cents: unreturned(transaction),
  };
  ctx.log.error(line, message);
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

function after(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}

import type { Ctx } from '../../context.ts';
import { minor } from '../../lib/money.ts';
import {
  type ListRefundsOutcome,
  type NewRefund,
  type ProviderRefund,
  type Rail,
  type ReadRefundOutcome,
  type RefundOutcome,
  refundShown,
} from '../../rails/rail.ts';
import { sellerOf } from '../accounts/index.ts';
import { isQuiet, isRemembered, rememberedUntil } from '../doubt/index.ts';
import type { TransactionRow } from '../payments/index.ts';
import { type RefundRow, unreturned } from '../returns/index.ts';
import { withOursNamed } from './find-unnamed.ts';

/** The failure code of a refund that the provider did not show when all was quiet. */
const NOT_RETURNED = 'not_returned';

/** The outcome of a refund that was not made. */
export const NOT_MADE: RefundOutcome = {
  kind: 'refused',
  refusal: {
    ...{ issue: NOT_RETURNED, description: 'The provider has returned nothing by it.' },
    ...{ debug_id: null, provider_status: null },
  },
};

/** Asks the provider for a refund, again under the same id when it was asked before and the provider still remembers that; after
 *  that it is looked up, and never asked for again. `refused` is then said only when the provider shows that the earlier call
 *  returned nothing, or shows no refund of this payment ever and nothing of it is left. Gap G17. */
export async function askProvider(
  ctx: Ctx,
  rail: Rail,
  transaction: TransactionRow,
  refund: RefundRow,
): Promise<RefundOutcome> {
  if (refund.checks > 0 && isForgotten(ctx, rail, refund)) return lookUp(ctx, rail, transaction, refund);
  const wire = await wireRefund(ctx, transaction, refund);
  const outcome = await rail.refunds.issue(wire);
  if (outcome.kind !== 'refused' || refund.checks === 0) return outcome;
  // A no to a repeated question does not say that the first, unclear call returned nothing.
  const listed = await listRefunds(ctx, rail, transaction);
  if (listed.kind !== 'found') {
    const unknown = { kind: 'unknown', problem: `refused when repeated: ${outcome.refusal.issue}` } as const;
    return isOver(ctx, { listed, transaction, refund }) ? outcome : unknown;
  }
  const own = listed.refunds.find(({ refund_id }) => refund_id === refund.id);
  return own ? outcomeOf(own) : outcome;
}

// Whatever became of ours, nothing of it would be counted; and there is nothing that could tell.
function isOver(
  ctx: Ctx,
  of: { listed: ListRefundsOutcome; transaction: TransactionRow; refund: RefundRow },
): boolean {
  const { listed, transaction, refund } = of;
  if (listed.kind !== 'unlisted' || unreturned(transaction) > 0) return false;
  const { id: refund_id, transaction_id, merchant_id, amount_cents } = refund;
  ctx.log.error(
    { event: 'refund.never_shown', refund_id, transaction_id, merchant_id, amount_cents },
    'a refund in doubt ends as not made: all of its payment went back otherwise, and the provider never shows which',
  );
  return true;
}

// The provider would not know that it is the same.
function isForgotten(ctx: Ctx, { traits }: Rail, { created_at }: RefundRow): boolean {
  return !isRemembered(traits, { since: created_at, for: 'refund' }, ctx.clock.now());
}

async function lookUp(
  ctx: Ctx,
  rail: Rail,
  transaction: TransactionRow,
  refund: RefundRow,
): Promise<RefundOutcome> {
  const askedAt = ctx.clock.now();
  const listed = await listRefunds(ctx, rail, transaction);
  const own =
    listed.kind === 'found' ? listed.refunds.find(({ refund_id }) => refund_id === refund.id) : undefined;
  if (own) return outcomeOf(own);
  if (listed.kind !== 'found' && !isOver(ctx, { listed, transaction, refund }))
    return { kind: 'unknown', problem: listed.problem };
  // The last call was made while the provider remembered the first.
  const lastAt = rememberedUntil(rail.traits, { since: refund.created_at, for: 'refund' });
  if (!isQuiet(lastAt, rail.traits, askedAt))
    return { kind: 'unknown', problem: 'the provider does not show it yet' };
  return NOT_MADE;
}

/** A refund as the provider knows it, by the provider's id. Where it may not be read by itself, as after the seller
 *  withdrew the consent, its order tells. */
export async function readProviderRefund(
  ctx: Ctx,
  rail: Rail,
  transaction: TransactionRow,
  provider_refund_id: string,
): Promise<ReadRefundOutcome> {
  const { seller, currency } = await capturedBy(ctx, transaction);
  const read = await rail.refunds.read({ provider_refund_id, seller, currency });
  if (read.kind === 'found') {
    const [refund] = await withOursNamed(ctx, rail, transaction, [read.refund]);
    return { kind: 'found', refund: refund! };
  }
  if (read.kind !== 'unknown') return read;
  const listed = await listRefunds(ctx, rail, transaction);
  if (listed.kind !== 'found') return read;
  const refund = listed.refunds.find((one) => one.provider_refund_id === provider_refund_id);
  return refund ? { kind: 'found', refund } : read;
}

/** Every refund of a capture, as its order shows them at the provider. */
export async function listRefunds(
  ctx: Ctx,
  rail: Rail,
  transaction: TransactionRow,
): Promise<ListRefundsOutcome> {
  const { provider_order_id } = transaction;
  if (provider_order_id === null) return { kind: 'unknown', problem: 'no order to read' };
  const listed = await rail.refunds.list({ provider_order_id, ...(await capturedBy(ctx, transaction)) });
  if (listed.kind !== 'found') return listed;
  return { kind: 'found', refunds: await withOursNamed(ctx, rail, transaction, listed.refunds) };
}

function outcomeOf(refund: ProviderRefund): RefundOutcome {
  return refundShown(refund) ?? { kind: 'unknown', problem: 'a refund in a state that is not known' };
}

async function wireRefund(ctx: Ctx, transaction: TransactionRow, refund: RefundRow): Promise<NewRefund> {
  return {
    ...(await capturedBy(ctx, transaction)),
    provider_order_id: transaction.provider_order_id!,
    captured: minor(transaction.amount_cents),
    returned_before: minor(transaction.refunded_amount_cents),
    request_id: refund.id,
    refund_id: refund.id,
    amount: minor(refund.amount_cents),
    platform_fee: minor(refund.platform_fee_refund_cents ?? 0),
  };
}

async function capturedBy(ctx: Ctx, transaction: TransactionRow) {
  return {
    provider_capture_id: transaction.provider_capture_id!,
    seller: await sellerOf(ctx, transaction),
    currency: transaction.currency,
  };
}

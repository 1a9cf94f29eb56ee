import type { Ctx } from '../../context.ts';
import { minor } from '../../lib/money.ts';
import type {
  ListRefundsOutcome,
  NewRefund,
  ProviderRefund,
  Rail,
  ReadRefundOutcome,
  RefundOutcome,
} from '../../rails/rail.ts';
import { sellerOf } from '../accounts/index.ts';
import type { TransactionRow } from '../payments/index.ts';
import type { RefundRow } from './queries.ts';

const HOUR_MS = 3_600_000;

/** Asks the provider for a refund, again under the same id when it was asked before. `refused` is then said only when
 *  the provider's books show that the earlier call returned nothing. Gap G17. */
export async function askProvider(
  ctx: Ctx,
  rail: Rail,
  transaction: TransactionRow,
  refund: RefundRow,
): Promise<RefundOutcome> {
  const ageMs = ctx.clock.now().getTime() - refund.created_at.getTime();
  if (refund.checks > 0 && ageMs >= rail.traits.repeat_hours.refund * HOUR_MS) {
    return { kind: 'unknown', problem: 'too old to be asked for again' };
  }
  const wire = await wireRefund(ctx, transaction, refund);
  const outcome = await rail.refunds.issue(wire);
  if (outcome.kind !== 'refused' || refund.checks === 0) return outcome;
  // A no to a repeated question does not say that the first, unclear call returned nothing.
  const listed = await listRefunds(ctx, rail, transaction);
  if (listed.kind !== 'found')
    return { kind: 'unknown', problem: `refused when repeated: ${outcome.refusal.issue}` };
  const own = listed.refunds.find(({ refund_id }) => refund_id === refund.id);
  return own ? outcomeOf(own) : outcome;
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
  return rail.refunds.list({ provider_order_id, ...(await capturedBy(ctx, transaction)) });
}

function outcomeOf(refund: ProviderRefund): RefundOutcome {
  return refund.status === 'other'
    ? { kind: 'unknown', problem: 'a refund in a state that is not known' }
    : { kind: refund.status, refund };
}

async function wireRefund(ctx: Ctx, transaction: TransactionRow, refund: RefundRow): Promise<NewRefund> {
  return {
    ...(await capturedBy(ctx, transaction)),
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

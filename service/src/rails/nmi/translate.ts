import { type Minor, minor } from '../../lib/money.ts';
import type { ProviderCapture, ProviderOrder, ProviderRefund } from '../rail.ts';
import { fromWireAmount } from './amount.ts';
import type { BookedAction, BookedTransaction } from './read/query-answer.ts';

/** What buyers pay by here. */
export const METHOD = 'card';

export const ON_ITS_WAY: ReadonlySet<string> = new Set(['pending', 'in_progress']);
export const STANDING: ReadonlySet<string> = new Set(['pendingsettlement', 'complete']);
const SALE = 'sale';
const TAKES_BACK = 'refund';

/** The sale of an order, among what the gateway has under its id; null where there is none. One that took money goes before
 *  those that were declined. */
export function saleAmong(booked: readonly BookedTransaction[]): BookedTransaction | null {
  const sales = booked.filter((one) => actionOf(one, SALE) !== undefined);
  return sales.find((one) => one.condition !== 'failed') ?? sales.at(-1) ?? null;
}

/** An order as the gateway has its sale; null when the amount cannot be read. */
export function toOrder(
  sale: BookedTransaction,
  of: { provider_order_id: string; currency: string },
): ProviderOrder | null {
  const capture = toCapture(sale, of);
  if (capture === null) return null;
  return orderOf(of.provider_order_id, { capture, scheme: sale.card_type });
}

/** An order whose sale is this capture. */
export function orderOf(
  provider_order_id: string,
  of: { capture: ProviderCapture; scheme: string | null },
): ProviderOrder {
  const isTaken = of.capture.status !== 'declined' && of.capture.status !== 'other';
  return {
    ...{ provider_order_id, transaction_id: provider_order_id, capture: of.capture },
    status: isTaken ? 'completed' : 'other',
    status_raw: of.capture.status_raw,
    ...{ payment_method_raw: METHOD, payment_method_scheme: of.scheme },
    ...{ processor: null, processor_definition_id: null },
    ...{ buyer_email: null, billing_address: null, shipping_address: null },
  };
}

export function toCapture(
  sale: BookedTransaction,
  of: { provider_order_id: string; currency: string },
): ProviderCapture | null {
  const taking = actionOf(sale, SALE);
  const currency = sale.currency ?? of.currency;
  const amount = fromWireAmount(taking?.amount ?? null, currency);
  if (taking === undefined || amount === null) return null;
  return {
    provider_capture_id: sale.transaction_id,
    provider_order_id: of.provider_order_id,
    status: statusOf(sale, { taking, amount, currency }),
    status_raw: sale.condition,
    status_reason: taking.response_text,
    ...{ amount, currency },
    ...{ provider_fee: null, platform_fee_collected: null, net_amount: null },
    captured_at: taking.date?.toISOString() ?? null,
    processor_response: taking.is_done ? null : taking.response_code,
  };
}

function statusOf(
  sale: BookedTransaction,
  of: { taking: BookedAction; amount: Minor; currency: string },
): ProviderCapture['status'] {
  if (sale.condition === 'failed') return 'declined';
  if (ON_ITS_WAY.has(sale.condition)) return 'pending';
  if (!of.taking.is_done) return 'other';
  // It was voided before it was settled.
  if (sale.condition === 'canceled') return 'refunded';
  if (!STANDING.has(sale.condition)) return 'other';
  const returned = returnedOf(sale, of.currency);
  if (returned === 0) return 'completed';
  return returned >= of.amount ? 'refunded' : 'partially_refunded';
}

/** What was given back of a sale in parts, by its own books. */
function returnedOf(sale: BookedTransaction, currency: string): Minor {
  const parts = sale.actions.filter((action) => action.action_type === TAKES_BACK && action.is_done);
  return minor(parts.reduce((sum, { amount }) => sum + (fromWireAmount(amount, currency) ?? 0), 0));
}

/** A refund as the gateway has it: a transaction of its own, or the sale itself, which was voided. Null for what is none, or
 *  cannot be read. */
export function toRefund(booked: BookedTransaction, asked: { currency: string }): ProviderRefund | null {
  const refunding = actionOf(booked, TAKES_BACK);
  const isOwn = booked.original_id !== null && refunding !== undefined;
  if (isOwn) return refundOf(booked, { action: refunding, capture_id: booked.original_id, ...asked });
  const voiding = booked.actions.find((action) => action.action_type === 'void' && action.is_done);
  if (booked.condition !== 'canceled' || voiding === undefined) return null;
  // A void says what it took back, or the sale says what there was to be taken back.
  const action = { ...voiding, amount: actionOf(booked, SALE)?.amount ?? voiding.amount };
  return refundOf(booked, { action, capture_id: booked.transaction_id, ...asked });
}

function refundOf(
  booked: BookedTransaction,
  of: { action: BookedAction; capture_id: string | null; currency: string },
): ProviderRefund | null {
  const currency = booked.currency ?? of.currency;
  const amount = fromWireAmount(of.action.amount, currency);
  if (amount === null) return null;
  return {
    provider_refund_id: booked.transaction_id,
    provider_capture_id: of.capture_id,
    status: refundStatusOf(booked, of.action),
    ...{ amount, currency },
    total_refunded: null,
    ...(of.action.date && { refunded_at: of.action.date.toISOString() }),
  };
}

/** What a refund came to, or the void of a sale. */
export function refundStatusOf(booked: BookedTransaction, action: BookedAction): ProviderRefund['status'] {
  if (booked.condition === 'failed') return 'failed';
  if (ON_ITS_WAY.has(booked.condition)) return 'pending';
  if (!action.is_done) return 'other';
  // A refund that was itself voided gives nothing back; the void of a sale does.
  if (booked.condition === 'canceled') return booked.original_id === null ? 'completed' : 'failed';
  return STANDING.has(booked.condition) ? 'completed' : 'other';
}

export function actionOf({ actions }: BookedTransaction, type: string): BookedAction | undefined {
  return actions.find(({ action_type }) => action_type === type);
}

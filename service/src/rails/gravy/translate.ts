import { minor, type Minor } from '../../lib/money.ts';
import { type JsonObject, objectAt, objectsAt, textAt } from '../http/json.ts';
import { momentAt } from '../http/moments.ts';
import type { ProviderCapture, ProviderOrder, ProviderRefund } from '../rail.ts';

const CURRENCY = /^[A-Z]{3}$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const ORDER_STATUS: Readonly<Record<string, ProviderOrder['status']>> = {
  buyer_approval_pending: 'payer_action_required',
  authorization_succeeded: 'approved',
  authorization_declined: 'voided',
  authorization_failed: 'voided',
  authorization_voided: 'voided',
  capture_succeeded: 'completed',
  capture_pending: 'completed',
};

const CAPTURE_STATUS: Readonly<Record<string, 'completed' | 'pending' | 'declined'>> = {
  succeeded: 'completed',
  pending: 'pending',
  declined: 'declined',
  failed: 'declined',
};

const REFUND_STATUS: Readonly<Record<string, ProviderRefund['status']>> = {
  processing: 'pending',
  succeeded: 'completed',
  failed: 'failed',
  declined: 'failed',
  voided: 'failed',
};

/** A transaction of the provider, as far as it is read here. */
export interface GravyTransaction {
  id: string;
  status: string;
  merchant_account_id: string;
  amount: Minor;
  currency: string;
  captured: Minor;
  refunded: Minor;
  /** The payment of ours that the token was made for by which it was begun. */
  transaction_id: string | null;
  body: JsonObject;
}

/** The name under which a token pins the payment that it is for. */
export const PINNED = 'transaction_id';

/** A transaction as the provider shows it, or null when something of it cannot be read. */
export function toTransaction(body: JsonObject | null): GravyTransaction | null {
  const id = idAt(body, 'id');
  const status = textAt(body, 'status');
  const merchant_account_id = textAt(body, 'merchant_account_id');
  const currency = currencyAt(body, 'currency');
  const [amount, captured, refunded] = ['amount', 'captured_amount', 'refunded_amount'].map((name) =>
    minorAt(body, name),
  );
  if (!body || !id || !status || !merchant_account_id || !currency) return null;
  if (amount == null || captured == null || refunded == null) return null;
  const transaction_id = textAt(objectAt(body, 'metadata'), PINNED);
  return { id, status, merchant_account_id, amount, currency, captured, refunded, transaction_id, body };
}

/** Whether the money of a transaction was taken, or is being held back. */
export function isCaptured({ status }: GravyTransaction): boolean {
  return ORDER_STATUS[status] === 'completed';
}

/** Whether a transaction came to nothing, or to nothing any more. */
export function isOver({ status }: GravyTransaction): boolean {
  return ORDER_STATUS[status] === 'voided';
}

/** An order in our words: a transaction, and what of it was captured. */
export function toOrder(of: GravyTransaction, capture: ProviderCapture | null): ProviderOrder {
  const { body, status } = of;
  const method = objectAt(body, 'payment_method');
  const service = objectAt(body, 'payment_service');
  return {
    provider_order_id: of.id,
    status: ORDER_STATUS[status] ?? 'other',
    status_raw: status,
    transaction_id: of.transaction_id,
    capture,
    payment_method_raw: textAt(body, 'method') ?? textAt(method, 'method'),
    payment_method_scheme: textAt(method, 'scheme'),
    processor: textAt(service, 'display_name'),
    processor_definition_id: textAt(service, 'payment_service_definition_id'),
    buyer_email: textAt(objectAt(objectAt(body, 'buyer'), 'billing_details'), 'email_address'),
    billing_address: null,
    shipping_address: null,
  };
}

/** The capture of a transaction that moved money or is to, of those that it has; null when there is none that can be read. One that was
 *  declined is none: the transaction may be captured again. */
export function captureAmong(of: GravyTransaction, items: readonly JsonObject[]): ProviderCapture | null {
  const captures = items
    .map((item) => toCapture(of, item))
    .filter((capture) => capture !== null)
    .filter(({ status }) => status === 'completed' || status === 'pending');
  const taken = captures.find(({ status }) => status === 'completed') ?? captures[0];
  return taken ? { ...taken, status: statusOf(of, taken.status) } : null;
}

function statusOf(
  { captured, refunded }: GravyTransaction,
  status: ProviderCapture['status'],
): ProviderCapture['status'] {
  if (status !== 'completed' || refunded === 0) return status;
  return refunded < captured ? 'partially_refunded' : 'refunded';
}

/** What became of a capture by itself, whatever was given back of it since. */
export function captureStatusOf(status_raw: string | null): 'completed' | 'pending' | 'declined' | 'other' {
  return CAPTURE_STATUS[status_raw ?? ''] ?? 'other';
}

function toCapture(of: GravyTransaction, item: JsonObject): ProviderCapture | null {
  const provider_capture_id = idAt(item, 'id');
  const status_raw = textAt(item, 'status');
  const amount = minorAt(item, 'amount');
  const currency = currencyAt(item, 'currency');
  if (!provider_capture_id || !status_raw || !amount || !currency) return null;
  return {
    provider_capture_id,
    provider_order_id: of.id,
    status: captureStatusOf(status_raw),
    status_raw,
    status_reason: textAt(item, 'error_code'),
    amount,
    currency,
    // It is told when the capture is settled.
    provider_fee: null,
    platform_fee_collected: null,
    net_amount: null,
    captured_at: momentAt(item, 'captured_at') ?? momentAt(of.body, 'captured_at'),
    processor_response: textAt(item, 'raw_response_code'),
  };
}

/** A refund as the provider shows it, or null when it cannot be read. It is of a transaction, and names no capture. */
export function toRefund(body: JsonObject): (ProviderRefund & { provider_order_id: string }) | null {
  const provider_refund_id = idAt(body, 'id');
  const provider_order_id = idAt(body, 'transaction_id');
  const status = textAt(body, 'status');
  const amount = minorAt(body, 'amount');
  const currency = currencyAt(body, 'currency');
  if (!provider_refund_id || !provider_order_id || !status || !amount || !currency) return null;
  const refunded_at = momentAt(body, 'updated_at') ?? momentAt(body, 'created_at');
  const refund_id = textAt(body, 'external_identifier');
  return {
    provider_refund_id,
    provider_order_id,
    provider_capture_id: null,
    status: REFUND_STATUS[status] ?? 'other',
    amount,
    currency,
    total_refunded: null,
    ...(refunded_at === null ? {} : { refunded_at }),
    ...(refund_id === null ? {} : { refund_id }),
  };
}

/** The elements of a list that the provider shows whole; null when it is none, or goes on elsewhere. */
export function itemsOf(body: JsonObject): JsonObject[] | null {
  const items = body['items'];
  if (!Array.isArray(items) || textAt(body, 'next_cursor') !== null) return null;
  const objects = objectsAt(body, 'items');
  return objects.length === items.length ? objects : null;
}

/** An id of the provider's. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

export function idAt(from: JsonObject | null, key: string): string | null {
  const text = textAt(from, key);
  return text !== null && isId(text) ? text : null;
}

/** An amount of the provider's, which writes minor units. */
export function minorAt(from: JsonObject | null, key: string): Minor | null {
  const value = from?.[key];
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? minor(value) : null;
}

export function currencyAt(from: JsonObject | null, key: string): string | null {
  const text = textAt(from, key);
  return text !== null && CURRENCY.test(text) ? text : null;
}

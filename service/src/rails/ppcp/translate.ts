import type { Minor } from '../../lib/money.ts';
import { minor } from '../../lib/money.ts';
import type { ProviderCapture, ProviderOrder, ProviderRefund } from '../rail.ts';
import { idInLink, linkTo, objectAt, objectsAt, textAt, textMembers } from './json.ts';
import type { JsonObject } from './json.ts';
import { fromWireMoney, minorIn } from './wire-money.ts';

const ORDER_STATUS: Readonly<Record<string, ProviderOrder['status']>> = {
  CREATED: 'created',
  PAYER_ACTION_REQUIRED: 'payer_action_required',
  APPROVED: 'approved',
  COMPLETED: 'completed',
  VOIDED: 'voided',
};

const CAPTURE_STATUS: Readonly<Record<string, ProviderCapture['status']>> = {
  COMPLETED: 'completed',
  PENDING: 'pending',
  DECLINED: 'declined',
  FAILED: 'declined',
  REFUNDED: 'refunded',
  PARTIALLY_REFUNDED: 'partially_refunded',
};

const REFUND_STATUS: Readonly<Record<string, ProviderRefund['status']>> = {
  COMPLETED: 'completed',
  PENDING: 'pending',
  FAILED: 'failed',
  CANCELLED: 'failed',
};

/** An order as the provider shows it, or null when it has no id or status. */
export function toOrder(body: JsonObject): ProviderOrder | null {
  const provider_order_id = textAt(body, 'id');
  const status = textAt(body, 'status');
  if (!provider_order_id || !status) return null;
  const [unit = null] = objectsAt(body, 'purchase_units');
  const source = paymentSourceOf(body);
  const payer = objectAt(body, 'payer');
  return {
    provider_order_id,
    status: ORDER_STATUS[status] ?? 'other',
    status_raw: status,
    capture: captureOf(unit, provider_order_id),
    payment_method_raw: source.method,
    payment_method_scheme: schemeOf(source.details),
    buyer_email: textAt(payer, 'email_address') ?? textAt(source.details, 'email_address'),
    billing_address: billingAddressOf(source.details, payer),
    shipping_address: shippingAddressOf(unit),
  };
}

/** A capture as the provider shows it, or null when it has no id, status or readable amount. */
export function toCapture(body: JsonObject, orderId: string | null): ProviderCapture | null {
  const provider_capture_id = textAt(body, 'id');
  const status = textAt(body, 'status');
  const amount = fromWireMoney(body['amount']);
  if (!provider_capture_id || !status || !amount) return null;
  const { currency } = amount;
  const breakdown = objectAt(body, 'seller_receivable_breakdown');
  return {
    provider_capture_id,
    provider_order_id: orderId ?? orderIdOf(body),
    status: CAPTURE_STATUS[status] ?? 'other',
    status_raw: status,
    status_reason: textAt(objectAt(body, 'status_details'), 'reason'),
    amount: amount.minor,
    currency,
    provider_fee: minorIn(currency, breakdown?.['paypal_fee']),
    platform_fee_collected: platformFeesOf(breakdown, currency),
    net_amount: minorIn(currency, breakdown?.['net_amount']),
    captured_at: momentAt(body, 'create_time'),
    processor_response: textAt(objectAt(body, 'processor_response'), 'response_code'),
  };
}

/** A refund as the provider shows it. A minimal answer names no amount: then it is the one that was asked
 *  for. */
export function toRefund(
  body: JsonObject,
  asked?: { amount: Minor; currency: string },
): ProviderRefund | null {
  const provider_refund_id = textAt(body, 'id');
  const status = textAt(body, 'status');
  const shown = fromWireMoney(body['amount']);
  const amount = shown?.minor ?? asked?.amount;
  const currency = shown?.currency ?? asked?.currency;
  if (!provider_refund_id || !status || amount === undefined || currency === undefined) return null;
  const refund_id = textAt(body, 'custom_id');
  return {
    provider_refund_id,
    provider_capture_id: captureIdOf(body),
    status: REFUND_STATUS[status] ?? 'other',
    amount,
    currency,
    total_refunded: minorIn(currency, objectAt(body, 'seller_payable_breakdown')?.['total_refunded_amount']),
    ...(refund_id === null ? {} : { refund_id }),
  };
}

/** The order of a capture: named among its related ids, or where its link `up` leads. */
export function orderIdOf(capture: JsonObject): string | null {
  const related = objectAt(objectAt(capture, 'supplementary_data'), 'related_ids');
  return textAt(related, 'order_id') ?? idInLink(linkTo(capture, 'up'), 'orders');
}

/** The capture of a refund or reversal: only its link `up` tells. */
export function captureIdOf(refund: JsonObject): string | null {
  return idInLink(linkTo(refund, 'up'), 'captures');
}

// An order we create has one unit. Should it hold several captures, the one that moved money is the one
// that counts.
function captureOf(unit: JsonObject | null, orderId: string): ProviderCapture | null {
  const captures = objectsAt(objectAt(unit, 'payments'), 'captures')
    .map((capture) => toCapture(capture, orderId))
    .filter((capture) => capture !== null);
  return captures.find((capture) => capture.status !== 'declined') ?? captures[0] ?? null;
}

function paymentSourceOf(body: JsonObject): { method: string | null; details: JsonObject | null } {
  const sources = objectAt(body, 'payment_source');
  const [method = null] = Object.keys(sources ?? {});
  return { method, details: method ? objectAt(sources, method) : null };
}

// The wallets of the phone makers carry the card inside.
function schemeOf(source: JsonObject | null): string | null {
  return textAt(source, 'brand') ?? textAt(objectAt(source, 'card'), 'brand');
}

function billingAddressOf(
  source: JsonObject | null,
  payer: JsonObject | null,
): Record<string, string> | null {
  const ofCard = objectAt(source, 'billing_address') ?? objectAt(objectAt(source, 'card'), 'billing_address');
  return textMembers(ofCard ?? objectAt(source, 'address') ?? objectAt(payer, 'address'));
}

function shippingAddressOf(unit: JsonObject | null): Record<string, string> | null {
  const shipping = objectAt(unit, 'shipping');
  const address = textMembers(objectAt(shipping, 'address'));
  const fullName = textAt(objectAt(shipping, 'name'), 'full_name');
  return address && fullName ? { full_name: fullName, ...address } : address;
}

// No list of fees in a breakdown that is there means that none was taken.
function platformFeesOf(breakdown: JsonObject | null, currency: string): Minor | null {
  if (!breakdown) return null;
  const fees = objectsAt(breakdown, 'platform_fees').map((fee) => minorIn(currency, fee['amount']));
  return fees.some((fee) => fee === null)
    ? null
    : minor(fees.reduce<number>((sum, fee) => sum + (fee ?? 0), 0));
}

function momentAt(from: JsonObject, key: string): string | null {
  const text = textAt(from, key);
  return text && !Number.isNaN(Date.parse(text)) ? text : null;
}

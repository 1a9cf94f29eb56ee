import type { Minor } from '../../../lib/money.ts';
import { minor } from '../../../lib/money.ts';
import type { ProviderCapture, ProviderOrder, ProviderRefund, ProviderToken } from '../../rail.ts';
import {
  plainIdAt,
  idInLink,
  isKeepable,
  isListOrAbsent,
  linkTo,
  objectAt,
  objectsAt,
  textAt,
  textMembers,
} from '../../http/json.ts';
import type { JsonObject } from '../../http/json.ts';
import { momentAt } from '../../http/moments.ts';
import { fromWireMoney, minorIn } from '../write/money.ts';

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

/** An order as the provider shows it, or null when it has no id, status or units, or holds a capture that cannot be
 *  read: an order must not look untouched because we did not understand what happened to it. */
export function toOrder(body: JsonObject): ProviderOrder | null {
  const provider_order_id = plainIdAt(body, 'id');
  const status = textAt(body, 'status');
  const [unit] = objectsAt(body, 'purchase_units');
  if (!provider_order_id || !status || !unit) return null;
  const captures = capturesOf(unit, provider_order_id);
  if (!captures) return null;
  const source = paymentSourceOf(body);
  const payer = objectAt(body, 'payer');
  return {
    provider_order_id,
    status: ORDER_STATUS[status] ?? 'other',
    status_raw: status,
    transaction_id: textAt(unit, 'custom_id'),
    capture: captures.find((capture) => capture.status !== 'declined') ?? captures[0] ?? null,
    payment_method_raw: source.method,
    payment_method_scheme: schemeOf(source.details),
    // There is nobody behind the wallet that it names.
    processor: null,
    processor_definition_id: null,
    buyer_email: textAt(payer, 'email_address') ?? textAt(source.details, 'email_address'),
    billing_address: billingAddressOf(source.details, payer),
    shipping_address: shippingAddressOf(unit),
  };
}

/** A capture as the provider shows it, or null when it has no id, status or readable amount. */
export function toCapture(body: JsonObject, orderId: string | null): ProviderCapture | null {
  const provider_capture_id = plainIdAt(body, 'id');
  const status = textAt(body, 'status');
  const amount = fromWireMoney(body['amount']);
  if (!provider_capture_id || !status || !amount || amount.minor <= 0) return null;
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
    changed_at: momentAt(body, 'update_time'),
    processor_response: textAt(objectAt(body, 'processor_response'), 'response_code'),
  };
}

/** A refund as the provider shows it, or null when it cannot be read. A minimal answer names no amount: then it is
 *  the one that was asked for. */
export function toRefund(
  body: JsonObject,
  asked?: { amount: Minor; currency: string },
): ProviderRefund | null {
  const provider_refund_id = plainIdAt(body, 'id');
  const status = textAt(body, 'status');
  const told = fromWireMoney(body['amount']);
  const money = body['amount'] === undefined && asked ? { minor: asked.amount, ...asked } : told;
  if (!provider_refund_id || !status || !money || money.minor <= 0) return null;
  const { minor: amount, currency } = money;
  const refund_id = textAt(body, 'custom_id');
  // One that the provider held back was made earlier than it was done.
  const refunded_at = momentAt(body, 'update_time') ?? momentAt(body, 'create_time');
  return {
    provider_refund_id,
    provider_capture_id: captureIdOf(body),
    status: REFUND_STATUS[status] ?? 'other',
    amount,
    currency,
    total_refunded: minorIn(currency, objectAt(body, 'seller_payable_breakdown')?.['total_refunded_amount']),
    ...(refunded_at === null ? {} : { refunded_at }),
    ...(refund_id === null ? {} : { refund_id }),
  };
}

/** The refunds that an order shows, or null when one of them cannot be read: none may look as if it were not there. */
export function toRefunds(order: JsonObject): ProviderRefund[] | null {
  const [unit] = objectsAt(order, 'purchase_units');
  const payments = objectAt(unit ?? null, 'payments');
  if (!payments || !isListOrAbsent(payments, 'refunds')) return null;
  const shown = (payments['refunds'] ?? []) as unknown[];
  const refunds = objectsAt(payments, 'refunds').map((refund) => toRefund(refund));
  const read = refunds.filter((refund) => refund !== null);
  return read.length === shown.length ? read : null;
}

/** A saved instrument as the provider shows it, or null when it has no id or kind. */
export function toToken(body: JsonObject): ProviderToken | null {
  const provider_token_id = plainIdAt(body, 'id');
  const { method, details } = paymentSourceOf(body);
  if (!provider_token_id || method === null) return null;
  return {
    provider_token_id,
    provider_customer_id: plainIdAt(objectAt(body, 'customer'), 'id'),
    source_type: method,
    label: labelOf(details),
  };
}

/** The order of a capture: named among its related ids, or where its link `up` leads. */
export function orderIdOf(capture: JsonObject): string | null {
  const related = objectAt(objectAt(capture, 'supplementary_data'), 'related_ids');
  return plainIdAt(related, 'order_id') ?? idInLink(linkTo(capture, 'up'), 'orders');
}

/** The capture of a refund or reversal: only its link `up` tells. */
export function captureIdOf(refund: JsonObject): string | null {
  return idInLink(linkTo(refund, 'up'), 'captures');
}

// An order we create has one unit. Should it hold several captures, the one that moved money is the one
// that counts; null when one of them cannot be read.
function capturesOf(unit: JsonObject, orderId: string): ProviderCapture[] | null {
  if (unit['payments'] === undefined || unit['payments'] === null) return [];
  const payments = objectAt(unit, 'payments');
  if (!payments || !isListOrAbsent(payments, 'captures')) return null;
  const shown = (payments['captures'] ?? []) as unknown[];
  const captures = objectsAt(payments, 'captures').map((capture) => toCapture(capture, orderId));
  const read = captures.filter((capture) => capture !== null);
  return read.length === shown.length ? read : null;
}

function paymentSourceOf(body: JsonObject): { method: string | null; details: JsonObject | null } {
  const sources = objectAt(body, 'payment_source');
  const [method = null] = Object.keys(sources ?? {}).filter(isKeepable);
  return { method, details: method ? objectAt(sources, method) : null };
}

// The wallets of the phone makers carry the card inside.
function schemeOf(source: JsonObject | null): string | null {
  return textAt(source, 'brand') ?? textAt(objectAt(source, 'card'), 'brand');
}

// A card's brand and last digits, else the account that the buyer knows it by.
function labelOf(source: JsonObject | null): string | null {
  const card = objectAt(source, 'card') ?? source;
  const digits = textAt(card, 'last_digits');
  if (digits !== null) return [textAt(card, 'brand'), digits].filter((part) => part !== null).join(' ');
  return textAt(source, 'email_address') ?? textAt(source, 'user_name');
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

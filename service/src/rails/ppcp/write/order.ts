import { minor } from '../../../lib/money.ts';
import type { NewOrder, OrderItem, ProviderRefusal, ShippingAddress } from '../../rail.ts';
import type { JsonObject } from '../../http/json.ts';
import { shorten } from '../../shorten.ts';
import { isExactOnWire, toWireMoney, wholeOnWire } from './money.ts';
import { toWireSource } from './source.ts';

const TEXT_MAX = 127;
const ADDRESS_LINE_MAX = 300;
const AREA_MAX = 120;
const POSTAL_CODE_MAX = 60;
const CATEGORIES = new Set(['DIGITAL_GOODS', 'PHYSICAL_GOODS', 'DONATION']);

// Where letters are sent without a postal code; elsewhere the provider asks for one.
const WITHOUT_POSTAL_CODE = new Set(
  (
    'AE AG AO AW BF BI BJ BO BS BW BZ CD CF CG CI CK CM DJ DM ER FJ GD GH GM GN GQ GY HK IE JM KE KI KM ' +
    'KN KP LC ML MO MR MS MW NR NU PA QA RW SB SC SL SO SR ST SY TF TG TK TL TO TT TV TZ UG VU YE ZW'
  ).split(' '),
);

/** The provider's order for ours, or why it cannot be written: an amount finer than the provider's
 *  currency. */
export function toWireOrder(order: NewOrder): { body: JsonObject } | { refusal: ProviderRefusal } {
  if (!isExactOnWire(order.amount, order.currency)) return { refusal: tooPrecise(order.currency) };
  const shipping = shippingOf(order);
  const unit = {
    ...unitOf(order),
    ...amountOf(order),
    ...optional('shipping', shipping.address && { address: shipping.address }),
  };
  return {
    body: {
      intent: 'CAPTURE',
      purchase_units: [unit],
      ...toWireSource(order.funding_source, experienceOf(order, shipping.preference)),
    },
  };
}

/** What every purchase unit of ours says, but for its amount. The transaction's id comes back on captures. */
export function unitOf(
  part: Pick<NewOrder, 'transaction_id' | 'description' | 'seller' | 'platform_fee' | 'currency'>,
): JsonObject {
  return {
    reference_id: 'default',
    custom_id: shorten(part.transaction_id, TEXT_MAX),
    invoice_id: shorten(part.transaction_id, TEXT_MAX),
    ...optional('description', shorten(part.description, TEXT_MAX)),
    payee: { merchant_id: part.seller.provider_account },
    payment_instruction: { disbursement_mode: 'INSTANT', ...feesOf(part) },
  };
}

/** Why an amount with decimals cannot be sent in a currency the provider takes none of. */
export function tooPrecise(currency: string): ProviderRefusal {
  return {
    issue: 'DECIMAL_PRECISION',
    description: `The wallet provider takes ${currency} amounts without decimals only.`,
    debug_id: null,
    provider_status: null,
  };
}

/** One of the provider's platform fee lists, or nothing when there is no fee to name. */
export function feesOf(part: Pick<NewOrder, 'platform_fee' | 'currency'>): JsonObject {
  const fee = wholeOnWire(part.platform_fee, part.currency);
  return fee > 0 ? { platform_fees: [{ amount: toWireMoney(fee, part.currency) }] } : {};
}

// Items are shown to the buyer with their sums, so they are sent only when the sums hold.
function amountOf(order: NewOrder): JsonObject {
  const amount = toWireMoney(order.amount, order.currency);
  const items = order.items ?? [];
  const shipping = order.shipping_amount ?? minor(0);
  const total = items.reduce((sum, item) => sum + item.unit_amount * item.quantity, 0);
  if (items.length === 0 || total + shipping !== order.amount || !areSendable(items, order.currency))
    return { amount };
  const item_total = toWireMoney(minor(total), order.currency);
  const breakdown =
    shipping > 0 ? { item_total, shipping: toWireMoney(shipping, order.currency) } : { item_total };
  return {
    amount: { ...amount, breakdown },
    items: items.map((item) => ({
      name: shorten(item.name, TEXT_MAX),
      quantity: String(item.quantity),
      unit_amount: toWireMoney(item.unit_amount, order.currency),
      ...optional('category', CATEGORIES.has(item.category) ? item.category : null),
      ...optional('description', shorten(item.description, TEXT_MAX)),
      ...optional('sku', shorten(item.sku, TEXT_MAX)),
    })),
  };
}

function areSendable(items: readonly OrderItem[], currency: string): boolean {
  const donations = items.filter((item) => item.category === 'DONATION').length;
  const hasMixedDonation = donations > 0 && donations < items.length;
  return (
    !hasMixedDonation &&
    items.every((item) => shorten(item.name, TEXT_MAX) !== null && isExactOnWire(item.unit_amount, currency))
  );
}

function experienceOf(order: NewOrder, shipping_preference: string): JsonObject {
  return {
    ...optional('brand_name', shorten(order.merchant_name, TEXT_MAX)),
    shipping_preference,
    user_action: 'PAY_NOW',
    return_url: order.return_url,
    cancel_url: order.cancel_url,
  };
}

function shippingOf(order: NewOrder): { preference: string; address: JsonObject | null } {
  if (order.requires_shipping === false) return { preference: 'NO_SHIPPING', address: null };
  const address = order.shipping_address && toWireAddress(order.shipping_address);
  if (address && isDeliverable(address)) return { preference: 'SET_PROVIDED_ADDRESS', address };
  const hasGoods = (order.items ?? []).some((item) => item.category === 'PHYSICAL_GOODS');
  const needsAddress = order.requires_shipping === true || hasGoods || address !== null;
  return { preference: needsAddress ? 'GET_FROM_FILE' : 'NO_SHIPPING', address: null };
}

// The buyer cannot mend an address that was set for them, so an incomplete one is left for them to give. Judged as it is
// sent: of blanks nothing is.
function isDeliverable(address: WireAddress): boolean {
  const hasPostalCode = Boolean(address.postal_code) || WITHOUT_POSTAL_CODE.has(address.country_code);
  return Boolean(address.address_line_1) && Boolean(address.admin_area_2) && hasPostalCode;
}

interface WireAddress extends JsonObject {
  country_code: string;
  address_line_1?: string;
  admin_area_2?: string;
  postal_code?: string;
}

function toWireAddress(address: ShippingAddress): WireAddress {
  return {
    ...optional('address_line_1', shorten(address.address_line_1, ADDRESS_LINE_MAX)),
    ...optional('address_line_2', shorten(address.address_line_2, ADDRESS_LINE_MAX)),
    ...optional('admin_area_2', shorten(address.admin_area_2, AREA_MAX)),
    ...optional('admin_area_1', shorten(address.admin_area_1, ADDRESS_LINE_MAX)),
    ...optional('postal_code', shorten(address.postal_code, POSTAL_CODE_MAX)),
    country_code: address.country_code,
  };
}

function optional(key: string, value: unknown): JsonObject {
  return value === null || value === undefined ? {} : { [key]: value };
}

import { money, toMinor, type Minor, type Money } from '../shapes/money.ts';
import type { PlatformFee, PurchaseUnit } from '../shapes/shapes.ts';
import { createChecker, isObject, type Checker } from './checker.ts';
import { checkMoney } from './money-check.ts';
import { checkItems } from './order-items.ts';
import { refuse } from './problem.ts';

type Fields = Record<string, unknown>;

const UNITS_MAX = 10;
const REFERENCE_ID_MAX = 256;
const TEXT_MAX = 127;
const SOFT_DESCRIPTOR_MAX = 22;
const FULL_NAME_MAX = 300;
const ADDRESS_LINE_MAX = 300;
const MERCHANT_ID = /^[2-9A-HJ-NP-Z]{13}$/;
const INTENTS = new Set(['CAPTURE', 'AUTHORIZE']);
const DISBURSEMENTS = new Set(['INSTANT', 'DELAYED']);
const SHIPPING_TYPES = new Set(['SHIPPING', 'PICKUP_IN_PERSON', 'PICKUP_IN_STORE', 'PICKUP_FROM_PERSON']);
const ADDED = ['item_total', 'tax_total', 'shipping', 'handling', 'insurance'];
const DEDUCTED = ['shipping_discount', 'discount'];
const CITY_COUNTRIES = new Set(['US', 'CA', 'GB', 'DE', 'FR', 'AU', 'ES', 'IT', 'NL']);

/** Checks a whole order and answers its purchase units as they are kept. `payeeId` is whom the call is
 *  made for when a unit names nobody. Refuses with every issue found, schema issues first. */
export function checkOrder(body: unknown, payeeId: string | null): PurchaseUnit[] {
  if (!isObject(body)) return refuse('MISSING_REQUIRED_PARAMETER', { field: '/intent', location: 'body' });
  const checker = createChecker();
  const intent = checker.text(body, 'intent', '', { required: true, oneOf: INTENTS });
  if (intent === 'AUTHORIZE') checker.add('UNSUPPORTED_INTENT', '/intent', intent);
  const list = checker.list(body, 'purchase_units', '', { required: true, min: 1, max: UNITS_MAX }) ?? [];
  const currency = firstCurrency(list);
  const units = list.map((entry, index) => {
    const at = `/purchase_units/${index}`;
    if (isObject(entry)) return checkUnit(checker, entry, { at, currency, payeeId });
    checker.add('INVALID_PARAMETER_SYNTAX', at);
    return null;
  });
  checkReferenceIds(checker, units);
  checker.finish();
  return units.filter((unit) => unit !== null).map(withExactAmounts);
}

interface Place {
  at: string;
  currency: string | null;
  payeeId: string | null;
}

function checkUnit(checker: Checker, unit: Fields, place: Place): PurchaseUnit | null {
  const { at, currency } = place;
  const reference_id = checker.text(unit, 'reference_id', at, { max: REFERENCE_ID_MAX }) ?? 'default';
  for (const name of ['description', 'custom_id', 'invoice_id']) {
    checker.text(unit, name, at, { max: TEXT_MAX });
  }
  checker.text(unit, 'soft_descriptor', at, { max: SOFT_DESCRIPTOR_MAX });
  const total = checkAmount(checker, unit, at, currency);
  checkFees(checker, unit, { at, currency, total });
  checkShipping(checker, unit, at);
  const payee = checker.object(unit, 'payee', at);
  if (payee) checker.text(payee, 'merchant_id', `${at}/payee`, { pattern: MERCHANT_ID });
  const merchant_id = typeof payee?.['merchant_id'] === 'string' ? payee['merchant_id'] : place.payeeId;
  if (merchant_id === null && typeof payee?.['email_address'] !== 'string') {
    checker.add('PAYEE_ACCOUNT_INVALID', `${at}/payee`);
    return null;
  }
  // Every member was checked above, so the unit has the shape it is kept in.
  return { ...unit, reference_id, payee: { ...payee, merchant_id: merchant_id ?? '' } } as PurchaseUnit;
}

function checkAmount(checker: Checker, unit: Fields, at: string, currency: string | null): Minor | null {
  const amount = checker.object(unit, 'amount', at, true);
  if (amount === undefined) return null;
  const place = `${at}/amount`;
  const total = checkMoney(checker, amount, place, { currency, positive: true });
  const breakdown = checker.object(amount, 'breakdown', place);
  const members = new Map<string, Minor>();
  for (const name of breakdown ? [...ADDED, ...DEDUCTED] : []) {
    const member = checker.object(breakdown ?? {}, name, `${place}/breakdown`);
    if (member === undefined) continue;
    const minor = checkMoney(checker, member, `${place}/breakdown/${name}`, { currency, positive: false });
    if (minor === null) return total;
    members.set(name, minor);
  }
  if (total !== null && breakdown) {
    const sum = (names: string[]): Minor => names.reduce((all, name) => all + (members.get(name) ?? 0n), 0n);
    if (sum(ADDED) - sum(DEDUCTED) !== total)
      checker.add('AMOUNT_MISMATCH', `${place}/value`, amount['value']);
  }
  checkItems(checker, unit, { at, currency, members });
  return total;
}

function checkFees(
  checker: Checker,
  unit: Fields,
  place: { at: string; currency: string | null; total: Minor | null },
): void {
  const instruction = checker.object(unit, 'payment_instruction', place.at);
  if (instruction === undefined) return;
  const at = `${place.at}/payment_instruction`;
  checker.text(instruction, 'disbursement_mode', at, { oneOf: DISBURSEMENTS });
  const fees = checker.list(instruction, 'platform_fees', at, { min: 0, max: 1 }) ?? [];
  fees.forEach((fee, index) => {
    const field = `${at}/platform_fees/${index}`;
    if (!isObject(fee)) return checker.add('INVALID_PARAMETER_SYNTAX', field);
    const amount = checker.object(fee, 'amount', field, true);
    if (amount === undefined) return;
    const minor = checkMoney(checker, amount, `${field}/amount`, {
      currency: place.currency,
      positive: true,
    });
    if (minor !== null && place.total !== null && minor > place.total) {
      checker.add('INVALID_PLATFORM_FEES_AMOUNT', `${field}/amount/value`, amount['value']);
    }
  });
}

function checkShipping(checker: Checker, unit: Fields, at: string): void {
  const shipping = checker.object(unit, 'shipping', at);
  if (shipping === undefined) return;
  const place = `${at}/shipping`;
  checker.text(shipping, 'type', place, { oneOf: SHIPPING_TYPES });
  const name = checker.object(shipping, 'name', place);
  if (name) checker.text(name, 'full_name', `${place}/name`, { max: FULL_NAME_MAX });
  const address = checker.object(shipping, 'address', place);
  if (address === undefined) return;
  const field = `${place}/address`;
  for (const line of ['address_line_1', 'address_line_2', 'admin_area_1', 'admin_area_2']) {
    checker.text(address, line, field, { min: 0, max: ADDRESS_LINE_MAX });
  }
  checker.text(address, 'postal_code', field, { min: 0, max: 60 });
  const country = checker.text(address, 'country_code', field, { required: true });
  if (country === undefined) return;
  if (!/^[A-Z]{2}$/.test(country))
    return checker.add('INVALID_COUNTRY_CODE', `${field}/country_code`, country);
  if (!CITY_COUNTRIES.has(country)) return;
  if (!address['admin_area_2']) checker.add('CITY_REQUIRED', `${field}/admin_area_2`);
  if (!address['postal_code']) checker.add('POSTAL_CODE_REQUIRED', `${field}/postal_code`);
}

function checkReferenceIds(checker: Checker, units: (PurchaseUnit | null)[]): void {
  const seen = new Set<string>();
  units.forEach((unit, index) => {
    if (unit === null) return;
    if (seen.has(unit.reference_id)) {
      checker.add('DUPLICATE_REFERENCE_ID', `/purchase_units/${index}/reference_id`, unit.reference_id);
    }
    seen.add(unit.reference_id);
  });
}

// The first amount sets the currency that all the others are held to.
function firstCurrency(units: unknown[]): string | null {
  const first = units[0];
  const amount = isObject(first) ? first['amount'] : null;
  const code = isObject(amount) ? amount['currency_code'] : null;
  return typeof code === 'string' ? code : null;
}

/** The platform's fee on a unit, or null when it takes none. */
export function platformFeeOf(unit: PurchaseUnit): Money | null {
  const fee: PlatformFee | undefined = unit.payment_instruction?.platform_fees?.[0];
  return fee?.amount ?? null;
}

// `27` and `27.0` are kept and shown as `27.00`, as the provider does.
function withExactAmounts<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withExactAmounts) as T;
  if (!isObject(value)) return value;
  const { currency_code, value: text } = value;
  if (typeof currency_code === 'string' && typeof text === 'string') {
    const minor = toMinor(text, currency_code);
    if (minor !== null) return { ...value, ...money(minor, currency_code), ...within(value, 'breakdown') };
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withExactAmounts(member)]),
  ) as T;
}

function within(value: Fields, name: string): Fields {
  return value[name] === undefined ? {} : { [name]: withExactAmounts(value[name]) };
}

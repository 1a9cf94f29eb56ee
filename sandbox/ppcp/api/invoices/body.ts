import { CURRENCY_DECIMALS, money, type Money } from '../../shapes/money.ts';
import { createChecker, isObject, type Checker } from '../../checks/checker.ts';
import { checkMoney } from '../../checks/money-check.ts';
import { refuse } from '../../checks/problem.ts';

type Fields = Record<string, unknown>;

const ITEMS_MAX = 100;
const NAME_MAX = 200;
const NUMBER_MAX = 25;
const LONG_TEXT_MAX = 4_000;
const QUANTITY = /^\d{1,8}(?:\.\d{1,5})?$/;
const QUANTITY_UNIT = 100_000n;
const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const EMAIL = /^[^\s@]+@[^\s@]+$/;
const TERMS = new Set(
  ('DUE_ON_RECEIPT DUE_ON_DATE_SPECIFIED NET_10 NET_15 NET_30 NET_45 NET_60 NET_90 ' + 'NO_DUE_DATE').split(
    ' ',
  ),
);
const PHONE_TYPES = new Set(['FAX', 'HOME', 'MOBILE', 'OTHER', 'PAGER']);

/** What a draft is made of. */
interface InvoiceInput {
  data: Fields;
  number: string | null;
  amount: Money;
}

/** Reads a draft and adds its items up. Refuses taxes and discounts, which this stand-in does not add. */
export function readInvoice(body: unknown): InvoiceInput {
  if (!isObject(body)) return refuse('MISSING_REQUIRED_PARAMETER', { field: '/detail', location: 'body' });
  const checker = createChecker();
  const detail = checker.object(body, 'detail', '', true) ?? {};
  const currency = checker.text(detail, 'currency_code', '/detail', {
    required: true,
    pattern: /^[A-Z]{3}$/,
  });
  const number = checker.text(detail, 'invoice_number', '/detail', { max: NUMBER_MAX }) ?? null;
  for (const name of ['note', 'terms_and_conditions']) {
    checker.text(detail, name, '/detail', { max: LONG_TEXT_MAX });
  }
  checker.text(detail, 'reference', '/detail', { max: 120 });
  checker.text(detail, 'memo', '/detail', { max: 500 });
  checker.text(detail, 'invoice_date', '/detail', { pattern: DATE });
  const term = checker.object(detail, 'payment_term', '/detail');
  if (term) {
    checker.text(term, 'term_type', '/detail/payment_term', { oneOf: TERMS });
    checker.text(term, 'due_date', '/detail/payment_term', { pattern: DATE });
  }
  checkRecipients(checker, body);
  const items = checker.list(body, 'items', '', { required: true, min: 1, max: ITEMS_MAX }) ?? [];
  const totals = items.map((item, index) => readItem(checker, item, `/items/${index}`, currency ?? null));
  const total = totals.reduce((all, one) => all + one, 0n);
  if (currency !== undefined && CURRENCY_DECIMALS.has(currency) && total <= 0n) {
    checker.add('CANNOT_BE_ZERO_OR_NEGATIVE', '/items');
  }
  checker.finish();
  return { data: body, number, amount: money(total, currency ?? '') };
}

function readItem(checker: Checker, item: unknown, at: string, currency: string | null): bigint {
  if (!isObject(item)) {
    checker.add('INVALID_PARAMETER_SYNTAX', at);
    return 0n;
  }
  checker.text(item, 'name', at, { required: true, max: NAME_MAX });
  checker.text(item, 'description', at, { min: 0, max: 1_000 });
  for (const name of ['tax', 'discount']) {
    if (item[name] !== undefined) checker.add('NOT_SUPPORTED', `${at}/${name}`);
  }
  const quantity = checker.text(item, 'quantity', at, { required: true, pattern: QUANTITY });
  const price = checker.object(item, 'unit_amount', at, true);
  const minor = price ? checkMoney(checker, price, `${at}/unit_amount`, { currency, positive: false }) : null;
  if (quantity === undefined || minor === null) return 0n;
  const [whole = '0', fraction = ''] = quantity.split('.');
  const scaled = BigInt(whole) * QUANTITY_UNIT + BigInt(fraction.padEnd(5, '0'));
  return (minor * scaled + QUANTITY_UNIT / 2n) / QUANTITY_UNIT;
}

function checkRecipients(checker: Checker, body: Fields): void {
  const list = checker.list(body, 'primary_recipients', '', { min: 1, max: 100 }) ?? [];
  list.forEach((entry, index) => {
    const at = `/primary_recipients/${index}`;
    if (!isObject(entry)) return checker.add('INVALID_PARAMETER_SYNTAX', at);
    const billing = checker.object(entry, 'billing_info', at);
    if (billing === undefined) return;
    const place = `${at}/billing_info`;
    checker.text(billing, 'email_address', place, { max: 254, pattern: EMAIL });
    const name = checker.object(billing, 'name', place);
    for (const part of name ? ['given_name', 'surname'] : []) {
      checker.text(name ?? {}, part, `${place}/name`, { max: 140 });
    }
    const phones = checker.list(billing, 'phones', place, { min: 1, max: 10 }) ?? [];
    phones.forEach((phone, number) => checkPhone(checker, phone, `${place}/phones/${number}`));
  });
}

function checkPhone(checker: Checker, phone: unknown, at: string): void {
  if (!isObject(phone)) return checker.add('INVALID_PARAMETER_SYNTAX', at);
  checker.text(phone, 'country_code', at, { required: true, pattern: /^\d{1,3}$/ });
  checker.text(phone, 'national_number', at, { required: true, pattern: /^\d{1,14}$/ });
  checker.text(phone, 'phone_type', at, { required: true, oneOf: PHONE_TYPES });
}

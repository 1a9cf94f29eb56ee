import type { NewTransaction } from '../acts/transactions.ts';
import { GravyProblem, refuseField } from '../shapes/problem.ts';

const AMOUNT_MAX = 99_999_999;
const SOURCES = new Set(['ecommerce', 'moto', 'recurring', 'installment', 'card_on_file']);

type Fields = Readonly<Record<string, unknown>>;

/** The members of a JSON object, each of them known. Refuses any other body. */
export function fieldsOf(body: unknown, known: readonly string[]): Fields {
  const fields = body ?? {};
  if (typeof fields !== 'object' || Array.isArray(fields))
    return refuseField('', 'must be an object', 'type_error');
  const unknown = Object.keys(fields).find((name) => !known.includes(name));
  if (unknown !== undefined) refuseField(`/${unknown}`, 'extra fields not permitted', 'value_error.extra');
  return fields as Fields;
}

/** A text, or null when it is absent. */
export function textOf(fields: Fields, name: string, max: number): string | null {
  const value = fields[name] ?? null;
  if (value === null || (typeof value === 'string' && value.length <= max)) return value;
  return refuseField(`/${name}`, `must be a text of at most ${max} characters`);
}

/** Minor units, or null when they are absent. */
export function amountOf(fields: Fields, name: string): number | null {
  const value = fields[name] ?? null;
  if (value === null) return null;
  const isAmount = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= AMOUNT_MAX;
  return isAmount ? value : refuseField(`/${name}`, `must be an integer from 0 to ${AMOUNT_MAX}`);
}

/** The fields of a new transaction that its payment method does not tell. */
export function transactionFields(
  fields: Fields,
): Pick<
  NewTransaction,
  | 'amount'
  | 'currency'
  | 'country'
  | 'intent'
  | 'external_identifier'
  | 'metadata'
  | 'store'
  | 'payment_source'
  | 'merchant_initiated'
  | 'is_subsequent_payment'
> {
  const amount =
    amountOf(fields, 'amount') ?? refuseField('/amount', 'field required', 'value_error.missing');
  const currency = textOf(fields, 'currency', 3) ?? '';
  if (!/^[A-Z]{3}$/.test(currency)) refuseField('/currency', 'must be a currency');
  const intent = fields['intent'] ?? 'authorize';
  if (intent !== 'authorize' && intent !== 'capture')
    return refuseField('/intent', 'must be authorize or capture');
  const source = textOf(fields, 'payment_source', 30) ?? 'ecommerce';
  if (!SOURCES.has(source)) refuseField('/payment_source', 'is not a payment source');
  return {
    amount,
    currency,
    country: textOf(fields, 'country', 2),
    intent,
    external_identifier: textOf(fields, 'external_identifier', 200),
    metadata: metadataOf(fields),
    store: isTrue(fields, 'store'),
    payment_source: source,
    merchant_initiated: isTrue(fields, 'merchant_initiated'),
    is_subsequent_payment: isTrue(fields, 'is_subsequent_payment'),
  };
}

/** Texts by their names, or null when they are absent. */
function metadataOf(fields: Fields): Record<string, string> | null {
  const value = fields['metadata'] ?? null;
  if (value === null) return null;
  const isTexts = typeof value === 'object' && Object.values(value).every((one) => typeof one === 'string');
  return isTexts ? (value as Record<string, string>) : refuseField('/metadata', 'must hold texts');
}

function isTrue(fields: Fields, name: string): boolean {
  const value = fields[name] ?? false;
  return typeof value === 'boolean' ? value : refuseField(`/${name}`, 'must be true or false');
}

/** An id of the gateway's. Refuses (404) what is none. */
export function idOf(text: string | undefined): string {
  if (text !== undefined && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)) return text;
  throw new GravyProblem(404);
}

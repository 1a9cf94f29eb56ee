import { randomBytes, randomInt } from 'node:crypto';

const ACCOUNT_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const RESOURCE_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCOUNT_LENGTH = 13;
const RESOURCE_LENGTH = 17;
const CUSTOMER_LENGTH = 10;

/** A 13-character account id; the alphabet leaves out 0, 1, I and O. */
export function newAccountId(): string {
  return pick(ACCOUNT_ALPHABET, ACCOUNT_LENGTH);
}

/** The id of an order, capture, refund or token: 17 upper-case letters and digits. */
export function newResourceId(): string {
  return pick(RESOURCE_ALPHABET, RESOURCE_LENGTH);
}

/** The id under which a customer's saved instruments are kept: 10 letters and digits. */
export function newCustomerId(): string {
  return pick(RESOURCE_ALPHABET, CUSTOMER_LENGTH);
}

/** A referral id: base64 of plain text, padded, so that it needs no escape but for `=`. */
export function newReferralId(): string {
  return Buffer.from(pick(RESOURCE_ALPHABET, 46)).toString('base64');
}

/** The id of one webhook event. */
export function newEventId(): string {
  return `WH-${newResourceId()}-${newResourceId()}`;
}

/** The id of a dispute, in the form `PP-R-ABC-12345678`. */
export function newDisputeId(): string {
  return `PP-R-${pick('ABCDEFGHJKLMNPQRSTUVWXYZ', 3)}-${randomInt(10_000_000, 99_999_999)}`;
}

/** The id of an invoice, in the form `INV2-ABCD-EFGH-JKLM-NPQR`. */
export function newInvoiceId(): string {
  const part = (): string => pick(ACCOUNT_ALPHABET, 4);
  return `INV2-${part()}-${part()}-${part()}-${part()}`;
}

/** The id that stands on every answer and that support would ask for. */
export function newDebugId(): string {
  return `f${randomBytes(6).toString('hex')}`;
}

function pick(alphabet: string, length: number): string {
  let text = '';
  while (text.length < length) text += alphabet.charAt(randomInt(alphabet.length));
  return text;
}

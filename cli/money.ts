import { minor, parseAmount, toDecimal } from '../service/src/lib/money.ts';

/** An amount in minor units as people write it, with all the digits of its currency. */
export function writtenMinor(amount_cents: number, currency: string): string {
  return `${toDecimal(minor(amount_cents), currency)} ${currency}`;
}

/** The same of an amount as an answer has it, where zeros at its end are left out. */
export function written(amount: number | string, currency: string): string {
  const parsed = parseAmount(String(amount), currency);
  return 'minor' in parsed ? writtenMinor(parsed.minor, currency) : `${amount} ${currency}`;
}

import { exponentOf } from './currency.ts';

/** An integer number of a currency's minor units. The only form in which money is stored, added or compared. */
export type Minor = number & { readonly __minor: unique symbol };

/** A percentage with up to four decimals as an integer: 2.9 % is 29000. */
type PercentMillionths = number;

/** So many of the stored millionths are one percent. */
export const MILLIONTHS_PER_PERCENT = 10_000;

const DECIMAL = /^(\d+)(?:\.(\d+))?$/;
const ONE_HUNDRED_PERCENT = 100n * BigInt(MILLIONTHS_PER_PERCENT);

export function minor(value: number): Minor {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not an integer amount of minor units: ${value}`);
  return value as Minor;
}

type AmountProblem = 'grammar' | 'digits' | 'currency' | 'size';

/** Reads a decimal amount by grammar, never through a float. Digits beyond the currency's own must be zeros, so
 *  `10.000` USD is ten dollars and `10.005` is refused. */
export function parseAmount(text: string, currency: string): { minor: Minor } | { problem: AmountProblem } {
  const exponent = exponentOf(currency);
  if (exponent === null) return { problem: 'currency' };
  const match = DECIMAL.exec(text);
  if (!match) return { problem: 'grammar' };
  const fraction = match[2] ?? '';
  if (/[1-9]/.test(fraction.slice(exponent))) return { problem: 'digits' };
  const value = BigInt(match[1]! + fraction.slice(0, exponent).padEnd(exponent, '0'));
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) return { problem: 'size' };
  return { minor: Number(value) as Minor };
}

/** The amount with all of the currency's digits: `10.00`, `100` (JPY), `1.500` (KWD). Negative amounts keep a sign. */
export function toDecimal(amount: Minor, currency: string): string {
  const exponent = exponentOf(currency) ?? 2;
  const digits = Math.abs(amount)
    .toString()
    .padStart(exponent + 1, '0');
  const sign = amount < 0 ? '-' : '';
  if (exponent === 0) return sign + digits;
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/** The amount with trailing zeros dropped: `10`, `10.5`. The form of a session's `amount`. */
export function toTrimmedDecimal(amount: Minor, currency: string): string {
  const text = toDecimal(amount, currency);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** The amount as a JSON number, exact because it is the nearest double to at most 15 digits. */
export function toJsonNumber(amount: Minor, currency: string): number {
  return Number(toDecimal(amount, currency));
}

/** Divides integers, halves away from zero. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n !== denominator < 0n;
  const n = numerator < 0n ? -numerator : numerator;
  const d = denominator < 0n ? -denominator : denominator;
  const quotient = (n * 2n + d) / (d * 2n);
  return negative ? -quotient : quotient;
}

/** The platform's fee on an amount: percent part and fixed part; never more than the amount. It is a multiple of `step`, half
 *  up and rounded once, since what a rail cannot carry would accrue and never be collected. */
export function platformFee(
  amount: Minor,
  terms: { percent_millionths: PercentMillionths; fixed_minor_units: Minor; step: Minor },
): Minor {
  const percentPart = BigInt(amount) * BigInt(terms.percent_millionths);
  const fee = percentPart + BigInt(terms.fixed_minor_units) * ONE_HUNDRED_PERCENT;
  return minor(Math.min(amount, inSteps(fee, ONE_HUNDRED_PERCENT, terms.step)));
}

/** The fee given back with a refund: in proportion, half up; the refund that reaches the captured amount returns
 *  exactly what is left, so that the parts always add up to the fee. Each part before it is a multiple of `step`. */
export function feeReturn(refund: {
  captured: Minor;
  fee: Minor;
  refunded_before: Minor;
  fee_returned_before: Minor;
  amount: Minor;
  step: Minor;
}): Minor {
  const feeLeft = refund.fee - refund.fee_returned_before;
  if (refund.refunded_before + refund.amount >= refund.captured) return minor(feeLeft);
  const share = BigInt(refund.fee) * BigInt(refund.amount);
  return minor(Math.min(feeLeft, inSteps(share, BigInt(refund.captured), refund.step)));
}

// The quotient as the nearest multiple of `step`. Rounded to whole units before that, a half would be rounded up twice.
function inSteps(numerator: bigint, denominator: bigint, step: Minor): number {
  return Number(divideHalfUp(numerator, denominator * BigInt(step))) * step;
}

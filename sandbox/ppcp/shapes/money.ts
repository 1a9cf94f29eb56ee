import { object, text, type Shape } from '../../machine/store/shape.ts';

/** An amount on the wire: an exact decimal string, never a number. */
export interface Money {
  currency_code: string;
  value: string;
}

/** How an amount is written in a snapshot. */
export const MONEY: Shape<Money> = object({ currency_code: text, value: text }, isMoney);

/** Minor units of a currency; sums and products stay exact. */
export type Minor = bigint;

/** Decimals the provider accepts per currency; HUF and TWD have none here, whatever ISO 4217 says. */
export const CURRENCY_DECIMALS: ReadonlyMap<string, number> = new Map(
  'AUD BRL CAD CNY CZK DKK EUR HKD ILS MYR MXN NZD NOK PHP PLN GBP SGD SEK CHF THB USD'
    .split(' ')
    .map((code): [string, number] => [code, 2])
    .concat([
      ['HUF', 0],
      ['JPY', 0],
      ['TWD', 0],
    ]),
);

/** The largest amount of the provider's schema, in minor units of a two-decimal currency. */
export const MAX_MINOR: Minor = 99_999_999_999_999_999n;

const MONEY_TEXT = /^-?(?:\d+|\d*\.\d+)$/;
const MONEY_TEXT_LENGTH_MAX = 32;
const FEE_PER_TEN_THOUSAND = 349n;
const FEE_FIXED: ReadonlyMap<string, Minor> = new Map([
  ['JPY', 40n],
  ['TWD', 14n],
  ['HUF', 140n],
]);
const FEE_FIXED_DEFAULT: Minor = 49n;

/** Whether it is an amount of a currency that is known, with no more decimals than that has. */
export function isMoney({ value, currency_code }: Money): boolean {
  return toMinor(value, currency_code) !== null;
}

/** Whether the text has the form of an amount; says nothing about its decimals. */
export function isMoneyText(text: string): boolean {
  return text.length <= MONEY_TEXT_LENGTH_MAX && MONEY_TEXT.test(text);
}

/** Minor units of a decimal text, or null when it has more decimals than the currency takes. */
export function toMinor(value: string, currency: string): Minor | null {
  const decimals = CURRENCY_DECIMALS.get(currency);
  if (decimals === undefined || !isMoneyText(value)) return null;
  const negative = value.startsWith('-');
  const [whole = '', fraction = ''] = value.replace('-', '').split('.');
  if (fraction.length > decimals) return null;
  const minor = BigInt(`${whole || '0'}${fraction.padEnd(decimals, '0')}`);
  return negative ? -minor : minor;
}

/** Minor units of an amount this sandbox wrote itself. */
export function minorOf(money: Money): Minor {
  const minor = toMinor(money.value, money.currency_code);
  if (minor === null) throw new Error(`not an amount: ${money.value} ${money.currency_code}`);
  return minor;
}

/** The wire form of minor units. */
export function money(minor: Minor, currency: string): Money {
  return { currency_code: currency, value: decimalText(minor, CURRENCY_DECIMALS.get(currency) ?? 2) };
}

/** The provider's own fee on a capture: 3.49 % half up plus a fixed part, never above `ceiling`. */
export function providerFee(gross: Minor, currency: string, ceiling: Minor): Minor {
  const fixed = FEE_FIXED.get(currency) ?? FEE_FIXED_DEFAULT;
  const fee = (gross * FEE_PER_TEN_THOUSAND + 5_000n) / 10_000n + fixed;
  return fee > ceiling ? ceiling : fee;
}

function decimalText(minor: Minor, decimals: number): string {
  const sign = minor < 0n ? '-' : '';
  const digits = (minor < 0n ? -minor : minor).toString().padStart(decimals + 1, '0');
  if (decimals === 0) return `${sign}${digits}`;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

import { exponentOf } from '../../lib/currency.ts';
import { toDecimal, type Minor } from '../../lib/money.ts';
import { directionOf } from '../locales/direction.ts';

/** An amount as the readers of a locale write it. Fed with the decimal text, never a float, and with the currency's own number of
 *  digits, because the runtime's list rounds some of them away. */
export function moneyText(decimal: string, currency: string, locale: string): string {
  const digits = exponentOf(currency) ?? 2;
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const parts = format.formatToParts(decimal as Intl.StringNumericLiteral);
  const isFromRight = directionOf(locale) === 'rtl';
  return parts.map(({ type, value }) => (isFromRight && type === 'currency' ? kept(value) : value)).join('');
}

// Among letters that run to the left, the sign of US$ would be torn off to the other side.
function kept(name: string): string {
  return /[a-z]/i.test(name) ? `\u2066${name}\u2069` : name;
}

export function minorText(amount: Minor, currency: string, locale: string): string {
  return moneyText(toDecimal(amount, currency), currency, locale);
}

/** What `quantity` of something costs. Exact at any quantity. */
export function lineText(
  { unit_amount: unitAmount, quantity }: { unit_amount: string; quantity: number },
  currency: string,
  locale: string,
): string {
  const [whole = '0', fraction = ''] = unitAmount.split('.');
  const total = (BigInt(whole + fraction) * BigInt(quantity)).toString().padStart(fraction.length + 1, '0');
  const cut = total.length - fraction.length;
  const decimal = fraction === '' ? total : `${total.slice(0, cut)}.${total.slice(cut)}`;
  return moneyText(decimal, currency, locale);
}

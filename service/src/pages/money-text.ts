import { exponentOf } from '../lib/currency.ts';
import { toDecimal, type Minor } from '../lib/money.ts';

const LOCALE = 'en';

/** An amount as people read it. Fed with the decimal text, never a float, and with the currency's own
 *  number of  digits, because the runtime's list rounds some of them away. */
export function moneyText(decimal: string, currency: string): string {
  const digits = exponentOf(currency) ?? 2;
  const format = new Intl.NumberFormat(LOCALE, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(decimal as Intl.StringNumericLiteral);
}

export function minorText(amount: Minor, currency: string): string {
  return moneyText(toDecimal(amount, currency), currency);
}

/** What `quantity` of something costs. Exact at any quantity. */
export function lineText(unitAmount: string, quantity: number, currency: string): string {
  const [whole = '0', fraction = ''] = unitAmount.split('.');
  const total = (BigInt(whole + fraction) * BigInt(quantity)).toString().padStart(fraction.length + 1, '0');
  const cut = total.length - fraction.length;
  return moneyText(fraction === '' ? total : `${total.slice(0, cut)}.${total.slice(cut)}`, currency);
}

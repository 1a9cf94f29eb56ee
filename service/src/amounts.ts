import { type Minor, parseAmount } from './lib/money.ts';
import { UnfitAmount } from './refusals.ts';

/** The minor units of a decimal amount, the digits of which are the currency's. Throws UnfitAmount. */
export function minorOf(decimal: string, currency: string): Minor {
  const parsed = parseAmount(decimal, currency);
  if ('minor' in parsed) return parsed.minor;
  throw new UnfitAmount(parsed.problem === 'digits' ? 'digits' : 'grammar', currency);
}

/** Throws UnfitAmount when the provider cannot be told exactly this amount. */
export function requireExact(
  rail: { isExact: (amount: Minor, currency: string) => boolean },
  amount: Minor,
  currency: string,
): void {
  if (!rail.isExact(amount, currency)) throw new UnfitAmount('inexact', currency);
}

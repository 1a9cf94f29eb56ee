import { type Minor, parseAmount } from './lib/money.ts';
import { UnfitAmount } from './refusals.ts';

/** The minor units of a decimal amount, the digits of which are the currency's. Throws UnfitAmount. */
export function minorOf(decimal: string, currency: string): Minor {
  const parsed = parseAmount(decimal, currency);
  if ('minor' in parsed) return parsed.minor;
  throw new UnfitAmount(parsed.problem === 'digits' ? 'digits' : 'grammar', currency);
}

interface Payment {
  amount: Minor;
  currency: string;
  settles: string | null;
}

/** Throws UnfitAmount when the provider cannot be told exactly this amount. False when the account is known to settle in another
 *  currency. */
export function isTaken(
  { accounts }: { accounts: { takes(payment: Payment): 'yes' | 'inexact' | 'too_large' | 'not_settled' } },
  payment: Payment,
): boolean {
  const takes = accounts.takes(payment);
  if (takes === 'inexact' || takes === 'too_large') throw new UnfitAmount(takes, payment.currency);
  return takes === 'yes';
}

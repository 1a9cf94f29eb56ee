import { type Minor, parseAmount } from './lib/money.ts';
import { UnfitAmount } from './refusals.ts';
import type { Unfit } from './refused.ts';

/** The minor units of a decimal amount, the digits of which are the currency's. Throws UnfitAmount. */
export function minorOf(decimal: string, currency: string): Minor {
  const parsed = parseAmount(decimal, currency);
  if ('minor' in parsed) return parsed.minor;
  throw new UnfitAmount(parsed.problem === 'digits' ? 'digits' : 'grammar', currency);
}

interface Payment {
  amount: Minor;
  currency: string;
  /** The one currency that the account settles in, where that is known. */
  settles: string | null;
}

interface Kind {
  accounts: { takes(payment: Payment): 'yes' | 'inexact' | 'too_large' | 'not_settled' };
}

/** Why a payment cannot be made into an account: its provider cannot be told exactly this amount, or the account is known to settle
 *  in another currency, for which each caller has its own words. Null when it can. */
export function whyNotTaken(
  { accounts }: Kind,
  payment: Payment,
): Unfit | { readonly kind: 'not_settled' } | null {
  const takes = accounts.takes(payment);
  switch (takes) {
    case 'yes':
      return null;
    case 'not_settled':
      return { kind: takes };
    case 'inexact':
    case 'too_large':
      return { kind: 'unfit', why: takes, currency: payment.currency };
  }
}

/** Why a provider cannot be told exactly this amount, whatever the account settles in. Null when it can. */
export function whyUnfit(kind: Kind, { amount, currency }: Omit<Payment, 'settles'>): Unfit | null {
  const why = whyNotTaken(kind, { amount, currency, settles: null });
  return why?.kind === 'unfit' ? why : null;
}

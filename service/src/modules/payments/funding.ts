import type { Traits } from '../../rails/rail.ts';

/** The method of a payment whose buyer has not said yet how to pay: what the place where buyers approve is for. */
const UNTOLD: Readonly<Record<Traits['approval'], string>> = { redirect: 'wallet', fields: 'card' };
// Anybody may say how they want to pay, and what is no way to pay is not written down.
const WAYS = new Set(['paypal', 'venmo', 'paylater', 'credit', 'card', 'applepay', 'googlepay']);

// The provider names its two wallets of others differently when it is offered and when it has been paid.
const OFFERED_AS: Readonly<Record<string, string>> = { apple_pay: 'applepay', google_pay: 'googlepay' };
/** Ways to pay that the provider reports as the wallet they belong to. */
const WITHIN_WALLET = new Set(['paylater', 'credit']);

/** The payment method that a buyer chose, in the words of `supported_funding`. */
export function methodChosen(
  funding_source: string | null | undefined,
  approval: Traits['approval'],
): string {
  return funding_source && WAYS.has(funding_source) ? funding_source : UNTOLD[approval];
}

/** The payment method by which the money was taken: what the provider says, in the same words. */
export function methodTaken(chosen: string, raw: string | null): string {
  if (raw === null) return chosen;
  if (raw === 'paypal' && WITHIN_WALLET.has(chosen)) return chosen;
  return OFFERED_AS[raw] ?? raw;
}

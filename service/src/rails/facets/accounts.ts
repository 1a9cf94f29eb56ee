import type { Minor } from '../../lib/money.ts';

/** What is known of accounts at the provider without asking it. */
export interface AccountsFacet {
  /** Whether an amount can be paid into an account. */
  takes(payment: PaymentIntoAccount): 'yes' | 'inexact' | 'not_settled';
  /** The smallest step between amounts that the provider can be told, in minor units. */
  stepOf(currency: string): Minor;
}

export interface PaymentIntoAccount {
  amount: Minor;
  currency: string;
  /** The one currency that the account settles in, where that is known. */
  settles: string | null;
}

import type { Minor } from '../../lib/money.ts';

/** What is known of accounts at the provider without asking it. */
export interface AccountsFacet {
  /** Whether an amount can be paid into an account. */
  takes(payment: PaymentIntoAccount): 'yes' | 'inexact' | 'too_large' | 'not_settled';
  /** The smallest step between amounts that the provider can be told, in minor units. */
  stepOf(currency: string): Minor;
  /** Reads the credentials of an account. What is wrong with them is said without repeating any of them. */
  read(given: Readonly<Record<string, unknown>>, environment: 'test' | 'live'): ReadCredentials;
}

interface PaymentIntoAccount {
  amount: Minor;
  currency: string;
  /** The one currency that the account settles in, where that is known. */
  settles: string | null;
}

type ReadCredentials =
  { kind: 'read'; credentials: AccountCredentials } | { kind: 'bad'; problems: readonly CredentialProblem[] };

export interface AccountCredentials {
  /** What the provider calls the account; null where they do not say whose they are. */
  provider_account: string | null;
  /** What of them no other account has, where they do not say whose they are. */
  known_by?: string | null;
  /** What anybody may know of them. */
  shown: Readonly<Record<string, string>>;
  secrets: Readonly<Record<string, string>>;
}

export interface CredentialProblem {
  /** Null for what is about all of them. */
  member: string | null;
  type: string;
  msg: string;
}

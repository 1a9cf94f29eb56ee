import type { Refusals } from '../refusal.ts';

export const MERCHANT_REFUSALS = {
  merchant_email_taken: [409, 'A merchant with this email already exists'],
  rail_account_taken: [409, 'This account at the payment provider serves another merchant'],
} as const satisfies Refusals;

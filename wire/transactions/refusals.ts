import type { Refusals } from '../refusal.ts';

export const TRANSACTION_REFUSALS = {
  transaction_not_found: [404, 'Transaction not found'],
} as const satisfies Refusals;

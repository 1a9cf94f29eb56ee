import type { Refusals } from '../refusal.ts';

export const RECONCILIATION_REFUSALS = {
  reconciliation_range: [409, 'At most 31 days of the last three years, and 10,000 days of accounts'],
  difference_not_found: [404, 'No open difference has this id'],
} as const satisfies Refusals;

import { daysAfter } from './periods.ts';

// After the first failure of a period's charge.
const TRIED_AGAIN_AFTER_DAYS = [1, 3, 5];
const CANCELED_AFTER_DAYS = 7;

/** When a charge that has failed so many times is tried again; null when it is not. */
export function triedAgainAt(failing_since: Date, failures: number): Date | null {
  const days = TRIED_AGAIN_AFTER_DAYS[failures - 1];
  return days === undefined ? null : daysAfter(failing_since, days);
}

/** When a subscription that is past due since then is canceled. */
export function canceledAt(past_due_since: Date): Date {
  return daysAfter(past_due_since, CANCELED_AFTER_DAYS);
}

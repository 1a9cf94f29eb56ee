import type { Refusals } from '../refusal.ts';

export const DASHBOARD_REFUSALS = {
  dashboard_email_taken: [409, 'This email already signs in to the dashboard of another merchant'],
} as const satisfies Refusals;

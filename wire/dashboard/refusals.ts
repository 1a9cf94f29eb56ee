import type { Refusals } from '../refusal.ts';

export const DASHBOARD_REFUSALS = {
  dashboard_email_taken: [409, 'This email already signs in to the dashboard of another merchant'],
  dashboard_user_not_found: [404, 'Dashboard user not found'],
} as const satisfies Refusals;

import type { Refusals } from '../refusal.ts';

export const SUBSCRIPTION_REFUSALS = {
  subscription_not_found: [404, 'Subscription not found'],
} as const satisfies Refusals;

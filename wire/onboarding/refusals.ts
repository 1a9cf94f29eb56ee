import type { Refusals } from '../refusal.ts';

export const ONBOARDING_REFUSALS = {
  onboarding_complete: [409, 'Onboarding is already complete'],
  onboarding_moved: [409, 'The link state of this merchant changed meanwhile; read the onboarding status'],
  onboarding_refused: [502, 'The wallet provider refused the referral'],
  onboarding_unreachable: [503, 'The wallet provider could not be reached'],
  onboarding_not_offered: [409, 'This merchant is routed to a provider without onboarding'],
} as const satisfies Refusals;

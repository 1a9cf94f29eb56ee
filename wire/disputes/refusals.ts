import type { Refusals } from '../refusal.ts';

export const DISPUTE_REFUSALS = {
  dispute_not_found: [404, 'Dispute not found'],
  dispute_action_unavailable: [409, 'The dispute does not take this answer now; read its available_actions'],
  dispute_action_under_way: [409, 'Another answer to this dispute is under way, or its outcome is not known'],
  dispute_action_refused: [409, 'The provider refused this answer'],
  dispute_access_denied: [
    409,
    "The merchant's account at the provider has not granted access to its disputes",
  ],
} as const satisfies Refusals;

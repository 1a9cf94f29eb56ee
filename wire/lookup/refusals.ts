import type { Refusals } from '../refusal.ts';

export const LOOKUP_REFUSALS = {
  id_not_found: [404, 'Nothing here is known by this id'],
} as const satisfies Refusals;

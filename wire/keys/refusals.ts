import type { Refusals } from '../refusal.ts';

export const KEY_REFUSALS = {
  key_not_found: [404, 'API key not found'],
  too_many_keys: [400, 'Too many active API keys. Revoke unused keys before creating another one.'],
} as const satisfies Refusals;

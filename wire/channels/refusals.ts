import type { Refusals } from '../refusal.ts';

export const CHANNEL_REFUSALS = {
  channel_not_found: [404, 'Channel not found'],
} as const satisfies Refusals;

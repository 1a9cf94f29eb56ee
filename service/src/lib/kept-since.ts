import type { Clock } from './clock.ts';
import { DAY_MS } from './time.ts';

/** What is older than this is past its keeping; null for what is kept for ever. */
export function keptSince(clock: Clock, days: number | null): Date | null {
  return days === null ? null : new Date(clock.now().getTime() - days * DAY_MS);
}

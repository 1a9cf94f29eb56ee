import type { Clock } from './clock.ts';
import { DAY_MS, earlier } from './time.ts';

/** What is older than this is past its keeping; null for what is kept for ever. */
export function keptSince(clock: Clock, days: number | null): Date | null {
  return days === null ? null : earlier(clock.now(), days * DAY_MS);
}

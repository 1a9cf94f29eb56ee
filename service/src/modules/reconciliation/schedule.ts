import { DAY_MS, dayOf, earlier, endOfDay, HOUR_MS, later, SECOND_MS, startOfDay } from '../../lib/time.ts';
import type { DayRow } from './day-row.ts';

/** Accounts are not all asked about in the same second. */
const SPREAD_SECONDS = 3_600;
/** How often a day is looked at in which something does not agree, before it waits for a person alone. */
const LOOKS_MAX = 7;
const DENIED_DAYS_MAX = 32;

/** When a day is looked at by itself: once the provider shows all of it. */
export function firstLookAt(of: { day: string; rail_account_id: string }, lagSeconds: number): Date {
  const spread = Number.parseInt(of.rail_account_id.slice(-6), 16) % SPREAD_SECONDS;
  return later(endOfDay(of.day), (lagSeconds + spread) * SECOND_MS);
}

/** Until when the provider showed everything as a look began. What is younger may not be there yet. */
export function shownUntil(look: { begun_at: Date; refreshed_at: Date | null }, lagSeconds: number): Date {
  const certain = earlier(look.begun_at, lagSeconds * SECOND_MS);
  return look.refreshed_at !== null && look.refreshed_at < certain ? look.refreshed_at : certain;
}

/** When a day that was looked at to its end is looked at again; null when never by itself. */
export function nextDayLookAt(
  day: Pick<DayRow, 'day' | 'rail_account_id' | 'looks'>,
  of: { isWhole: boolean; hasOpen: boolean; lagSeconds: number; now: Date },
): Date | null {
  const { now, lagSeconds } = of;
  if (!of.isWhole) {
    const first = firstLookAt(day, lagSeconds);
    return first > now ? first : later(now, HOUR_MS);
  }
  const isWorthIt = of.hasOpen && day.looks < LOOKS_MAX;
  return isWorthIt ? later(now, DAY_MS) : null;
}

/** When a provider that may not be asked is: the seller may come to permit it. */
export function deniedUntil(now: Date, failures: number): Date {
  return later(now, Math.min(2 ** failures, DENIED_DAYS_MAX) * DAY_MS);
}

/** The day behind a day. */
export function dayAfter(day: string, days = 1): string {
  return dayOf(later(startOfDay(day), days * DAY_MS));
}

import type { SUBSCRIPTION_INTERVALS } from '../../../../wire/subscriptions/schemas.ts';

/** What a period is measured in. */
export type Interval = (typeof SUBSCRIPTION_INTERVALS)[number];

/** How the periods of a subscription follow each other. */
export interface Rhythm {
  starts_at: Date;
  interval: Interval;
  interval_count: number;
}

const DAYS_OF_WEEK = 7;
const MONTHS_OF_YEAR = 12;

/** When the nth period begins, the first being 0, in UTC. It is counted from the first and not from the one before, so that
 *  what began on a 31st is due on the last day of a shorter month and on the 31st again after it; a 29th of February likewise. */
export function periodStart(rhythm: Rhythm, nth: number): Date {
  const { starts_at: first, interval, interval_count } = rhythm;
  const units = nth * interval_count;
  switch (interval) {
    case 'day':
      return daysAfter(first, units);
    case 'week':
      return daysAfter(first, units * DAYS_OF_WEEK);
    case 'month':
      return monthsAfter(first, units);
    case 'year':
      return monthsAfter(first, units * MONTHS_OF_YEAR);
  }
}

/** So many days later at the same time of day, in UTC. */
export function daysAfter(date: Date, days: number): Date {
  const after = new Date(date);
  after.setUTCDate(after.getUTCDate() + days);
  return after;
}

function monthsAfter(date: Date, months: number): Date {
  const after = new Date(date);
  after.setUTCDate(1);
  after.setUTCMonth(after.getUTCMonth() + months);
  after.setUTCDate(Math.min(date.getUTCDate(), lastDayOf(after)));
  return after;
}

function lastDayOf(month: Date): number {
  return new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();
}

import { earlier } from '../../lib/time.ts';

/** A calendar month (UTC), by its first day: `2026-01-01`. */
export type Period = string;

/** The month of a text like `2026-01`. */
export function periodOf(month: string): Period {
  return `${month}-01`;
}

/** The first moments of a month and of the next one. */
export function boundsOf(period: Period): { from: Date; to: Date } {
  const from = new Date(`${period}T00:00:00.000Z`);
  return { from, to: new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1)) };
}

/** The last day of a month. */
export function lastDayOf(period: Period): string {
  return earlier(boundsOf(period).to, 1).toISOString().slice(0, 10);
}

export function isOver(period: Period, now: Date): boolean {
  return boundsOf(period).to <= now;
}

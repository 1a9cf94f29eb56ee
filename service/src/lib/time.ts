export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const HOUR_SECONDS = 3_600;
export const DAY_SECONDS = 24 * HOUR_SECONDS;

/** So many milliseconds after a moment. */
export function later(moment: Date, ms: number): Date {
  return new Date(moment.getTime() + ms);
}

/** So many milliseconds before it. */
export function earlier(moment: Date, ms: number): Date {
  return later(moment, -ms);
}

/** The day of a moment, UTC: `YYYY-MM-DD`. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** The first moment of a day, UTC. */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00.000Z`);
}

/** The first moment behind it. */
export function endOfDay(day: string): Date {
  return later(startOfDay(day), DAY_MS);
}

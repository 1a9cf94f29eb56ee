import { DAY_MS, HOUR_MS, later, MINUTE_MS } from '../../lib/time.ts';

/** Until which age an invoice is looked at how often, where no notice of it comes; then every three hours. */
const PACE: readonly (readonly [until: number, every: number])[] = [
  [10 * MINUTE_MS, MINUTE_MS],
  [HOUR_MS, 5 * MINUTE_MS],
  [DAY_MS, 30 * MINUTE_MS],
];
const SLOWEST_MS = 3 * HOUR_MS;
/** What could not be withdrawn when its time was over is tried to be for as long. */
const GRACE_MS = 30 * DAY_MS;
/** For as long the provider may come to show what it was asked to make. */
const TURNING_UP_MS = DAY_MS;

export function firstPollAt(now: Date): Date {
  return later(now, MINUTE_MS);
}

/** When an invoice is looked at next: at its end at the latest, while that lies ahead. */
export function nextPollAt(of: { created_at: Date; expires_at: Date; now: Date }): Date {
  const now = of.now.getTime();
  const end = of.expires_at.getTime();
  // What is behind its end is withdrawn as soon as that is possible.
  const age = now < end ? now - of.created_at.getTime() : now - end;
  const every = PACE.find(([until]) => age < until)?.[1] ?? SLOWEST_MS;
  const next = now + every;
  return new Date(now < end ? Math.min(next, end) : next);
}

/** Whether an invoice that was asked for, and is not shown, may be shown later. */
export function mayTurnUp({ created_at, now }: { created_at: Date; now: Date }): boolean {
  return now.getTime() < created_at.getTime() + TURNING_UP_MS;
}

/** Whether nobody tries to withdraw it any more. */
export function isGivenUp({ expires_at, now }: { expires_at: Date; now: Date }): boolean {
  return now.getTime() >= expires_at.getTime() + GRACE_MS;
}

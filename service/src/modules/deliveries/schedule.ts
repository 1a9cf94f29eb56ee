/** Eight attempts in all; the delay after the first is the first of these. Three tries cover a restart, five an
 *  incident, all of them a receiver that is down for a day. */
const DELAYS_SECONDS = [5, 60, 300, 1_800, 7_200, 28_800, 57_600] as const;
export const ATTEMPTS_MAX = DELAYS_SECONDS.length + 1;

// A receiver that comes back is not hit by everything in one second.
const JITTER = 0.2;
/** What a delay is multiplied by: between `least` and `least + span`, by chance. */
export const JITTERED = { least: 1 - JITTER, span: 2 * JITTER };
// A receiver may ask for more time, but not for so much that the schedule loses its meaning.
const LENGTHENED_MAX = 2;

/** The waiting time before the next attempt, in seconds: the schedule's, ±20 %, times `scale`. Retry-After can only
 *  lengthen it, to twice the delay at most. */
export function retryDelaySeconds(input: {
  attempt: number;
  scale: number;
  random: number;
  retryAfterSeconds: number | null;
}): number {
  const base = (DELAYS_SECONDS[input.attempt - 1] ?? DELAYS_SECONDS.at(-1)!) * input.scale;
  const jittered = base * (JITTERED.least + JITTERED.span * input.random);
  return Math.max(jittered, Math.min(input.retryAfterSeconds ?? 0, base * LENGTHENED_MAX));
}

/** The schedule without jitter, for statements that schedule many rows at once. */
export function scaledDelays(scale: number): number[] {
  return DELAYS_SECONDS.map((seconds) => seconds * scale);
}

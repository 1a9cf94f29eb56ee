import { DAY_SECONDS, later, MINUTE_MS, SECOND_MS } from './time.ts';

const LOOKS_SECONDS = [5, 30, 120, 600, 3_600, 21_600];
const RETRY_MINUTES_MAX = 60;

/** When what has been waited for since then is looked for next: often at first, by and by less so, in the end daily. */
export function nextLookAt(since: Date, now: Date): Date {
  const elapsed = (now.getTime() - since.getTime()) / SECOND_MS;
  const daily = (Math.floor(elapsed / DAY_SECONDS) + 1) * DAY_SECONDS;
  const seconds = LOOKS_SECONDS.find((look) => look > elapsed) ?? daily;
  return later(since, seconds * SECOND_MS);
}

/** When what came to nothing so many times in a row is tried again: in a minute at first, and ever later up to an hour. */
export function retryAt(now: Date, failures: number): Date {
  return later(now, Math.min(2 ** failures, RETRY_MINUTES_MAX) * MINUTE_MS);
}

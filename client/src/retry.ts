import type { Signal } from './shapes.ts';

const FIRST_WAIT_MS = 500;
const WAIT_MAX_MS = 8_000;
// What the service asks for counts for no longer than this.
const ASKED_WAIT_MAX_MS = 30_000;

/** The answers after which the same call may be answered otherwise. */
export const WORTH_REPEATING: readonly number[] = [429, 500, 503, 504];

/** How long to wait before the attempt that follows the `made` ones: longer each time, with jitter, and at least what
 *  the service asked for. */
export function waitMs(made: number, retryAfter: string | null, chance = Math.random()): number {
  const own = Math.min(FIRST_WAIT_MS * 2 ** (made - 1), WAIT_MAX_MS);
  const asked = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) * 1_000 : 0;
  return Math.max(own * (0.5 + chance / 2), Math.min(asked, ASKED_WAIT_MAX_MS));
}

/** Waits, unless the call is given up meanwhile. */
export async function pause(ms: number, signal: Signal | undefined): Promise<void> {
  if (signal?.aborted) throw signal.reason;
  await new Promise<void>((resolve, reject) => {
    const done = () => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    };
    const timer = setTimeout(done, ms);
    const giveUp = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      // The caller's own reason, as the platform's calls reject with it.
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', giveUp);
  });
}

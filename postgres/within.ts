import { whenLate } from './when-late.ts';

/** Waits for something, at most `ms` and never less. Tells whether it came; what it was, or how it failed, is not told. */
export async function within(ms: number, awaited: Promise<unknown> | null): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  // A timer drops what is left of a millisecond, of its length and of when it began: alone it may end two too early,
  // and who looks at the clock then finds time left.
  const heard = whenLate(Math.ceil(ms) + 1, () => resolve(false));
  const came = (): void => resolve(true);
  awaited?.then(came, came);
  try {
    return await promise;
  } finally {
    heard();
  }
}

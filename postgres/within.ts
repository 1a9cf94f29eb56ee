/** Waits for something, at most `ms` and never less. Tells whether it came; what it was, or how it failed, is not told. */
export async function within(ms: number, awaited: Promise<unknown> | null): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  // A timer drops what is left of a millisecond, of its length and of when it began: alone it may end two too early,
  // and who looks at the clock then finds time left.
  const timer = setTimeout(resolve, Math.ceil(ms) + 1, false);
  const came = (): void => resolve(true);
  awaited?.then(came, came);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for something, at most `ms`. Tells whether it came; what it was, or how it failed, is not told. */
export async function within(ms: number, awaited: Promise<unknown> | null): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, ms, false);
  const came = (): void => resolve(true);
  awaited?.then(came, came);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}

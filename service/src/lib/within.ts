/** Waits for a promise that does not reject, but no longer than so many milliseconds. */
export async function within(timeoutMs: number, promise: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, timeoutMs);
  await Promise.race([promise, late.promise]);
  clearTimeout(timer);
}

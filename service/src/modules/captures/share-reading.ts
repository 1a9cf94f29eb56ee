import type { Ctx } from '../../context.ts';
import { forMany } from '../../db/share.ts';

interface Reading<T> {
  /** Null until the provider is asked. */
  askedAt: Date | null;
  found: Promise<T>;
}

const underWay = new WeakMap<Ctx, Map<string, Reading<unknown>>>();

/** Reads something of a transaction from its provider, or waits for a reading that is under way and was begun after
 *  whatever was heard of it: what that shows is no older. `read` tells when the provider was asked. It is waited for as
 *  long as the provider is, which is no matter of how long a caller waits for the database. */
export function shareReading<T>(
  ctx: Ctx,
  of: { transactionId: string; heardAt: Date },
  read: (onAsked: (askedAt: Date) => void) => Promise<T>,
): Promise<T> {
  const { transactionId, heardAt } = of;
  const readings = (underWay.get(ctx) ?? new Map()) as Map<string, Reading<T>>;
  underWay.set(ctx, readings);
  const other = readings.get(transactionId);
  if (other && (other.askedAt === null || other.askedAt > heardAt)) return other.found;
  const reading: Reading<T> = { askedAt: null, found: Promise.resolve(null as T) };
  const found = forMany(() => read((askedAt) => (reading.askedAt = askedAt)));
  reading.found = found.finally(() => {
    // One that was begun later has its place.
    if (readings.get(transactionId) === reading) readings.delete(transactionId);
  });
  readings.set(transactionId, reading);
  return reading.found;
}

import { DAY_MS, dayOf } from '../../lib/time.ts';
import type { Days } from './tallies.ts';

// What a day of the database can be; nothing was paid before, and nothing will be read after.
const EARLIEST = new Date('1970-01-01T00:00:00Z');
const LATEST = new Date('9999-12-31T23:59:59.999Z');

/** A span of time, its ends included. */
export interface Span {
  from: Date;
  to: Date;
}

/** A span cut at midnights (UTC): the whole days in it, and what is left before and after them, each null when there is
 *  none. */
export interface Cut {
  before: Span | null;
  days: Days | null;
  after: Span | null;
}

/** Cuts what lies between two times, an open end being all that can be. Null when nothing lies between them. */
export function cutAtMidnights(open: { from?: Date | undefined; to?: Date | undefined }): Cut | null {
  const from = new Date(Math.max(EARLIEST.getTime(), open.from?.getTime() ?? -Infinity));
  const to = new Date(Math.min(LATEST.getTime(), open.to?.getTime() ?? Infinity));
  if (from > to) return null;
  const firstMs = Math.ceil(from.getTime() / DAY_MS) * DAY_MS;
  const endMs = Math.floor((to.getTime() + 1) / DAY_MS) * DAY_MS;
  if (firstMs > endMs) return { before: { from, to }, days: null, after: null };
  return {
    before: from.getTime() < firstMs ? { from, to: new Date(firstMs - 1) } : null,
    days: firstMs < endMs ? { first: dayOf(new Date(firstMs)), last: dayOf(new Date(endMs - 1)) } : null,
    after: to.getTime() >= endMs ? { from: new Date(endMs), to } : null,
  };
}

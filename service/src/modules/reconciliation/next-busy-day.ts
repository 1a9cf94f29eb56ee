import type { Ctx } from '../../context.ts';
import { DAY_MS, dayOf, startOfDay } from '../../lib/time.ts';
import type { SearchFacet, Seller } from '../../rails/rail.ts';
import type { DayRow } from './day-row.ts';
import { firstOfOurs } from './our-queries.ts';
import { dayAfter } from './schedule.ts';

// The provider searches no longer span than 31 days.
const SKIMMED_DAYS_MAX = 30;

/** The day to compare behind this one. Where several are behind, those on which neither side shows anything are passed over
 *  by asking once for all of them. */
export async function nextBusyDay(
  ctx: Ctx,
  day: DayRow,
  { search, seller }: { search: SearchFacet; seller: Seller },
): Promise<string> {
  const next = dayAfter(day.day);
  const shownMs = ctx.clock.now().getTime() - search.lag_seconds * 1_000;
  const behind = Math.floor((shownMs - startOfDay(next).getTime()) / DAY_MS);
  if (behind < 2) return next;
  const last = dayAfter(next, Math.min(behind, SKIMMED_DAYS_MAX));
  const span = { from: startOfDay(next), to: startOfDay(last) };
  const found = await search.page({ seller, ...span, page: 1, mark: null });
  if (found.kind !== 'found' || !found.is_last) return next;
  const theirs = found.entries
    .map(({ began_at }) => began_at.getTime())
    .filter((at) => at < span.to.getTime());
  const ours = await firstOfOurs(ctx.db, day, span);
  const first = Math.min(span.to.getTime(), ours?.getTime() ?? Infinity, ...theirs);
  return dayOf(new Date(Math.max(first, span.from.getTime())));
}

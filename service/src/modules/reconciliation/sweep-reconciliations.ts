import type { Ctx } from '../../context.ts';
import { heldWork } from '../../db/due.ts';
import { inTransaction, isUnavailable } from '../../db/tx.ts';
import { retryAt } from '../../lib/next-look.ts';
import { endOfDay, SECOND_MS, startOfDay } from '../../lib/time.ts';
import { newWorkPool, type WorkPool } from '../../lib/work-pool.ts';
import type { ProviderEntry, SearchFacet, Seller } from '../../rails/rail.ts';
import { type AccountToday, accountToday, sellerOf } from '../accounts/index.ts';
import { closeUnseen, hasOpenDifference } from '../differences/index.ts';
import { claimDays, type DayChange, followDay, type HeldDay, holdDays, moveDay } from './day-queries.ts';
import type { DayRow } from './day-row.ts';
import { dropEntries, keepEntries } from './entry-queries.ts';
import { judgeBatch } from './judge-batch.ts';
import { lookUnseen, type NothingFound } from './look-unseen.ts';
import { deniedUntil, firstLookAt, nextDayLookAt, shownUntil } from './schedule.ts';
import { nextBusyDay } from './next-busy-day.ts';

const PLACES = 4;
const BATCH = 100;
const SPAN_SECONDS = 86_400;
/** A span in which more happened than the provider shows at all is asked for in halves, down to this. */
const SPAN_SECONDS_MIN = 60;
/** No span has so many pages that a provider shows rightly. */
export const PAGES_MAX = 10_000;
/** How often a page that cannot be read is asked for again, about an hour, before those in front of it are read anew. */
const UNREAD_MAX = 6;
const ANEW = {
  phase: 'reading',
  begun_at: null,
  refreshed_at: null,
  read_until: null,
  page: 1,
  behind: '',
} as const;
const DENIED = 'not permitted: ';

/** A sweep: days of accounts that are due are compared with the provider's books, a page or a batch at a time, so that whoever
 *  goes on begins where the last one ended. */
export function sweepOfReconciliations(ctx: Ctx): WorkPool {
  const work = heldWork<DayRow>(ctx.clock, {
    claim: (claim) => claimDays(ctx.db, claim),
    act: (day, { cut }) => goOn(ctx, day, cut).catch(failed(ctx, day)),
    hold: (held, until) => holdDays(ctx.db, held, until),
  });
  return newWorkPool(work, { places: PLACES });
}

interface Asking {
  search: SearchFacet;
  seller: Seller;
  account: AccountToday;
  cut: AbortSignal;
}

async function goOn(ctx: Ctx, day: HeldDay, cut: AbortSignal): Promise<void> {
  const search = ctx.rails.get(day.provider)?.books?.search;
  if (!search) return postpone(ctx, day, 'this provider cannot be asked');
  const { provider } = day;
  const account = await accountToday(ctx.db, day);
  const seller = await sellerOf(ctx, { ...account, provider, wallet_merchant_id: account.provider_account });
  const asking = { search, seller, account, cut };
  switch (day.phase) {
    case 'reading':
      return readPage(ctx, day, asking);
    case 'theirs': {
      const behind = await judgeBatch(ctx, day, { limit: BATCH, cut });
      return behind === null ? begin(ctx, day, 'captures') : goOnBehind(ctx, day, behind);
    }
    case 'captures':
    case 'refunds':
      return lookForOurs(ctx, day, asking);
  }
}

async function readPage(ctx: Ctx, day: HeldDay, { search, seller }: Asking): Promise<void> {
  const begun_at = day.begun_at ?? ctx.clock.now();
  const from = day.read_until ?? startOfDay(day.day);
  const end = endOfDay(day.day);
  const to = new Date(Math.min(from.getTime() + day.span_seconds * SECOND_MS, end.getTime()));
  const { page: number } = day;
  const mark = number === 1 ? null : day.page_mark;
  const found = await search.page({ seller, from, to, page: number, mark });
  switch (found.kind) {
    case 'found': {
      const ofDay = found.entries.filter(({ began_at }) => began_at >= startOfDay(day.day) && began_at < end);
      const refreshed_at = day.begun_at === null ? found.refreshed_at : day.refreshed_at;
      const so_far = { begun_at, refreshed_at, entries: ofDay.length + (day.begun_at ? day.entries : 0) };
      const page = { of: day, entries: ofDay };
      if (!found.is_last) {
        if (number >= PAGES_MAX) return giveUp(ctx, day, 'its pages have no end');
        const page_mark = found.mark ?? null;
        return keepPage(ctx, page, { ...so_far, page: number + 1, page_mark });
      }
      if (to < end) return keepPage(ctx, page, { ...so_far, page: 1, read_until: to });
      return keepPage(ctx, page, { ...so_far, phase: 'theirs', behind: '' });
    }
    case 'too_many': {
      const span_seconds = Math.floor(day.span_seconds / 2);
      if (span_seconds < SPAN_SECONDS_MIN) return putOff(ctx, day, found);
      return further(ctx, day, { span_seconds, page: 1 });
    }
    case 'unknown':
      // What the page before gave to go on by may be old.
      if (number > 1 && failuresOf(day) >= UNREAD_MAX) return giveUp(ctx, day, found.problem);
      return putOff(ctx, day, found);
    case 'denied':
    case 'unreachable':
      return putOff(ctx, day, found);
  }
}

// Whoever does not hold the day any more writes nothing, or the look of another would find what is not in its pages.
async function keepPage(
  ctx: Ctx,
  { of: day, entries }: { of: HeldDay; entries: readonly ProviderEntry[] },
  set: Omit<DayChange, 'due_at'>,
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    if (!(await moveDay(tx, day, { ...set, ...goneWell(ctx) }))) return;
    if (day.begun_at === null) await dropEntries(tx, day.id);
    await keepEntries(tx, day.id, entries);
  });
}

async function lookForOurs(ctx: Ctx, day: HeldDay, asking: Asking): Promise<void> {
  const { behind, nothing } = await lookUnseen(ctx, day, { ...asking, limit: BATCH });
  if (nothing !== null) return putOff(ctx, behind === null ? day : { ...day, behind, failures: 0 }, nothing);
  if (behind !== null) return goOnBehind(ctx, day, behind);
  return day.phase === 'captures' ? begin(ctx, day, 'refunds') : finish(ctx, day, asking);
}

async function finish(ctx: Ctx, day: HeldDay, { search, seller, account }: Asking): Promise<void> {
  const now = ctx.clock.now();
  const lagSeconds = search.lag_seconds;
  const until = shownUntil({ begun_at: day.begun_at!, refreshed_at: day.refreshed_at }, lagSeconds);
  const isWhole = until >= endOfDay(day.day);
  const next = isWhole && day.is_daily ? await nextBusyDay(ctx, day, { search, seller }) : null;
  await inTransaction(ctx.db, async (tx) => {
    await closeUnseen(tx, day, now);
    const hasOpen = await hasOpenDifference(tx, day.id);
    const looks = day.looks + 1;
    const due_at = nextDayLookAt({ ...day, looks }, { isWhole, hasOpen, lagSeconds, now });
    const looked = { looked_at: now, looks, is_whole: isWhole, failures: 0, problem: null, due_at };
    if (!(await moveDay(tx, day, { ...ANEW, ...looked, span_seconds: SPAN_SECONDS }))) return;
    await dropEntries(tx, day.id);
    if (next === null) return;
    const following = { provider: day.provider, ...account, day: next };
    await followDay(tx, { ...following, due_at: firstLookAt(following, lagSeconds) }, now);
  });
  const { provider, rail_account_id, entries } = day;
  const told = { provider, rail_account_id, day: day.day, entries, is_whole: isWhole };
  ctx.log.info({ event: 'reconciliation.compared', ...told }, 'a day was compared');
}

async function begin(ctx: Ctx, day: HeldDay, phase: DayRow['phase']): Promise<void> {
  await further(ctx, day, { phase, behind: '' });
}

async function goOnBehind(ctx: Ctx, day: HeldDay, behind: string): Promise<void> {
  await further(ctx, day, { behind });
}

async function further(ctx: Ctx, day: HeldDay, set: Omit<DayChange, 'due_at'>): Promise<void> {
  await moveDay(ctx.db, day, { ...set, ...goneWell(ctx) });
}

function goneWell({ clock }: Ctx) {
  return { failures: 0, problem: null, due_at: clock.now() };
}

// It goes on behind what the provider has answered: one that answers so much at a time would never come to the end else.
async function putOff(ctx: Ctx, day: HeldDay, found: NothingFound): Promise<void> {
  switch (found.kind) {
    case 'denied': {
      // Each kind of failure waits longer by its own: minutes for one that may answer soon, days for one that says no.
      const failures = isDenied(day) ? day.failures : 0;
      const due_at = deniedUntil(ctx.clock.now(), failures);
      const problem = `${DENIED}${found.refusal.issue}`;
      await moveDay(ctx.db, day, { due_at, problem, failures: failures + 1, behind: day.behind });
      return;
    }
    case 'too_many':
      return postpone(ctx, day, 'more happened than the provider shows');
    case 'unknown':
    case 'unreachable':
      return postpone(ctx, day, found.problem);
  }
}

function isDenied({ problem }: DayRow): boolean {
  return problem?.startsWith(DENIED) ?? false;
}

function failuresOf(day: DayRow): number {
  return isDenied(day) ? 0 : day.failures;
}

async function postpone(ctx: Ctx, day: HeldDay, problem: string): Promise<void> {
  const failures = failuresOf(day);
  tellPostponed(ctx, day, problem);
  const due_at = retryAt(ctx.clock.now(), failures);
  await moveDay(ctx.db, day, { due_at, problem, failures: failures + 1, behind: day.behind });
}

// Each of the pages before went well, and would again: what is read for so long is not begun anew within minutes.
async function giveUp(ctx: Ctx, day: HeldDay, problem: string): Promise<void> {
  tellPostponed(ctx, day, problem);
  const due_at = deniedUntil(ctx.clock.now(), 0);
  await moveDay(ctx.db, day, { ...ANEW, due_at, problem, failures: day.failures + 1 });
}

function tellPostponed(ctx: Ctx, { provider, rail_account_id, day }: HeldDay, problem: string): void {
  const of = { provider, rail_account_id, day, problem };
  ctx.log.warn({ event: 'reconciliation.postponed', ...of }, 'a day could not be compared');
}

function failed(ctx: Ctx, day: HeldDay): (error: unknown) => Promise<void> {
  const log = (err: unknown) =>
    ctx.log.error({ event: 'reconciliation.failed', day_id: day.id, err }, 'comparing a day failed');
  return async (error) => {
    log(error);
    if (isUnavailable(error)) throw error;
    // What cannot be written down either is due again when nobody holds it any more.
    await postpone(ctx, day, 'comparing it failed').catch(log);
  };
}

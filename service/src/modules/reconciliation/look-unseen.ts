import type { Ctx } from '../../context.ts';
import { DAY_MS, earlier, later } from '../../lib/time.ts';
import type { ProviderEntry, SearchFacet, SearchOutcome, Seller, WantedEntry } from '../../rails/rail.ts';
import { type Finding, listFinding } from '../differences/index.ts';
import type { HeldDay } from './day-queries.ts';
import { isSameDay, shownEntry, unshownPayment, unshownReturn } from './judge.ts';
import { type OurPayment, type OurReturn, unseenPayments, unseenReturns } from './our-queries.ts';
import { shownUntil } from './schedule.ts';

// The provider searches no longer span than 31 days.
const AROUND_MS = 15 * DAY_MS;

interface Unseen {
  id: string;
  kind: WantedEntry['kind'];
  provider_id: string | null;
  provider_order_id: string | null;
  at: Date;
  /** When it began, and what else it cannot have been before. */
  notBefore: [began_at: Date | null, ...others: (Date | null)[]];
  finding(theirs: Finding['theirs']): Finding;
}

/** Why nothing is known of what was asked for. */
export type NothingFound = Exclude<SearchOutcome, { kind: 'found' }>;

/** How far a day was looked at. */
interface Looked {
  /** What is done with; null when there was nothing left to ask about, or nothing was learned of the first. */
  behind: string | null;
  /** Why it ends there; null when it goes on. */
  nothing: NothingFound | null;
}

/** Asks the provider about what of ours a day of it does not show, one by one, and lists what it does not know, or knows
 *  otherwise. What stands there on another day is told of as a difference of the day. */
export async function lookUnseen(
  ctx: Ctx,
  day: HeldDay,
  of: { search: SearchFacet; seller: Seller; limit: number; cut: AbortSignal },
): Promise<Looked> {
  const begun_at = day.begun_at!;
  const until = shownUntil({ begun_at, refreshed_at: day.refreshed_at }, of.search.lag_seconds);
  let behind: string | null = null;
  for (const unseen of await unseenOf(ctx, day, { ...of, until })) {
    if (of.cut.aborted) return { behind: behind ?? day.behind, nothing: null };
    const nothing = await lookForOne(ctx, day, unseen, of);
    if (nothing !== null) return { behind, nothing };
    behind = unseen.id;
  }
  return { behind, nothing: null };
}

async function lookForOne(
  ctx: Ctx,
  day: HeldDay,
  unseen: Unseen,
  { search, seller }: { search: SearchFacet; seller: Seller },
): Promise<NothingFound | null> {
  const { kind, provider_id, provider_order_id, at } = unseen;
  const reached = earlier(ctx.clock.now(), search.reach_days * DAY_MS);
  let shown: ProviderEntry[] = [];
  for (const { from, to } of provider_id === null ? [] : spansOf(unseen, reached)) {
    const found = await search.one({ seller, from, to, provider_id: provider_id!, kind, provider_order_id });
    if (found.kind !== 'found') return found;
    shown = found.entries.filter((entry) => entry.provider_id === provider_id && isOf(kind, entry));
    if (shown.length > 0) break;
  }
  const done = shown.find(({ status }) => status === 'completed');
  // It counts to another day of theirs by right, where it was judged.
  const { times_told } = ctx.rails.kind(day.provider).traits;
  if (done && isSameDay(done, at, { notBefore: unseen.notBefore, times_told })) return null;
  const [other] = done ? [done] : shown;
  const theirs = other
    ? shownEntry({ ...other, amount_cents: other.amount, provider_fee_cents: other.provider_fee })
    : null;
  const finding = unseen.finding(theirs);
  await listFinding(ctx, day, done ? { ...finding, cause: 'day' } : finding, 'open');
  return null;
}

// When it came to be, and where it was held back for so long that this leaves it out, when it began: the provider may date it by that.
function spansOf({ at, notBefore: [began] }: Unseen, reached: Date): { from: Date; to: Date }[] {
  const spans = [{ from: earlier(at, AROUND_MS), to: later(at, AROUND_MS) }];
  if (began !== null && began < spans[0]!.from)
    spans.push({ from: earlier(began, DAY_MS), to: later(began, 2 * AROUND_MS - DAY_MS) });
  return spans
    .map(({ from, to }) => ({ from: from < reached ? reached : from, to }))
    .filter(({ from, to }) => from < to);
}

// What is taken back whole may bear the id of what was taken.
function isOf(kind: WantedEntry['kind'], entry: ProviderEntry): boolean {
  const isReturn = entry.kind === 'refund' || entry.kind === 'reversal';
  return kind === 'capture' ? !isReturn : entry.kind !== 'capture';
}

async function unseenOf(
  ctx: Ctx,
  day: HeldDay,
  { search, until, limit }: { search: SearchFacet; until: Date; limit: number },
): Promise<Unseen[]> {
  const asked = { day, until, behind: day.behind, limit };
  return day.phase === 'captures'
    ? (await unseenPayments(ctx.db, asked)).map(paymentUnseen)
    : (await unseenReturns(ctx.db, asked, { reversalsToo: search.shows_reversals })).map(returnUnseen);
}

function paymentUnseen(payment: OurPayment): Unseen {
  const { id, provider_capture_id: provider_id, provider_order_id, captured_at, approved_at } = payment;
  const finding = (theirs: Finding['theirs']) => unshownPayment(payment, theirs);
  const wanted = { kind: 'capture', provider_id, provider_order_id } as const;
  return { id, ...wanted, at: captured_at!, notBefore: [approved_at], finding };
}

function returnUnseen({ returned, payment }: { returned: OurReturn; payment: OurPayment }): Unseen {
  const { id, provider_refund_id: provider_id, completed_at, created_at } = returned;
  const { provider_order_id } = payment;
  const wanted = { kind: 'return', provider_id, provider_order_id } as const;
  const finding = (theirs: Finding['theirs']) => unshownReturn(returned, payment, theirs);
  return { id, ...wanted, at: completed_at!, notBefore: [created_at, payment.captured_at], finding };
}

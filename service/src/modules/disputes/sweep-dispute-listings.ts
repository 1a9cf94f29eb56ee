import type { Ctx } from '../../context.ts';
import { heldWork } from '../../db/due.ts';
import { isUnavailable } from '../../db/tx.ts';
import { retryAt } from '../../lib/next-look.ts';
import { DAY_MS, earlier, HOUR_MS, later, MINUTE_MS } from '../../lib/time.ts';
import { newWorkPool, type WorkPool } from '../../lib/work-pool.ts';
import type { DisputesFacet, ListDisputesOutcome } from '../../rails/rail.ts';
import {
  claimListings,
  findAccount,
  hasOpenDispute,
  holdListings,
  type Listing,
  updateListing,
} from './account-queries.ts';
import { addressOf, sellerAt } from './address.ts';
import { knownAsOf } from './queries.ts';
import { readBackDispute } from './read-back.ts';

const PLACES = 8;
/** How often it is asked whether something moved without a notice. */
const IDLE_HOURS = 6;
const WATCHED_HOURS = 1;
const DENIED_HOURS = 24;
/** How often a page is tried again for the sake of a dispute that cannot be read: about an hour. */
const TRIES_FOR_ONE = 6;
/** Clocks need not agree, and what a listing passed over while it went on is found by the next. */
const OVERLAP_HOURS = 1;

/** A sweep: asks each account's provider which of its disputes moved, and reads those back. What was told while nobody
 *  listened is found so: the first listing of an account reaches as far back as the provider's search. */
export function sweepOfDisputeListings(ctx: Ctx): WorkPool {
  const work = heldWork<Listing>(ctx.clock, {
    claim: (claim) => claimListings(ctx.db, claim),
    act: (listing, { cut }) => listPage(ctx, listing, cut).catch(failed(ctx, listing)),
    hold: (held, until) => holdListings(ctx.db, held, until),
  });
  return newWorkPool(work, { places: PLACES });
}

// One page at a time; what is done is done, whoever goes on.
async function listPage(ctx: Ctx, held: Listing, cut: AbortSignal): Promise<void> {
  // Its account may have come to another merchant since it was first listed.
  const listing = { ...held, ...(await findAccount(ctx.db, held)) };
  const facet = ctx.rails.get(listing.provider)?.disputes;
  const begun_at = listing.listing_begun_at ?? ctx.clock.now();
  const listed: ListDisputesOutcome = facet
    ? await facet.list({
        seller: await sellerAt(ctx, addressOf(listing)),
        since: withinReach(ctx, listing.listed_until, facet),
        page: listing.next_page,
      })
    : { kind: 'unknown', problem: 'this provider is not configured' };
  switch (listed.kind) {
    case 'found': {
      const unread = await readMoved(ctx, listing, listed.disputes, cut);
      if (unread !== null) return postpone(ctx, listing, unread);
      // A page that leads to itself is the last one.
      const isLast = listed.next_page === null || listed.next_page === listing.next_page;
      if (isLast) return finish(ctx, listing, begun_at);
      const further = { next_page: listed.next_page, listing_begun_at: begun_at, failures: 0 };
      return updateListing(ctx.db, listing.id, { ...further, due_at: ctx.clock.now() });
    }
    case 'no_page':
      return updateListing(ctx.db, listing.id, { next_page: null, due_at: after(ctx, MINUTE_MS) });
    case 'denied':
      return updateListing(ctx.db, listing.id, { failures: 0, due_at: after(ctx, DENIED_HOURS * HOUR_MS) });
    case 'unknown':
    case 'unreachable':
      return postpone(ctx, listing, listed.problem);
  }
}

/** Reads back what stands there otherwise than here, and tells why the page must be read again. One that nobody can read is
 *  passed over after a while, for the sake of those on the pages behind it: its next notice or move brings it back. */
async function readMoved(
  ctx: Ctx,
  listing: Listing,
  disputes: Extract<ListDisputesOutcome, { kind: 'found' }>['disputes'],
  cut: AbortSignal,
): Promise<string | null> {
  const known = await knownAsOf(ctx.db, listing.provider, disputes);
  const unread: string[] = [];
  for (const { provider_dispute_id } of disputes.filter((one) => !known.has(one.provider_dispute_id))) {
    if (cut.aborted) return 'it was stopped';
    const back = await readBackDispute(ctx, { ...addressOf(listing), provider_dispute_id });
    if (back.kind === 'unreachable') return back.problem;
    if (back.kind === 'unknown') unread.push(provider_dispute_id);
  }
  if (unread.length === 0) return null;
  if (listing.failures < TRIES_FOR_ONE) return `not readable: ${unread.join(', ')}`;
  const { provider, rail_account_id } = listing;
  const line = { event: 'disputes.passed_over', provider, rail_account_id, provider_dispute_ids: unread };
  ctx.log.error(line, 'disputes that cannot be read are passed over');
  return null;
}

async function finish(ctx: Ctx, listing: Listing, begun_at: Date): Promise<void> {
  const hours = (await hasOpenDispute(ctx.db, listing)) ? WATCHED_HOURS : IDLE_HOURS;
  await updateListing(ctx.db, listing.id, {
    listed_until: earlier(begun_at, OVERLAP_HOURS * HOUR_MS),
    listing_begun_at: null,
    next_page: null,
    failures: 0,
    due_at: after(ctx, hours * HOUR_MS),
  });
}

async function postpone(ctx: Ctx, listing: Listing, problem: string): Promise<void> {
  const { provider, rail_account_id, failures } = listing;
  ctx.log.warn({ event: 'disputes.not_listed', provider, rail_account_id, problem }, 'disputes not listed');
  await updateListing(ctx.db, listing.id, {
    failures: failures + 1,
    due_at: retryAt(ctx.clock.now(), failures),
  });
}

function failed(ctx: Ctx, { id }: Listing): (error: unknown) => void {
  return (error) => {
    ctx.log.error(
      { event: 'disputes.listing_failed', listing_id: id, err: error },
      'listing disputes failed',
    );
    if (isUnavailable(error)) throw error;
  };
}

function withinReach(ctx: Ctx, since: Date | null, { reach_days }: DisputesFacet): Date | null {
  return since !== null && since > after(ctx, -reach_days * DAY_MS) ? since : null;
}

function after(ctx: Ctx, ms: number): Date {
  return later(ctx.clock.now(), ms);
}

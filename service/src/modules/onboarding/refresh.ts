import type { Ctx } from '../../context.ts';
import { onBehalfOfNobody } from '../../db/callers.ts';
import type { OnboardingFacet, ProviderSeller } from '../../rails/rail.ts';
import type { RefusalName } from '../../refusals.ts';
import { createPace, type Pace } from './pace.ts';
import { type Connection, isLinkedElsewhere, readConnection, recentLinks } from './queries.ts';
import { type Reading, type SellerAnswer, storeAnswer } from './store-answer.ts';

/** A question is shared by those who ask the same within this time; later ones do not queue behind it. */
const SHARED_MS = 1_000;
const LINKS_ASKED_MAX = 5;
const UNDERWAY_MAX = 32;

/** A refresh under way: `heard` ends when the provider has answered, `stored` when what follows from it is stored.
 *  `steps` counts the calls that were begun and answered meanwhile. */
export interface Refresh {
  pace: Pace;
  heard: Promise<unknown>;
  steps: () => number;
  stored: Promise<Reading>;
}

/** Reads a merchant's state back from the wallet provider and stores what follows from it, raising what moved. When
 *  the provider cannot be reached the stored state stays and the next tries are spaced out. */
export async function refreshMerchant(ctx: Ctx, merchantId: string): Promise<Reading> {
  const stored = (await readConnection(ctx.db, merchantId))!;
  const { facet } = ctx.rails.onboarding();
  return facet ? start(ctx, facet, stored).stored : { connection: stored, fresh: false };
}

/** The same for whoever does not want to wait: begins a refresh or joins the one that was begun a moment ago. Null
 *  when there is nobody to ask or too much is being asked already. It ends by itself and its failure is logged. */
export function beginRefresh(ctx: Ctx, stored: Connection): Refresh | null {
  const { facet } = ctx.rails.onboarding();
  if (!facet) return null;
  const { underway } = deskOf(ctx);
  const earlier = underway.get(stored.merchant_id);
  const now = performance.now();
  if (earlier && now - earlier.begunAt < SHARED_MS) return earlier.refresh;
  if (underway.size >= UNDERWAY_MAX && !earlier) return null;
  // Whoever joins is not to be out of time with whoever began it.
  const refresh = onBehalfOfNobody(() => start(ctx, facet, stored));
  const entry = { refresh, begunAt: now };
  underway.set(stored.merchant_id, entry);
  void refresh.stored
    .catch((error: unknown) => logFailure(ctx, error))
    .finally(() => {
      if (underway.get(stored.merchant_id) === entry) underway.delete(stored.merchant_id);
    });
  return refresh;
}

/** Something was heard that the stored state of a merchant does not explain: it is read back, and nobody waits. Never
 *  rejects: whoever heard it has something else to answer. */
export async function refreshSoon(ctx: Ctx, merchantId: string): Promise<void> {
  try {
    const stored = await readConnection(ctx.db, merchantId);
    if (stored) beginRefresh(ctx, stored);
  } catch (error) {
    logFailure(ctx, error);
  }
}

/** The same for a refusal that somebody is about to be told: one of the seller says that what is stored of the seller is old. */
export async function refreshIfOfSeller(
  ctx: Ctx,
  merchantId: string,
  refusal: RefusalName | null,
): Promise<void> {
  if (refusal === 'seller_refused') await refreshSoon(ctx, merchantId);
}

function logFailure(ctx: Ctx, error: unknown): void {
  ctx.log.error({ event: 'onboarding.refresh_failed', err: error }, 'a refresh could not be stored');
}

/** What a process knows of the provider's pace, and what it is asking at the moment. */
interface Desk {
  pace: Pace;
  underway: Map<string, { refresh: Refresh; begunAt: number }>;
}

const desks = new WeakMap<Ctx, Desk>();

function deskOf(ctx: Ctx): Desk {
  const desk = desks.get(ctx) ?? { pace: createPace(), underway: new Map<string, never>() };
  desks.set(ctx, desk);
  return desk;
}

function start(ctx: Ctx, facet: OnboardingFacet, stored: Connection): Refresh {
  const { pace } = deskOf(ctx);
  const askedAt = ctx.clock.now();
  let steps = 0;
  const heard = ask(
    ctx,
    timed(facet, pace, () => (steps += 1)),
    stored,
  );
  const after = heard.then((answer) => storeAnswer(ctx, stored, { answer, askedAt }));
  return { pace, heard, steps: () => steps, stored: after };
}

type Asked = Pick<OnboardingFacet, 'findSeller' | 'readSeller' | 'readPrimaryCurrency'>;

// Only answers tell the pace: what was refused on the way or never came says nothing about it.
function timed(facet: OnboardingFacet, pace: Pace, step: () => void): Asked {
  const time = async <A extends { kind: string }>(call: Promise<A>): Promise<A> => {
    const begunAt = performance.now();
    step();
    const answer = await call;
    step();
    if (answer.kind !== 'unreachable' && answer.kind !== 'unknown')
      pace.answered(performance.now() - begunAt);
    return answer;
  };
  return {
    findSeller: (trackingId) => time(facet.findSeller(trackingId)),
    readSeller: (account) => time(facet.readSeller(account)),
    readPrimaryCurrency: (account) => time(facet.readPrimaryCurrency(account)),
  };
}

// The newest link that came to an end decides which account the merchant chose; without one, the linked account
// stands. It stands too where the chosen one is another merchant's: what becomes of it has to be heard all the same.
async function ask(ctx: Ctx, facet: Asked, stored: Connection): Promise<SellerAnswer> {
  const { merchant_id } = stored;
  const linked = stored.disconnected_at === null ? stored.wallet_merchant_id : null;
  const chosen = await askForChosen(ctx, facet, stored);
  if (chosen.kind === 'unreachable') return chosen;
  const choice = chosen.account ?? linked;
  if (choice === null) return { kind: 'nobody' };
  const account_conflict =
    linked !== null &&
    choice !== linked &&
    (await isLinkedElsewhere(ctx.db, { merchant_id, wallet_merchant_id: choice }));
  const account = account_conflict ? linked : choice;
  const read = await facet.readSeller(account);
  if (read.kind === 'gone') return { kind: 'gone', wallet_merchant_id: account, account_conflict };
  if (read.kind !== 'found') return noAnswer(read);
  const primary_currency = await currencyOf(facet, stored, read.seller);
  return { kind: 'seller', seller: { ...read.seller, primary_currency }, account_conflict };
}

type Chosen = { kind: 'chosen'; account: string | null } | ReturnType<typeof noAnswer>;

async function askForChosen(ctx: Ctx, facet: Asked, stored: Connection): Promise<Chosen> {
  for (const { tracking_id } of await linksToAskFor(ctx, stored)) {
    const found = await facet.findSeller(tracking_id);
    if (found.kind === 'unreachable' || found.kind === 'unknown') return noAnswer(found);
    if (found.kind !== 'missing') return { kind: 'chosen', account: found.provider_account };
  }
  return { kind: 'chosen', account: null };
}

// A link that was handed out before the newest one leads to the provider all the same, and a merchant without an account
// may have gone by it. With an account the newest alone tells of another. What was begun before the operator ended the
// connection would lead back to it.
async function linksToAskFor(ctx: Ctx, stored: Connection) {
  const { merchant_id, disconnected_at: ended } = stored;
  const limit = stored.wallet_merchant_id === null ? LINKS_ASKED_MAX : 1;
  const links = await recentLinks(ctx.db, { merchant_id, limit });
  return links.filter(({ created_at }) => ended === null || created_at > ended);
}

function noAnswer(
  outcome: { kind: 'unknown' } | { kind: 'unreachable'; retry_after_seconds: number | null },
): Extract<SellerAnswer, { kind: 'unreachable' }> {
  return {
    kind: 'unreachable',
    retry_after_seconds: outcome.kind === 'unreachable' ? outcome.retry_after_seconds : null,
  };
}

// The status names the currency only to a partner that may read the seller's details. The seller's balances name it
// too, where their reports may be read; it is asked for once, since it hardly ever changes.
async function currencyOf(facet: Asked, stored: Connection, seller: ProviderSeller): Promise<string | null> {
  if (seller.primary_currency !== null) return seller.primary_currency;
  const { wallet_merchant_id } = seller;
  if (stored.wallet_merchant_id === wallet_merchant_id && stored.primary_currency !== null)
    return stored.primary_currency;
  if (!seller.granted?.features.reporting_reconciliation) return null;
  const found = await facet.readPrimaryCurrency(wallet_merchant_id);
  return found.kind === 'found' ? found.currency : null;
}

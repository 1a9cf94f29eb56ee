import type { Ctx } from '../../context.ts';
import { breaches, inTransaction } from '../../db/tx.ts';
import type { OnboardingFacet, ProviderSeller } from '../../rails/rail.ts';
import { moveConnection } from './move.ts';
import { createPace, type Pace } from './pace.ts';
import {
  type Connection,
  isLinkedElsewhere,
  latestAttempt,
  lockConnection,
  readConnection,
} from './queries.ts';

const BACK_OFF_SECONDS = [5, 10, 20, 40, 60];
/** The provider's own Retry-After counts for no longer than this. */
const LONGEST_BACK_OFF_SECONDS = 3_600;
/** A question is shared by those who ask the same within this time; later ones do not queue behind it. */
const SHARED_MS = 1_000;
const UNDERWAY_MAX = 32;

/** A merchant's connection, and whether it reflects the provider's current answer. */
export interface Reading {
  connection: Connection;
  fresh: boolean;
}

/** A refresh under way: `heard` ends when the provider has answered, `stored` when what follows from it is stored. */
export interface Refresh {
  pace: Pace;
  heard: Promise<unknown>;
  stored: Promise<Reading>;
}

/** What the provider answered, before it is weighed against what we hold. */
type Answer =
  | { kind: 'seller'; seller: ProviderSeller }
  | { kind: 'gone'; wallet_merchant_id: string }
  | { kind: 'nobody' }
  | { kind: 'unreachable'; retry_after_seconds: number | null };

/** Reads a merchant's state back from the wallet provider and stores what follows from it, raising what moved. When
 *  the provider cannot be reached the stored state stays and the next tries are spaced out. */
export async function refreshMerchant(ctx: Ctx, merchantId: string): Promise<Reading> {
  const stored = (await readConnection(ctx.db, merchantId))!;
  const facet = ctx.rails.get('ppcp')?.onboarding;
  return facet ? start(ctx, facet, stored).stored : { connection: stored, fresh: false };
}

/** The same for whoever does not want to wait: begins a refresh or joins the one that was begun a moment ago. Null
 *  when there is nobody to ask or too much is being asked already. It ends by itself and its failure is logged. */
export function beginRefresh(ctx: Ctx, stored: Connection): Refresh | null {
  const facet = ctx.rails.get('ppcp')?.onboarding;
  if (!facet) return null;
  const { underway } = deskOf(ctx);
  const earlier = underway.get(stored.merchant_id);
  const now = performance.now();
  if (earlier && now - earlier.begunAt < SHARED_MS) return earlier.refresh;
  if (underway.size >= UNDERWAY_MAX && !earlier) return null;
  const refresh = start(ctx, facet, stored);
  const entry = { refresh, begunAt: now };
  underway.set(stored.merchant_id, entry);
  void refresh.stored
    .catch((error: unknown) => {
      ctx.log.error({ event: 'onboarding.refresh_failed', err: error }, 'a refresh could not be stored');
    })
    .finally(() => {
      if (underway.get(stored.merchant_id) === entry) underway.delete(stored.merchant_id);
    });
  return refresh;
}

/** Something was heard that the stored state of a merchant does not explain: it is read back, and nobody waits. */
export async function refreshSoon(ctx: Ctx, merchantId: string): Promise<void> {
  const stored = await readConnection(ctx.db, merchantId);
  if (stored) beginRefresh(ctx, stored);
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
  const heard = ask(ctx, timed(facet, pace), stored);
  return { pace, heard, stored: heard.then((answer) => store(ctx, stored.merchant_id, { answer, askedAt })) };
}

type Asked = Pick<OnboardingFacet, 'findSeller' | 'readSeller' | 'readPrimaryCurrency'>;

// Only answers tell the pace: what was refused on the way or never came says nothing about it.
function timed(facet: OnboardingFacet, pace: Pace): Asked {
  const time = async <A extends { kind: string }>(call: Promise<A>): Promise<A> => {
    const begunAt = performance.now();
    const answer = await call;
    if (answer.kind !== 'unreachable' && answer.kind !== 'unknown')
      pace.answered(performance.now() - begunAt);
    return answer;
  };
  return {
    findSeller: (trackingId) => time(facet.findSeller(trackingId)),
    readSeller: (walletMerchantId) => time(facet.readSeller(walletMerchantId)),
    readPrimaryCurrency: (seller) => time(facet.readPrimaryCurrency(seller)),
  };
}

// The newest attempt decides which account the merchant chose; without an answer to it, the linked account stands.
async function ask(ctx: Ctx, facet: Asked, stored: Connection): Promise<Answer> {
  const attempt = await latestAttempt(ctx.db, stored.merchant_id);
  const ended = stored.disconnected_at;
  let account = ended === null ? stored.wallet_merchant_id : null;
  // What was begun before the operator ended the connection leads back to it.
  if (attempt && (ended === null || attempt.created_at > ended)) {
    const found = await facet.findSeller(attempt.tracking_id);
    if (found.kind === 'unreachable' || found.kind === 'unknown') return noAnswer(found);
    if (found.kind === 'found') account = found.wallet_merchant_id;
  }
  if (account === null) return { kind: 'nobody' };
  const read = await facet.readSeller(account);
  if (read.kind === 'gone') return { kind: 'gone', wallet_merchant_id: account };
  if (read.kind !== 'found') return noAnswer(read);
  const primary_currency = await currencyOf(facet, stored, read.seller);
  return { kind: 'seller', seller: { ...read.seller, primary_currency } };
}

function noAnswer(
  outcome: { kind: 'unknown' } | { kind: 'unreachable'; retry_after_seconds: number | null },
): Answer {
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
  const found = await facet.readPrimaryCurrency({ wallet_merchant_id });
  return found.kind === 'found' ? found.currency : null;
}

async function store(
  ctx: Ctx,
  merchantId: string,
  heard: { answer: Answer; askedAt: Date },
): Promise<Reading> {
  const { answer, askedAt } = heard;
  if (answer.kind === 'unreachable') {
    const asked = { askedAt, retryAfterSeconds: answer.retry_after_seconds ?? 0 };
    return { connection: await backOff(ctx, merchantId, asked), fresh: false };
  }
  try {
    return { connection: await apply(ctx, merchantId, { answer, askedAt }), fresh: true };
  } catch (error) {
    // Two merchants linked one account at the same moment; the second now sees the first and is told so.
    if (!breaches(error, 'wallet_account_links_one_merchant')) throw error;
    return { connection: await apply(ctx, merchantId, { answer, askedAt }), fresh: true };
  }
}

async function apply(
  ctx: Ctx,
  merchantId: string,
  heard: { answer: Exclude<Answer, { kind: 'unreachable' }>; askedAt: Date },
): Promise<Connection> {
  const { answer, askedAt } = heard;
  return inTransaction(ctx.db, async (tx) => {
    const connection = (await lockConnection(tx, merchantId))!;
    // Somebody asked after we did and was answered before: what we heard is older than what is stored.
    if (connection.refreshed_at && connection.refreshed_at > askedAt) return connection;
    const current = { refreshed_at: ctx.clock.now(), refresh_failures: 0, retry_refresh_at: null };
    if (answer.kind === 'nobody') {
      return moveConnection(tx, ctx, connection, { facts: current, if_disabled: 'wallet_status_not_ready' });
    }
    if (answer.kind === 'gone' || consentLost(connection, answer.seller)) {
      const isOurs = answer.kind !== 'gone' || answer.wallet_merchant_id === connection.wallet_merchant_id;
      const facts = { ...current, ...(isOurs ? { consent_withdrawn: true } : {}) };
      return moveConnection(tx, ctx, connection, { facts, if_disabled: 'wallet_consent_revoked' });
    }
    const { seller } = answer;
    const link = { merchant_id: merchantId, wallet_merchant_id: seller.wallet_merchant_id };
    const changesAccount = connection.wallet_merchant_id !== seller.wallet_merchant_id;
    if (changesAccount && (await isLinkedElsewhere(tx, link))) {
      const facts = { ...current, account_conflict: true };
      return moveConnection(tx, ctx, connection, { facts, if_disabled: 'wallet_status_not_ready' });
    }
    const facts = {
      ...current,
      seller,
      wallet_merchant_id: seller.wallet_merchant_id,
      primary_currency: seller.primary_currency,
      started: true,
      consent_withdrawn: false,
      disconnected_at: null,
      account_conflict: false,
      payee_unverified: false,
    };
    return moveConnection(tx, ctx, connection, { facts, if_disabled: 'wallet_status_not_ready' });
  });
}

// Our integration was listed before and is no longer: the seller took the consent back.
function consentLost(connection: Connection, seller: ProviderSeller): boolean {
  const sameAccount = connection.wallet_merchant_id === seller.wallet_merchant_id;
  return sameAccount && seller.granted === null && connection.seller?.granted != null;
}

async function backOff(
  ctx: Ctx,
  merchantId: string,
  asked: { askedAt: Date; retryAfterSeconds: number },
): Promise<Connection> {
  return inTransaction(ctx.db, async (tx) => {
    const connection = (await lockConnection(tx, merchantId))!;
    // A question that hung is given up when later ones have long been answered.
    if (connection.refreshed_at && connection.refreshed_at >= asked.askedAt) return connection;
    const step = BACK_OFF_SECONDS[Math.min(connection.refresh_failures, BACK_OFF_SECONDS.length - 1)]!;
    const seconds = Math.max(step, Math.min(asked.retryAfterSeconds, LONGEST_BACK_OFF_SECONDS));
    const facts = {
      refresh_failures: connection.refresh_failures + 1,
      retry_refresh_at: new Date(ctx.clock.now().getTime() + seconds * 1000),
    };
    return moveConnection(tx, ctx, connection, { facts, if_disabled: 'wallet_status_not_ready' });
  });
}

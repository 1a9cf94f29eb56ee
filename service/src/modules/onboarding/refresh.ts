import type { Ctx } from '../../context.ts';
import { breaches, inTransaction } from '../../db/tx.ts';
import type { OnboardingFacet, ProviderSeller } from '../../rails/rail.ts';
import { moveConnection } from './move.ts';
import {
  type Connection,
  isLinkedElsewhere,
  latestAttempt,
  lockConnection,
  readConnection,
} from './queries.ts';

const BACK_OFF_SECONDS = [5, 10, 20, 40, 60];

/** What the provider answered, before it is weighed against what we hold. */
type Answer =
  | { kind: 'seller'; seller: ProviderSeller }
  | { kind: 'gone'; wallet_merchant_id: string }
  | { kind: 'nobody' }
  | { kind: 'unreachable' };

/** Reads a merchant's state back from the wallet provider and stores what follows from it, raising what moved. When
 *  the provider cannot be reached the stored state stays and the next tries are spaced out. Returns the connection
 *  and whether it reflects the provider's current answer. */
export async function refreshMerchant(
  ctx: Ctx,
  merchantId: string,
): Promise<{ connection: Connection; fresh: boolean }> {
  const stored = (await readConnection(ctx.db, merchantId))!;
  const facet = ctx.rails.get('ppcp')?.onboarding;
  if (!facet) return { connection: stored, fresh: false };
  const askedAt = ctx.clock.now();
  const answer = await ask(ctx, facet, stored);
  if (answer.kind === 'unreachable') return { connection: await backOff(ctx, merchantId), fresh: false };
  try {
    return { connection: await apply(ctx, merchantId, { answer, askedAt }), fresh: true };
  } catch (error) {
    // Two merchants linked one account at the same moment; the second now sees the first and is told so.
    if (!breaches(error, 'wallet_account_links_one_merchant')) throw error;
    return { connection: await apply(ctx, merchantId, { answer, askedAt }), fresh: true };
  }
}

// The newest attempt decides which account the merchant chose; without an answer to it, the linked account stands.
async function ask(ctx: Ctx, facet: OnboardingFacet, stored: Connection): Promise<Answer> {
  const attempt = await latestAttempt(ctx.db, stored.merchant_id);
  const ended = stored.disconnected_at;
  let account = ended === null ? stored.wallet_merchant_id : null;
  // What was begun before the operator ended the connection leads back to it.
  if (attempt && (ended === null || attempt.created_at > ended)) {
    const found = await facet.findSeller(attempt.tracking_id);
    if (found.kind === 'unreachable' || found.kind === 'unknown') return { kind: 'unreachable' };
    if (found.kind === 'found') account = found.wallet_merchant_id;
  }
  if (account === null) return { kind: 'nobody' };
  const read = await facet.readSeller(account);
  if (read.kind === 'gone') return { kind: 'gone', wallet_merchant_id: account };
  if (read.kind !== 'found') return { kind: 'unreachable' };
  return { kind: 'seller', seller: read.seller };
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

async function backOff(ctx: Ctx, merchantId: string): Promise<Connection> {
  return inTransaction(ctx.db, async (tx) => {
    const connection = (await lockConnection(tx, merchantId))!;
    const seconds = BACK_OFF_SECONDS[Math.min(connection.refresh_failures, BACK_OFF_SECONDS.length - 1)]!;
    const facts = {
      refresh_failures: connection.refresh_failures + 1,
      retry_refresh_at: new Date(ctx.clock.now().getTime() + seconds * 1000),
    };
    return moveConnection(tx, ctx, connection, { facts, if_disabled: 'wallet_status_not_ready' });
  });
}

import type { Ctx } from '../../context.ts';
import { breaches, inTransaction, type Tx } from '../../db/tx.ts';
import { later, SECOND_MS } from '../../lib/time.ts';
import type { ProviderSeller } from '../../rails/rail.ts';
import { moveConnection } from './move.ts';
import { type Connection, isLinkedElsewhere, lockConnection } from './queries.ts';

const BACK_OFF_SECONDS = [5, 10, 20, 40, 60];
/** The provider's own Retry-After counts for no longer than this. */
const LONGEST_BACK_OFF_SECONDS = 3_600;

/** A merchant's connection, and whether it reflects the provider's current answer. */
export interface Reading {
  connection: Connection;
  fresh: boolean;
}

/** What the provider answered, before it is weighed against what we hold. With `account_conflict` it is of the account that is
 *  linked, while the one that the merchant chose since is another merchant's. */
export type SellerAnswer =
  | { kind: 'seller'; seller: ProviderSeller; account_conflict: boolean }
  | { kind: 'gone'; wallet_merchant_id: string; account_conflict: boolean }
  | { kind: 'nobody' }
  | { kind: 'unreachable'; retry_after_seconds: number | null };

type Answered = Exclude<SellerAnswer, { kind: 'unreachable' }>;

/** Stores what follows from an answer, raising what moved. Without an answer the stored state stays and the next tries
 *  are spaced out. `stored` is what the question went by. */
export async function storeAnswer(
  ctx: Ctx,
  stored: Pick<Connection, 'merchant_id' | 'disconnected_at'>,
  heard: { answer: SellerAnswer; askedAt: Date },
): Promise<Reading> {
  const { answer, askedAt } = heard;
  const { merchant_id: merchantId, disconnected_at: endedBefore } = stored;
  if (answer.kind === 'unreachable') {
    const asked = { askedAt, retryAfterSeconds: answer.retry_after_seconds ?? 0 };
    return { connection: await backOff(ctx, merchantId, asked), fresh: false };
  }
  const heardOf = { answer, askedAt, endedBefore };
  try {
    return { connection: await apply(ctx, merchantId, heardOf), fresh: true };
  } catch (error) {
    // Two merchants linked one account at the same moment; the second now sees the first and is told so.
    if (!breaches(error, 'wallet_account_links_one_merchant')) throw error;
    return { connection: await apply(ctx, merchantId, heardOf), fresh: true };
  }
}

async function apply(
  ctx: Ctx,
  merchantId: string,
  heard: { answer: Answered; askedAt: Date; endedBefore: Date | null },
): Promise<Connection> {
  const { answer, askedAt, endedBefore } = heard;
  return inTransaction(ctx.db, async (tx) => {
    const connection = (await lockConnection(tx, merchantId))!;
    // Somebody asked after we did and was answered before: what we heard is older than what is stored. When that was stored says
    // nothing: an older answer may have come late.
    if (connection.refresh_asked_at && connection.refresh_asked_at > askedAt) return connection;
    // The operator ended the connection since what we asked by was read: what we heard would bring it back.
    if (connection.disconnected_at?.getTime() !== endedBefore?.getTime()) return connection;
    return weigh(tx, ctx, connection, { answer, askedAt });
  });
}

async function weigh(
  tx: Tx,
  ctx: Ctx,
  connection: Connection,
  { answer, askedAt }: { answer: Answered; askedAt: Date },
): Promise<Connection> {
  const current = {
    ...{ refreshed_at: ctx.clock.now(), refresh_asked_at: askedAt },
    ...{ refresh_failures: 0, retry_refresh_at: null },
  };
  if (answer.kind === 'nobody') {
    return moveConnection(tx, ctx, connection, { facts: current, if_disabled: 'wallet_status_not_ready' });
  }
  if (answer.kind === 'gone' || consentLost(connection, answer.seller)) {
    const isOurs = answer.kind !== 'gone' || answer.wallet_merchant_id === connection.wallet_merchant_id;
    const { account_conflict } = answer;
    const facts = { ...current, ...(isOurs ? { consent_withdrawn: true, account_conflict } : {}) };
    return moveConnection(tx, ctx, connection, { facts, if_disabled: 'wallet_consent_revoked' });
  }
  const { seller } = answer;
  const link = { merchant_id: connection.merchant_id, wallet_merchant_id: seller.wallet_merchant_id };
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
    account_conflict: answer.account_conflict,
    // What a refused capture said stands until the provider says otherwise.
    payee_unverified: connection.payee_unverified && !(seller.email_confirmed && seller.payments_receivable),
  };
  return moveConnection(tx, ctx, connection, { facts, if_disabled: 'wallet_status_not_ready' });
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
      retry_refresh_at: later(ctx.clock.now(), seconds * SECOND_MS),
    };
    return moveConnection(tx, ctx, connection, { facts, if_disabled: 'wallet_status_not_ready' });
  });
}

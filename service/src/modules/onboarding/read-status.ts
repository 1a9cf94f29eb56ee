import type { Ctx } from '../../context.ts';
import { type Connection, readConnection } from './queries.ts';
import { refreshMerchant } from './refresh.ts';

// A merchant on the way is looked at more often than one that has arrived.
const STALE_SECONDS = { on_the_way: 2, connected: 30 };

const WAIT_MS = 3_000;

const refreshing = new WeakMap<Ctx, Map<string, Promise<{ connection: Connection; fresh: boolean }>>>();

/** The onboarding status: a stale snapshot is refreshed from the provider first, a recent one or one whose provider
 *  is being left alone after an error is served as it is, with `fresh` false. Spec: Onboarding, status rules. */
export async function readStatus(
  ctx: Ctx,
  merchantId: string,
): Promise<{ connection: Connection; fresh: boolean }> {
  const stored = (await readConnection(ctx.db, merchantId))!;
  if (!isStale(stored, ctx.clock.now())) return { connection: stored, fresh: isTrivial(stored) };
  const refreshed = refreshOnce(ctx, merchantId);
  // A provider that hangs is not waited for: its answer is stored when it comes.
  return Promise.race([refreshed, answerAfter(WAIT_MS, { connection: stored, fresh: false })]);
}

function answerAfter<T>(ms: number, answer: T): Promise<T> {
  return new Promise((resolve) => setTimeout(resolve, ms, answer).unref());
}

// Several readers of one merchant share one question to the provider.
function refreshOnce(ctx: Ctx, merchantId: string): Promise<{ connection: Connection; fresh: boolean }> {
  const running =
    refreshing.get(ctx) ?? new Map<string, Promise<{ connection: Connection; fresh: boolean }>>();
  refreshing.set(ctx, running);
  const started =
    running.get(merchantId) ?? refreshMerchant(ctx, merchantId).finally(() => running.delete(merchantId));
  running.set(merchantId, started);
  return started;
}

function isStale(connection: Connection, now: Date): boolean {
  if (isTrivial(connection)) return false;
  if (connection.retry_refresh_at && connection.retry_refresh_at > now) return false;
  if (!connection.refreshed_at) return true;
  const seconds =
    connection.wallet_connection_status === 'connected' ? STALE_SECONDS.connected : STALE_SECONDS.on_the_way;
  return now.getTime() - connection.refreshed_at.getTime() >= seconds * 1000;
}

// Nothing was started and no account is attached: there is nobody to ask about, so what is stored is current.
function isTrivial(connection: Connection): boolean {
  return !connection.started && connection.wallet_merchant_id === null;
}

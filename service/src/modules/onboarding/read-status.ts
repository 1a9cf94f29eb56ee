import type { Ctx } from '../../context.ts';
import { asOneOfMany } from '../../db/share.ts';
import { goesOn } from './pace.ts';
import { type Connection, readConnection } from './queries.ts';
import { beginRefresh, type Refresh } from './refresh.ts';
import type { Reading } from './store-answer.ts';

// A merchant on the way is looked at more often than one that has arrived.
const STALE_SECONDS = { on_the_way: 2, connected: 30 };

/** The onboarding status: a stale snapshot is refreshed from the provider by the read, a recent one or one whose
 *  provider is being left alone after an error is served as it is, with `fresh` false. A provider that does not
 *  answer at its usual pace is not waited for; what it says is stored when it comes. Gap G24. */
export async function readStatus(ctx: Ctx, merchantId: string): Promise<Reading> {
  const stored = (await readConnection(ctx.db, merchantId))!;
  if (!isStale(stored, ctx.clock.now())) return { connection: stored, fresh: isTrivial(stored) };
  const refresh = beginRefresh(ctx, stored);
  if (refresh && (await hasAnswered(refresh))) return asOneOfMany(refresh.stored);
  return { connection: stored, fresh: false };
}

// Only the provider is waited for with so little patience: storing what it said is our own work.
async function hasAnswered({ pace, heard, steps }: Refresh): Promise<boolean> {
  const isInTime = await goesOn(heard, steps, pace.waitMs());
  if (!isInTime) pace.missed();
  return isInTime;
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

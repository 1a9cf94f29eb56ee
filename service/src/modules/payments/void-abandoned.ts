import type { Ctx } from '../../context.ts';
import { voidOrphans } from './queries.ts';

const ABANDONED_MINUTES = 60;
const BATCH = 500;

/** A sweep: intents whose order the provider never confirmed are voided. No buyer saw them, so nothing is lost. */
export async function voidAbandonedOrders(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  const before = new Date(now.getTime() - ABANDONED_MINUTES * 60_000);
  return voidOrphans(ctx.db, { before, now, limit: BATCH });
}

import type { Ctx } from '../../context.ts';
import { earlier, MINUTE_MS } from '../../lib/time.ts';
import { voidOrphans } from '../payments/index.ts';

// Longer than any credential by which a payment is begun in a browser.
const ABANDONED_MINUTES = 90;
const BATCH = 500;

/** A sweep: intents whose order the provider never confirmed are voided. No buyer saw them, or none can pay by them any more. */
export async function sweepAbandonedOrders(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  const before = earlier(now, ABANDONED_MINUTES * MINUTE_MS);
  return voidOrphans(ctx.db, { before, now, limit: BATCH });
}

import type { Ctx } from '../../context.ts';
import { earlier, MINUTE_MS } from '../../lib/time.ts';
import { deleteOrphans } from './setup-queries.ts';

const ABANDONED_MINUTES = 60;
const BATCH = 500;

/** A sweep: setups that the provider never confirmed go after an hour. No buyer saw them. */
export async function forgetAbandonedSetups(ctx: Ctx): Promise<number> {
  const before = earlier(ctx.clock.now(), ABANDONED_MINUTES * MINUTE_MS);
  return deleteOrphans(ctx.db, { before, limit: BATCH });
}

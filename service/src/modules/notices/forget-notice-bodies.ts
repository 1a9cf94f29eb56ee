import type { Ctx } from '../../context.ts';
import { keptSince } from '../../lib/kept-since.ts';
import { eraseBodies } from './queries.ts';

const BATCH = 500;

/** A sweep: the bodies of notices that were acted on are erased when they are past their keeping. That a notice came is
 *  kept, so that it is still known if it comes again. Gap G64. */
export async function forgetNoticeBodies(ctx: Ctx): Promise<number> {
  const since = keptSince(ctx.clock, ctx.config.keep.notices_days);
  return since === null ? 0 : eraseBodies(ctx.db, { before: since, limit: BATCH });
}

import type { Ctx } from '../../context.ts';
import { deleteEndedTokens } from './queries.ts';

const ENDED_BATCH = 500;

/** A sweep: dashboard tokens that have ended are deleted. */
export async function forgetEndedDashboardTokens(ctx: Ctx): Promise<number> {
  return deleteEndedTokens(ctx.db, { now: ctx.clock.now(), limit: ENDED_BATCH });
}

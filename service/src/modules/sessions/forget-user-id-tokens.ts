import type { Ctx } from '../../context.ts';
import { deleteEndedTokens } from './user-id-token-queries.ts';

const ENDED_BATCH = 500;

/** A sweep: tokens that have ended go. */
export async function forgetUserIdTokens(ctx: Ctx): Promise<number> {
  return deleteEndedTokens(ctx.db, { now: ctx.clock.now(), limit: ENDED_BATCH });
}

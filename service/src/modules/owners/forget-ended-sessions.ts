import type { Ctx } from '../../context.ts';
import { deleteEnded } from './person-queries.ts';

const ENDED_BATCH = 500;

/** A sweep: sessions and challenges that have ended are deleted. */
export async function forgetEndedSessions(ctx: Ctx): Promise<number> {
  return deleteEnded(ctx.db, { now: ctx.clock.now(), limit: ENDED_BATCH });
}

import type { Ctx } from '../../context.ts';
import { deleteLapsedAnswers } from './insert-session.ts';

const BATCH = 500;

/** A sweep: answers kept against Idempotency-Keys go after 72 hours. */
export async function deleteOldIdempotencyKeys(ctx: Ctx): Promise<number> {
  return deleteLapsedAnswers(ctx.db, { now: ctx.clock.now(), limit: BATCH });
}

import type { Ctx } from '../../context.ts';
import { deleteLapsedAnswers } from './insert-session.ts';

/** A sweep: answers kept against Idempotency-Keys go after 72 hours. */
export async function deleteOldIdempotencyKeys(ctx: Ctx): Promise<number> {
  return deleteLapsedAnswers(ctx.db, ctx.clock.now());
}

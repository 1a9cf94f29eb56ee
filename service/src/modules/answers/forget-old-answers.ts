import type { Ctx } from '../../context.ts';
import { deleteLapsedAnswers } from './queries.ts';

const DELETED_AT_ONCE = 500;

/** A sweep: answers kept against Idempotency-Keys go after 72 hours. */
export async function forgetOldAnswers(ctx: Ctx): Promise<number> {
  return deleteLapsedAnswers(ctx.db, { now: ctx.clock.now(), limit: DELETED_AT_ONCE });
}

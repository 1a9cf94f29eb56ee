import type { Ctx } from '../../context.ts';
import { eraseLapsedSealedKeys } from './queries.ts';

const BATCH = 500;

/** A sweep: the sealed copies of first keys are erased when their ten minutes are over. */
export async function forgetSealedKeys(ctx: Ctx): Promise<number> {
  return eraseLapsedSealedKeys(ctx.db, { now: ctx.clock.now(), limit: BATCH });
}

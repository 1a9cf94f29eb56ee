import type { Ctx } from '../../context.ts';
import { eraseLapsedSealedKeys } from './queries.ts';

/** A sweep: the sealed copies of first keys are erased when their ten minutes are over. */
export async function eraseSealedKeys(ctx: Ctx): Promise<number> {
  return eraseLapsedSealedKeys(ctx.db, ctx.clock.now());
}
